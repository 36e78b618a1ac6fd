#include "optimizer/improvement.h"

#include <algorithm>
#include <map>
#include <utility>

#include "optimizer/plan_cost.h"

namespace skein::optimizer {
namespace {

constexpr Minutes kAround = 3 * kDay;

// Which pairings the relaxation takes whole, by their first leg.
class TakenWhole {
 public:
  explicit TakenWhole(const Relaxation& relaxation) {
    for (std::size_t j = 0; j < relaxation.pool.size(); ++j) {
      const Candidate& pairing = relaxation.pool[j];
      if (relaxation.is_whole(j)) taken_[pairing.legs.front().flight].push_back(&pairing);
    }
  }

  bool has(const Candidate& pairing) const {
    const auto at = taken_.find(pairing.legs.front().flight);
    return at != taken_.end() &&
           std::any_of(at->second.begin(), at->second.end(),
                       [&](const Candidate* other) { return *other == pairing; });
  }

 private:
  std::map<FlightId, std::vector<const Candidate*>> taken_;
};

class Improvement {
 public:
  Improvement(const schedule::Schedule& schedule, const pairing::Rules& rules,
              pricing::Pricer& pricer, const std::vector<double>& targets,
              const Relaxation& relaxation, const ImprovementOptions& options,
              const ImprovementObserver& observer)
      : schedule_(schedule),
        rules_(rules),
        targets_(targets),
        options_(options),
        observer_(observer),
        taken_whole_(relaxation),
        solver_(schedule, rules, pricer, relaxation.pool, relaxation.prices) {}

  std::vector<Candidate> run(std::vector<Candidate> plan) {
    plan_ = std::move(plan);
    total_ = cost_of_plan();
    if (schedule_.flights().empty()) return std::move(plan_);
    int idle = 0;
    for (int pass = 0; pass < options_.max_passes && idle < 2; ++pass) {
      const double before = total_;
      if (!improve_parts(pass)) break;
      idle = total_ > before - 1e-6 ? idle + 1 : 0;
    }
    return std::move(plan_);
  }

 private:
  bool should_stop() const {
    return options_.part.deadline.passed() || total_ - options_.bound <= options_.gap * total_;
  }

  Instant first() const { return schedule_.flights().items().front().departure; }
  Instant last() const { return schedule_.flights().items().back().departure; }
  Instant begin_of(const Candidate& pairing) const {
    return optimizer::begin_of(schedule_, pairing);
  }

  // False if it was cut short.
  bool improve_parts(int pass) {
    if (pass % 2 == 0) return improve_whole_parts(pass);
    const Minutes offset(kDay.count() * (pass / 2 % 3));
    if (pass % 4 == 1 || !options_.by_base) {
      return improve_runs(pass, PartKind::kDiffering, offset,
                          [&](const Candidate& pairing) { return !taken_whole_.has(pairing); });
    }
    for (std::size_t base = 0; base < schedule_.bases().size(); ++base) {
      const bool finished =
          improve_runs(pass, PartKind::kBase, offset,
                       [&](const Candidate& pairing) { return pairing.base_index == base; });
      if (!finished) return false;
    }
    return true;
  }

  bool improve_whole_parts(int pass) {
    const Minutes step = Minutes(options_.window.count() / 2);
    // Every pass cuts the month at other places.
    const Minutes offset(step.count() * (pass / 2 % 3) / 3);
    for (Instant begin = first() - offset; begin <= last(); begin = begin + step) {
      if (should_stop()) return false;
      const Instant end = begin + options_.window;
      improve_part(pass, PartKind::kWhole, begin, end, [&](const Candidate& pairing) {
        return begin_of(pairing) >= begin && begin_of(pairing) < end;
      });
    }
    return true;
  }

