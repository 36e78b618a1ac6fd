#include "optimizer/rolling.h"

#include <algorithm>
#include <memory>
#include <optional>

#include "optimizer/state.h"
#include "pairing/cost.h"

namespace skein::optimizer {
namespace {

constexpr std::size_t kWider = 3;

// Shares of a flight that pairings which begin earlier have in the relaxation: below the first, the
// flight is left to nobody, above the second, to them.
constexpr double kHardly = 0.05;
constexpr double kNearly = 0.95;

// Windows in the order of time, through the month or one half of it.
struct Roll {
  Instant first;                // begin of the first window
  Instant end;                  // pairings begin before
  bool is_last = true;          // of all rolls, to be done
  int number = 0;               // of the next window
  pricing::OpenFlights open;    // not operated by what is kept, and not too late
  std::vector<Candidate> kept;  // that begin in this roll
  // Of the flights, what pairings that begin before it cover in the relaxation; empty: nothing.
  IdVector<FlightId, double> share_before;

  Instant begin_of_window(Minutes step) const { return first + number * step; }
};

class Rolling {
 public:
  Rolling(const schedule::Schedule& schedule, const pairing::Rules& rules, Workers& workers,
          const std::vector<double>& targets, const Relaxation& relaxation,
          const RollingOptions& options)
      : schedule_(schedule),
        rules_(rules),
        workers_(workers),
        targets_(targets),
        relaxation_(relaxation),
        options_(options),
        step_(options.window - options.overlap) {}

  std::vector<Candidate> run(const WindowObserver& observer) {
    if (schedule_.flights().empty()) return {};
    make_rolls();
    CheckpointLevel level(options_.checkpoint, "windows",
                          [&](StateArchive& archive) { exchange(archive); });
    if (!level.resumed()) keep_whole();
    while (!options_.part.deadline.passed() && solve_windows(observer)) level.step();
    std::vector<Candidate> plan = std::move(whole_);
    for (Roll& roll : rolls_) plan.insert(plan.end(), roll.kept.begin(), roll.kept.end());
    return plan;
  }

 private:
  // One, or two halves of the month that go on side by side: the second is ahead of all that the
  // first can reach. The first is longer, so that its last window, which meets the hours of bases,
  // comes when all else is done.
  void make_rolls() {
    const Instant first = schedule_.flights().items().front().departure;
    const Instant end = schedule_.flights().items().back().departure + Minutes(1);
    Roll whole{first, end, true, 0, pricing::OpenFlights(schedule_.flights().size(), 1), {}, {}};
    const auto windows = static_cast<int>((end - first).count() / step_.count());
    const Instant middle = first + (windows / 2 + 2) * step_;
    const bool is_long = middle - first >= options_.window + kWindowTail &&
                         end - middle >= options_.window + kWindowTail;
    if (!is_long || relaxation_.shares.empty()) {
      rolls_.push_back(std::move(whole));
    } else {
      Roll second = whole;
      second.first = middle;
      second.is_last = false;
      second.share_before = shares_before(middle);
      whole.end = middle;
      rolls_.push_back(std::move(whole));
      rolls_.push_back(std::move(second));
    }
    for (std::size_t k = 0; k < rolls_.size(); ++k) {
      solvers_.push_back(std::make_unique<LonePartSolver>(schedule_, rules_, relaxation_.pool,
                                                          relaxation_.prices));
    }
  }

  IdVector<FlightId, double> shares_before(Instant begin) const {
    IdVector<FlightId, double> shares(schedule_.flights().size(), 0.0);
    for (std::size_t j = 0; j < std::min(relaxation_.shares.size(), relaxation_.pool.size()); ++j) {
      const Candidate& pairing = relaxation_.pool[j];
      if (relaxation_.shares[j] < 1e-9 || begin_of(pairing) >= begin) continue;
      for (const pairing::Leg& leg : pairing.legs) {
        if (leg.role == pairing::Role::kOperate) shares[leg.flight] += relaxation_.shares[j];
      }
    }
    return shares;
  }

