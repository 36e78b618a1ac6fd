#include "optimizer/rolling.h"

#include <algorithm>

#include "optimizer/state.h"
#include "pairing/cost.h"

namespace skein::optimizer {
namespace {

constexpr std::size_t kWider = 3;

class Rolling {
 public:
  Rolling(const schedule::Schedule& schedule, const pairing::Rules& rules, pricing::Pricer& pricer,
          const std::vector<double>& targets, const Relaxation& relaxation,
          const RollingOptions& options)
      : schedule_(schedule),
        rules_(rules),
        targets_(targets),
        relaxation_(relaxation),
        options_(options),
        solver_(schedule, rules, pricer, relaxation.pool, relaxation.prices),
        open_(pricing::open_flights(schedule.flights().size(), rules.wishes)) {
    relaxation.close_lost(open_);
  }

  std::vector<Candidate> run(const WindowObserver& observer) {
    if (schedule_.flights().empty()) return {};
    const Instant first = schedule_.flights().items().front().departure;
    const Instant last = schedule_.flights().items().back().departure;
    const Minutes step = options_.window - options_.overlap;
    CheckpointLevel level(options_.checkpoint, "windows",
                          [&](StateArchive& archive) { exchange(archive); });
    if (!level.resumed()) keep_whole();
    while (true) {
      const Instant begin = first + number_ * step;
      if (begin > last || options_.part.deadline.passed()) break;
      const Instant end = begin + options_.window;
      const bool is_last = end > last;
      WindowReport report{number_++, begin, end, is_last, 0, 0, {}};
      const Part part = part_of(begin + step, end, is_last);
      report.flights = static_cast<std::size_t>(std::count(part.open.begin(), part.open.end(), 1));
      report.solution = solve(part);
      keep(report.solution.pairings, is_last ? last : begin + step - Minutes(1));
      report.kept = kept_.size();
      if (observer) observer(report);
      if (is_last) break;
      level.step();
    }
    return std::move(kept_);
  }

 private:
  // What the relaxation is sure of.
  void keep_whole() {
    for (std::size_t j = 0; j < relaxation_.pool.size(); ++j) {
      // Surplus lets the relaxation take two whole pairings for one flight.
      const Candidate& pairing = relaxation_.pool[j];
      if (relaxation_.is_whole(j) && operates_only(open_, pairing)) keep(pairing);
    }
  }

  // Flights that are left though the relaxation covers them may need pairings that were too dear to
  // be chosen from.
  PartSolution solve(const Part& part) {
    PartSolution solution = solver_.solve(part, {}, options_.part);
    if (solution.after - solution.bound <= options_.part.dear) return solution;
    PartOptions wider = options_.part;
    wider.max_columns *= kWider;
    PartSolution second = solver_.solve(part, {}, wider);
    return second.after < solution.after ? second : solution;
  }

  Instant begin_of(const Candidate& pairing) const {
    return optimizer::begin_of(schedule_, pairing);
  }
  double hours_of(const Candidate& pairing) const {
    return pairing::credited_hours(schedule_, rules_.cost, pairing.legs);
  }

  Part part_of(Instant next_begin, Instant end, bool is_last) const {
    Part part;
    if (!is_last && !options_.whole_overlap) part.last_whole = next_begin - Minutes(1);
    part.open = open_;
    part.left_costs = IdVector<FlightId, double>(open_.size(), 0.0);
    part.last_start = end - Minutes(1);
    for (FlightId flight : schedule_.flight_ids()) {
      const Instant departure = schedule_.flight(flight).departure;
      if (departure > end + kWindowTail) part.open[flight] = 0;
      part.left_costs[flight] = departure < end || is_last
                                    ? rules_.cost.uncovered_flight.amount()
                                    : std::max(0.0, relaxation_.prices.flight[flight]);
    }
    if (targets_.empty()) return part;
    part.targets = targets_;
    if (!is_last) {
      part.hour_costs = relaxation_.prices.base;
      part.targets = relaxed_hours(part.last_start);
      part.excess_cost = options_.stray_charge * rules_.cost.base_excess_rate.per_hour();
    }
    for (const Candidate& pairing : kept_) {
      if (begin_of(pairing) > part.last_start) continue;
      take_off_hours(schedule_, rules_, pairing, part.targets);
    }
    return part;
  }

  // By base, of what the relaxation begins until then.
  std::vector<double> relaxed_hours(Instant until) const {
    if (relaxation_.shares.empty()) return shared_hours(until);
    std::vector<double> hours(targets_.size(), 0.0);
    const std::size_t known = std::min(relaxation_.shares.size(), relaxation_.pool.size());
    for (std::size_t j = 0; j < known; ++j) {
      const Candidate& pairing = relaxation_.pool[j];
      if (relaxation_.shares[j] < 1e-9 || begin_of(pairing) > until) continue;
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

  void keep(const std::vector<Candidate>& pairings, Instant until) {
    for (const Candidate& pairing : pairings) {
      if (begin_of(pairing) <= until) keep(pairing);
    }
    // Flights before the next window have no more chance.
    for (FlightId flight : schedule_.flight_ids()) {
      if (schedule_.flight(flight).departure <= until) open_[flight] = 0;
    }
  }

  void keep(const Candidate& pairing) {
    mark_operated(pairing, 0, open_);
    kept_.push_back(pairing);
  }

  void exchange(StateArchive& archive) {
    archive.exchange_whole("next window", number_);
    optimizer::exchange(archive, "flights left", open_);
    optimizer::exchange(archive, "pairings kept", kept_);
  }

  const schedule::Schedule& schedule_;
  const pairing::Rules& rules_;
  const std::vector<double>& targets_;
  const Relaxation& relaxation_;
  const RollingOptions& options_;
  PartSolver solver_;
  int number_ = 0;             // of the next window
  pricing::OpenFlights open_;  // not operated by what is kept
  std::vector<Candidate> kept_;
};

}  // namespace

std::vector<Candidate> roll(const schedule::Schedule& schedule, const pairing::Rules& rules,
                            pricing::Pricer& pricer, const std::vector<double>& targets,
                            const Relaxation& relaxation, const RollingOptions& options,
                            const WindowObserver& observer) {
  return Rolling(schedule, rules, pricer, targets, relaxation, options).run(observer);
}

}  // namespace skein::optimizer
