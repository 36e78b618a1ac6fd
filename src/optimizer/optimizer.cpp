#include "optimizer/optimizer.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "optimizer/column_generation.h"
#include "optimizer/diving.h"
#include "optimizer/improvement.h"
#include "optimizer/plan_cost.h"
#include "pricing/pricer.h"

namespace skein::optimizer {
namespace {

class Optimization {
 public:
  Optimization(const schedule::Schedule& schedule, const pairing::Rules& rules, Workers& workers,
               const Options& options, const Observer& observer)
      : schedule_(schedule),
        rules_(rules),
        options_(options),
        observer_(observer),
        pricer_(schedule, rules, workers) {
    if (options.base_rows) targets_ = base_targets(schedule);
  }

  Result run(const plan::Plan& start) {
    take(candidates_of(start));
    solve_relaxation();
    if (!should_stop()) dive_for_plan();
    if (!should_stop()) improve_plan(3 * kDay);
    if (!should_stop()) improve_plan(5 * kDay);
    return finish();
  }

 private:
  std::vector<Candidate> candidates_of(const plan::Plan& plan) const {
    std::vector<Candidate> candidates;
    for (const pairing::Pairing& pairing : plan.pairings) {
      const auto& bases = schedule_.bases();
      const auto base = std::find(bases.begin(), bases.end(), pairing.base) - bases.begin();
      candidates.push_back({static_cast<std::size_t>(base), pairing.legs});
    }
    return candidates;
  }

  // Keeps the plan if it is the best.
  void take(std::vector<Candidate> plan) {
    const double cost = plan_cost(schedule_, rules_, targets_, plan);
    if (has_plan_ && cost >= incumbent_) return;
    has_plan_ = true;
    incumbent_ = cost;
    best_ = std::move(plan);
  }

  double gap() const { return incumbent_ > 0 ? (incumbent_ - lp_.bound) / incumbent_ : 0; }

  bool should_stop() const {
    return gap() <= options_.gap + 1e-9 || options_.deadline.passed() || interrupted();
  }

  void report(const std::string& phase, int round, std::size_t columns, double lp, double bound) {
    if (observer_) observer_({phase, round, columns, lp, bound, incumbent_});
  }

  void solve_relaxation() {
    Part whole = whole_month();
    Master master(schedule_, rules_, whole.open, whole.targets);
    for (const Candidate& pairing : best_) master.add(pairing);
    ColumnGenerationOptions generation;
    generation.gap = options_.lp_gap;
    generation.deadline = options_.deadline;
    lp_ = generate_columns(master, pricer_, generation, [&](const RoundReport& round) {
      report("lp", round.round, round.columns, round.lp, round.bound);
    });
    for (std::size_t j = 0; j < master.columns(); ++j) pool_.push_back(master.pairing(j));
  }

  void dive_for_plan() {
    DivingOptions diving;
    diving.deadline = options_.deadline;
    auto plan = dive(schedule_, rules_, pricer_, whole_month(), pool_, lp_.prices, diving,
                     [&](const DiveReport& step) {
                       report("dive", step.step, step.open_flights, step.lp, lp_.bound);
                     });
    take(std::move(plan));
  }

  void improve_plan(Minutes window) {
    ImprovementOptions improvement;
    improvement.window = window;
    improvement.gap = options_.gap;
    improvement.bound = lp_.bound;
    improvement.deadline = options_.deadline;
    auto plan = improve(schedule_, rules_, pricer_, targets_, best_, pool_, lp_.prices, improvement,
                        [&](const ImprovementReport& part) {
                          incumbent_ = std::min(incumbent_, part.total);
                          report("improve", part.pass, part.flights, lp_.lp, lp_.bound);
                        });
    has_plan_ = false;  // what was improved costs no more
    take(std::move(plan));
  }

  Part whole_month() const {
    return {pricing::OpenFlights(schedule_.flights().size(), 1), targets_};
  }

  Result finish() {
    Result result;
    std::stable_sort(best_.begin(), best_.end(), [](const Candidate& a, const Candidate& b) {
      return std::pair(a.legs.front().flight, a.base_index) <
             std::pair(b.legs.front().flight, b.base_index);
    });
    for (Candidate& pairing : best_) {
      result.plan.pairings.push_back({fmt::format("P{:04}", result.plan.pairings.size() + 1),
                                      schedule_.bases()[pairing.base_index],
                                      std::move(pairing.legs)});
    }
    result.cost = incumbent_;
    result.bound = lp_.bound;
    result.lp = lp_.lp;
    result.prices = lp_.prices;
    result.bound_kind =
        lp_.stopped == GenerationStop::kOptimal ? BoundKind::kLp : BoundKind::kLagrangian;
    result.stopped = interrupted()                  ? Stop::kInterrupted
                     : options_.deadline.passed()   ? Stop::kTimeLimit
                     : gap() <= options_.gap + 1e-9 ? Stop::kGap
                                                    : Stop::kFinished;
    return result;
  }

  const schedule::Schedule& schedule_;
  const pairing::Rules& rules_;
  const Options& options_;
  const Observer& observer_;
  pricing::Pricer pricer_;
  std::vector<double> targets_;
  LpResult lp_;
  std::vector<Candidate> pool_;
  std::vector<Candidate> best_;
  bool has_plan_ = false;
  double incumbent_ = 0;
};

}  // namespace

Result optimize(const schedule::Schedule& schedule, const pairing::Rules& rules,
                const plan::Plan& start, Workers& workers, const Options& options,
                const Observer& observer) {
  return Optimization(schedule, rules, workers, options, observer).run(start);
}

}  // namespace skein::optimizer