  // What the relaxation is sure of.
  void keep_whole() {
    for (std::size_t j = 0; j < relaxation_.pool.size(); ++j) {
      // Surplus lets the relaxation take two whole pairings for one flight.
      const Candidate& pairing = relaxation_.pool[j];
      if (!relaxation_.is_whole(j) || !operates_only(rolls_.front().open, pairing)) continue;
      close(pairing);
      whole_.push_back(pairing);
    }
  }

  void close(const Candidate& pairing) {
    for (Roll& roll : rolls_) mark_operated(pairing, 0, roll.open);
  }

  // The next window of each roll; false if none has one.
  bool solve_windows(const WindowObserver& observer) {
    std::vector<std::size_t> due;
    for (std::size_t k = 0; k < rolls_.size(); ++k) {
      if (rolls_[k].begin_of_window(step_) < rolls_[k].end) due.push_back(k);
    }
    std::vector<WindowReport> reports(due.size());
    workers_.run(due.size(), [&](std::size_t k, std::size_t) {
      reports[k] = solve_window(rolls_[due[k]], solvers_[due[k]]->solver());
    });
    for (std::size_t k = 0; k < due.size(); ++k) {
      keep(rolls_[due[k]], reports[k]);
      if (observer) observer(reports[k]);
    }
    return !due.empty();
  }

  WindowReport solve_window(const Roll& roll, PartSolver& solver) const {
    WindowReport report;
    report.number = roll.number;
    report.begin = roll.begin_of_window(step_);
    report.end = report.begin + options_.window;
    report.is_last = report.end >= roll.end;
    const Part part = part_of(roll, report);
    report.flights = static_cast<std::size_t>(std::count(part.open.begin(), part.open.end(), 1));
    report.solution = solve(part, solver);
    return report;
  }

  // Flights that are left though the relaxation covers them may need pairings that were too dear to
  // be chosen from.
  PartSolution solve(const Part& part, PartSolver& solver) const {
    PartSolution solution = solver.solve(part, {}, options_.part);
    if (solution.after - solution.bound <= options_.part.dear) return solution;
    PartOptions wider = options_.part;
    wider.max_columns *= kWider;
    PartSolution second = solver.solve(part, {}, wider);
    return second.after < solution.after ? second : solution;
  }

  Instant begin_of(const Candidate& pairing) const {
    return optimizer::begin_of(schedule_, pairing);
  }
  double hours_of(const Candidate& pairing) const {
    return pairing::credited_hours(schedule_, rules_.cost, pairing.legs);
  }

  Part part_of(const Roll& roll, const WindowReport& window) const {
    Part part;
    if (!window.is_last && !options_.whole_overlap) {
      part.last_whole = window.begin + step_ - Minutes(1);
    }
    part.open = roll.open;
    part.left_costs = IdVector<FlightId, double>(part.open.size(), 0.0);
    part.last_start = std::min(window.end, roll.end) - Minutes(1);
    for (FlightId flight : schedule_.flight_ids()) {
      const Instant departure = schedule_.flight(flight).departure;
      const double before = roll.share_before.empty() ? 0 : roll.share_before[flight];
      if (departure > window.end + kWindowTail || before > kNearly) part.open[flight] = 0;
      const bool is_due = (departure < window.end || window.is_last) && before < kHardly;
      part.left_costs[flight] = is_due ? rules_.cost.uncovered_flight.amount()
                                       : std::max(0.0, relaxation_.prices.flight[flight]);
    }
    if (!targets_.empty()) set_hours(roll, window, part);
    return part;
  }