  // Pairings chosen by `belongs`, over as long a time as they are few enough.
  template <class Belongs>
  bool improve_runs(int pass, PartKind kind, Minutes offset, Belongs belongs) {
    for (Instant begin = first() - offset; begin <= last();) {
      if (should_stop()) return false;
      const Instant end = end_of_run(begin, belongs);
      improve_part(pass, kind, begin, end, [&](const Candidate& pairing) {
        return begin_of(pairing) >= begin && begin_of(pairing) < end && belongs(pairing);
      });
      if (end > last()) break;
      begin = begin + std::max(kDay, Minutes((end - begin).count() / 2));
    }
    return true;
  }

  template <class Belongs>
  Instant end_of_run(Instant begin, Belongs belongs) const {
    std::vector<std::pair<Instant, std::size_t>> run;
    for (const Candidate& pairing : plan_) {
      if (begin_of(pairing) >= begin && belongs(pairing)) {
        run.emplace_back(begin_of(pairing), operated_flights(pairing));
      }
    }
    std::sort(run.begin(), run.end());
    std::size_t flights = 0;
    for (const auto& [start, count] : run) {
      flights += count;
      if (flights > options_.max_run_flights) return std::max(start, begin + kDay);
    }
    return last() + Minutes(1);
  }

  template <class IsFree>
  void improve_part(int pass, PartKind kind, Instant begin, Instant end, IsFree is_free) {
    std::vector<Candidate> freed;
    std::vector<Candidate> kept;
    for (const Candidate& pairing : plan_) (is_free(pairing) ? freed : kept).push_back(pairing);
    if (freed.empty()) return;
    const Part part = part_of(freed, kept, begin, end);
    ImprovementReport report;
    report.pass = pass;
    report.kind = kind;
    report.begin = begin;
    report.flights = static_cast<std::size_t>(std::count(part.open.begin(), part.open.end(), 1));
    report.solution = solver_.solve(part, freed, options_.part);
    if (report.solution.improved) {
      plan_ = std::move(kept);
      for (const Candidate& pairing : report.solution.pairings) plan_.push_back(pairing);
      total_ = cost_of_plan();
    }
    report.total = total_;
    if (observer_) observer_(report, plan_);
  }

  // The flights of the freed pairings, and those that nobody covers about that time; and the hours
  // that the kept pairings leave.
  Part part_of(const std::vector<Candidate>& freed, const std::vector<Candidate>& kept,
               Instant begin, Instant end) const {
    Part part;
    part.open = pricing::OpenFlights(schedule_.flights().size(), 0);
    for (FlightId flight : schedule_.flight_ids()) {
      const Instant departure = schedule_.flight(flight).departure;
      part.open[flight] = departure >= begin - kAround && departure <= end + kAround;
    }
    for (const Candidate& pairing : kept) mark_operated(pairing, 0, part.open);
    for (const Candidate& pairing : freed) mark_operated(pairing, 1, part.open);
    part.targets = targets_;
    for (const Candidate& pairing : kept) {
      take_off_hours(schedule_, rules_, pairing, part.targets);
    }
    return part;
  }

  double cost_of_plan() const { return plan_cost(schedule_, rules_, targets_, plan_); }

  const schedule::Schedule& schedule_;
  const pairing::Rules& rules_;
  const std::vector<double>& targets_;
  const ImprovementOptions& options_;
  const ImprovementObserver& observer_;
  TakenWhole taken_whole_;
  PartSolver solver_;
  std::vector<Candidate> plan_;
  double total_ = 0;
};

}  // namespace

std::vector<Candidate> improve(const schedule::Schedule& schedule, const pairing::Rules& rules,
                               pricing::Pricer& pricer, const std::vector<double>& targets,
                               std::vector<Candidate> plan, const Relaxation& relaxation,
                               const ImprovementOptions& options,
                               const ImprovementObserver& observer) {
  return Improvement(schedule, rules, pricer, targets, relaxation, options, observer)
      .run(std::move(plan));
}

}  // namespace skein::optimizer