  void set_hours(const Roll& roll, const WindowReport& window, Part& part) const {
    if (window.is_last && roll.is_last) {
      part.targets = targets_;
      for (const Roll& other : rolls_) take_off(other.kept, end_of_month(), part.targets);
      take_off(whole_, end_of_month(), part.targets);
      return;
    }
    part.hour_costs = relaxation_.prices.base;
    part.targets = relaxed_hours(roll.first, part.last_start);
    part.excess_cost = options_.stray_charge * rules_.cost.base_excess_rate.per_hour();
    take_off(roll.kept, part.last_start, part.targets);
    std::vector<Candidate> begun;
    for (const Candidate& pairing : whole_) {
      if (begin_of(pairing) >= roll.first) begun.push_back(pairing);
    }
    take_off(begun, part.last_start, part.targets);
  }

  Instant end_of_month() const { return schedule_.flights().items().back().departure; }

  void take_off(const std::vector<Candidate>& pairings, Instant until,
                std::vector<double>& hours) const {
    for (const Candidate& pairing : pairings) {
      if (begin_of(pairing) <= until) take_off_hours(schedule_, rules_, pairing, hours);
    }
  }

  // By base, of what the relaxation begins in that time.
  std::vector<double> relaxed_hours(Instant from, Instant until) const {
    if (relaxation_.shares.empty()) return shared_hours(until);
    std::vector<double> hours(targets_.size(), 0.0);
    const std::size_t known = std::min(relaxation_.shares.size(), relaxation_.pool.size());
    for (std::size_t j = 0; j < known; ++j) {
      const Candidate& pairing = relaxation_.pool[j];
      if (relaxation_.shares[j] < 1e-9) continue;
      if (begin_of(pairing) < from || begin_of(pairing) > until) continue;
      hours[pairing.base_index] += relaxation_.shares[j] * hours_of(pairing);
    }
    return hours;
  }

  // By base, its share of the flying until then.
  std::vector<double> shared_hours(Instant until) const {
    Minutes flown{0};
    for (const schedule::Flight& flight : schedule_.flights()) {
      if (flight.departure <= until) flown += flight.duration();
    }
    std::vector<double> hours = targets_;
    for (double& target : hours) target *= flown.hours() / schedule_.total_flying().hours();
    return hours;
  }

  void keep(Roll& roll, WindowReport& window) {
    const Instant until = (window.is_last ? roll.end : window.begin + step_) - Minutes(1);
    for (const Candidate& pairing : window.solution.pairings) {
      if (begin_of(pairing) > until) continue;
      close(pairing);
      roll.kept.push_back(pairing);
    }
    window.kept = roll.kept.size();
    // Flights before the next window have no more chance in this roll.
    for (FlightId flight : schedule_.flight_ids()) {
      if (schedule_.flight(flight).departure <= until) roll.open[flight] = 0;
    }
    ++roll.number;
    if (window.is_last) roll.end = roll.first;  // it is done
  }

  void exchange(StateArchive& archive) {
    optimizer::exchange(archive, "pairings taken whole", whole_);
    for (Roll& roll : rolls_) {
      archive.exchange_whole("next window", roll.number);
      std::int32_t end = roll.end.minutes_since_epoch();
      archive.exchange_whole("end", end);
      roll.end = Instant(end);
      optimizer::exchange(archive, "flights left", roll.open);
      optimizer::exchange(archive, "pairings kept", roll.kept);
    }
  }

  const schedule::Schedule& schedule_;
  const pairing::Rules& rules_;
  Workers& workers_;
  const std::vector<double>& targets_;
  const Relaxation& relaxation_;
  const RollingOptions& options_;
  Minutes step_;  // from one window to the next
  std::vector<Roll> rolls_;
  std::vector<std::unique_ptr<LonePartSolver>> solvers_;  // by roll
  std::vector<Candidate> whole_;  // pairings that the relaxation takes whole
};

}  // namespace

std::vector<Candidate> roll(const schedule::Schedule& schedule, const pairing::Rules& rules,
                            Workers& workers, const std::vector<double>& targets,
                            const Relaxation& relaxation, const RollingOptions& options,
                            const WindowObserver& observer) {
  return Rolling(schedule, rules, workers, targets, relaxation, options).run(observer);
}

}  // namespace skein::optimizer
