#include "optimizer/optimizer.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "cover/restricted_lp.h"
#include "optimizer/column_generation.h"
#include "optimizer/diving.h"
#include "optimizer/filling.h"
#include "optimizer/first_prices.h"
#include "optimizer/improvement.h"
#include "optimizer/lost_flights.h"
#include "optimizer/merging.h"
#include "optimizer/month_left.h"
#include "optimizer/relaxation.h"
#include "optimizer/rolling.h"
#include "optimizer/state.h"
#include "optimizer/tightening.h"
#include "optimizer/window_prices.h"
#include "pricing/pricer.h"

namespace skein::optimizer {
namespace {

// Flights in a part that branch and bound can handle; in a window most pairings need not be whole.
constexpr double kMostPartFlights = 1'000;
constexpr double kFlightsOfWindow = 1'250;

// Above this in the shortest windows a month is dense: dives make its plan, not windows.
constexpr double kMostWindowFlights = 2'000;
constexpr Minutes kShortestWindow = 2 * kDay;
constexpr Minutes kLongestWindow = 8 * kDay;

// Of the cost of a flight that is left: steps of branch and bound that cost more are avoided.
constexpr double kDearShare = 0.2;

constexpr double kLpGapShare = 0.01;  // of the gap that is asked of the plan
constexpr double kDenseLpGap = 1e-4;  // far below what is lost on the way to a plan
// Of the time that it may take else; dives and improvement take longer in dense months.
constexpr double kDenseLpTime = 0.7;

// Of the time to the deadline, that dives may take.
constexpr double kDiveTimeShare = 0.6;
// Until the flights of so many days are few enough for a window.
constexpr double kDiveToDays = 30;

// Of the time to the deadline, that the way from the middle of the optimal face to a vertex may
// take.
constexpr double kVertexTimeShare = 0.2;

// Of the bound, that cuts must be able to add to it; and of the time to the deadline, that they may
// take.
constexpr double kLeastCutGain = 1e-3;
constexpr double kCutTimeShare = 0.2;

// Of improvement: the longest parts; and after them, parts around losses at other places in every
// pass, until a turn of them gains less than this share of the gap.
constexpr Minutes kLongestPart = 8 * kDay;
constexpr int kRivalPasses = 8;  // of plans that are to be merged
constexpr double kLeastLastGain = 0.01;
constexpr int kMostLastPasses = 600;

constexpr int kMostProofs = 60;
constexpr double kFirstProofStep = 0.3;
constexpr double kLastProofStep = 0.02;
constexpr double kLeastProofGain = 1e-3;

class Optimization {
 public:
  Optimization(const schedule::Schedule& schedule, const pairing::Rules& rules, Workers& workers,
               const Options& options, const Observer& observer)
      : schedule_(schedule),
        rules_(rules),
        options_(options),
        observer_(observer),
        pricer_(schedule, rules, workers),
        left_(month_left(schedule, rules, options.base_rows)) {}

  Result run(const std::vector<plan::Plan>& starts) {
    CheckpointLevel level(options_.checkpoint, "optimization",
                          [&](StateArchive& archive) { exchange(archive); });
    if (!level.resumed()) {
      begin(starts);
      level.step();
    }
    pricer_.leave_out(relaxation_.lost);
    const Stages all = stages();
    while (stage_ < all.size()) {
      all[stage_]();
      ++stage_;
      stage_began_ = wall_seconds();
      level.step();
    }
    return finish();
  }

 private:
  void begin(const std::vector<plan::Plan>& starts) {
    take({});
    for (const plan::Plan& start : starts) {
      std::vector<Candidate> pairings = candidates_of(schedule_, start);
      seeds_.insert(seeds_.end(), pairings.begin(), pairings.end());
      take(std::move(pairings));
    }
    relaxation_.lost = lost_flights(rules_, pricer_, best_, left_.part.open);
  }

  using Stages = std::vector<std::function<void()>>;

  // In their order. What one leaves for the next is in `exchange`.
  Stages stages() {
    Stages all;
    for (int pass = 1; pass <= options_.passes; ++pass) {
      all.emplace_back([this, pass] { pass_ = pass; });
      if (pass == 1 || by_windows()) add_plan_stages(all);
      if (pass == 1) add_rival_stages(all);
      add_improvement_stages(all);
    }
    return all;
  }

  void add_plan_stages(Stages& stages) {
    stages.emplace_back([&] { by_windows() ? price_roughly() : solve_relaxation(); });
    stages.emplace_back([&] {
      if (!should_stop() && move_to_vertex() && !should_stop()) tighten_bound();
    });
    stages.emplace_back([&] {
      if (!should_stop() && plans_by_diving()) dive_down();
    });
    stages.emplace_back([&] {
      if (!should_stop()) roll_windows();
    });
    stages.emplace_back([&] {
      if (window_prices_) prove_towards(window_prices_->prices());
    });
  }

  // Where a dive decides on much before windows do, windows alone make another plan, and the two
  // are merged. Neither is always the better one. In dense months windows would take too long.
  void add_rival_stages(Stages& stages) {
    const auto if_wanted = [this](const std::function<void()>& stage) {
      return [this, stage] {
        if (!should_stop() && plans_by_diving() && !is_dense()) stage();
      };
    };
    stages.emplace_back(if_wanted([this] { improve_plan(improvement_of_rivals()); }));
    stages.emplace_back(if_wanted([this] { rivals_ = {best_, rolled(relaxation_)}; }));
    stages.emplace_back(if_wanted([this] { improve_rival(); }));
    stages.emplace_back(if_wanted([this] { take_merged(); }));
  }

  void add_improvement_stages(Stages& stages) {
    const Minutes none(0);
    for (Minutes length : {none, kDay, 2 * kDay, 3 * kDay, 5 * kDay, kLongestPart}) {
      if (length < 3 * kDay && !is_dense()) continue;
      if (length == none && flights_within(kDay) <= kMostPartFlights) continue;
      if (flights_within(length) > kMostPartFlights) continue;
      stages.emplace_back([this, length] {
        if (!should_stop()) improve_plan(improvement_by(length));
      });
    }
    // Small months have been searched through by then.
    const bool is_small = static_cast<double>(schedule_.flights().size()) <= kMostPartFlights;
    if (is_small || is_dense()) return;
    stages.emplace_back([this] {
      if (should_stop()) return;
      ImprovementOptions around_losses = improvement_by(kLongestPart);
      around_losses.only_losing = true;
      around_losses.losing_flights *= 3;  // smaller ones have been settled
      around_losses.least_gain = kLeastLastGain;
      around_losses.max_passes = kMostLastPasses;
      improve_plan(around_losses);
    });
  }

  bool by_windows() const { return options_.window > Minutes(0); }

  void exchange(StateArchive& archive) {
    archive.exchange("stage", stage_);
    archive.exchange_whole("pass over the month", pass_);
    double seconds = wall_seconds() - stage_began_;
    archive.exchange("seconds of the stage", seconds);
    optimizer::exchange(archive, "seeds", seeds_);
    optimizer::exchange(archive, "best plan", best_);
    optimizer::exchange(archive, lp_);
    optimizer::exchange(archive, relaxation_);
    archive.exchange_list("shares of the rest", dived_shares_);
    exchange_rivals(archive);
    bool has_cuts = tightened_.has_value();
    archive.exchange_whole("has cuts", has_cuts);
    if (has_cuts) exchange_cuts(archive);
    bool has_windows = window_prices_.has_value();
    archive.exchange_whole("has windows", has_windows);
    if (has_windows) exchange_windows(archive);
    if (!archive.reads()) return;
    stage_began_ = wall_seconds() - seconds;
    has_plan_ = true;
    figures_ = plan_figures(schedule_, rules_, targets_, best_);
  }

  void exchange_rivals(StateArchive& archive) {
    std::uint64_t count = rivals_.size();
    archive.exchange("rivals", count);
    rivals_.resize(count);
    for (std::vector<Candidate>& rival : rivals_) optimizer::exchange(archive, "rival", rival);
  }

  void exchange_cuts(StateArchive& archive) {
    if (!tightened_) tightened_.emplace();
    archive.exchange("bound with cuts", tightened_->value);
    optimizer::exchange(archive, tightened_->proof);
  }

  void exchange_windows(StateArchive& archive) {
    if (!window_prices_) window_prices_.emplace(schedule_, relaxation_.prices);
    window_prices_->exchange(archive);
  }

  // Of the time that was left when the stage began, perhaps in a run before this one.
  Deadline share_of_stage(double part) const {
    return options_.deadline.share(part, wall_seconds() - stage_began_);
  }

  // Keeps the plan if it is the best.
  void take(std::vector<Candidate> plan) {
    const PlanFigures figures = plan_figures(schedule_, rules_, targets_, plan);
    if (has_plan_ && figures.cost >= figures_.cost) return;
    has_plan_ = true;
    figures_ = figures;
    best_ = std::move(plan);
  }

  // A plan that was cut off leaves flights.
  void take_filled(std::vector<Candidate> plan) {
    take(filled(schedule_, rules_, relaxation_, std::move(plan)));
  }

  // With cuts, if there are any.
  double lp() const { return tightened_ ? tightened_->value : lp_.lp; }
  double bound() const { return tightened_ ? tightened_->value : lp_.bound; }
  double gap() const {
    const double cost = figures_.cost + left_.locked_cost;
    return cost > 0 ? (figures_.cost - bound()) / cost : 0;
  }

  bool should_stop() const { return gap() <= options_.gap + 1e-9 || options_.deadline.passed(); }

  Progress line_of(Phase phase, int round, std::size_t columns, double lp, double bound) const {
    Progress line;
    line.phase = phase;
    line.pass = pass_;
    line.round = round;
    line.columns = columns;
    line.lp = lp > 0 ? lp + left_.locked_cost : 0;
    line.bound = bound + left_.locked_cost;
    line.plan = figures_;
    line.plan.cost += left_.locked_cost;
    line.plan.deadheads += left_.locked_deadheads;
    return line;
  }

  void report(Phase phase, int round, std::size_t columns, double lp, double bound) {
    if (observer_) observer_(line_of(phase, round, columns, lp, bound));
  }

  void report(const RoundReport& round) {
    if (!observer_) return;
    Progress line = line_of(Phase::kRelaxation, round.round, round.columns, round.lp, round.bound);
    line.rows = round.rows;
    line.max_cuts = round.phase;
    observer_(line);
  }

  double days_of_month() const {
    const Minutes length = schedule_.period().end - schedule_.period().begin;
    return std::max(1.0, static_cast<double>(length.count()) / kDay.count());
  }

  // In so much time, on average.
  double flights_within(Minutes length) const {
    const double days = static_cast<double>(length.count()) / kDay.count();
    return days * static_cast<double>(schedule_.flights().size()) / days_of_month();
  }

  bool is_dense() const {
    return flights_within(kShortestWindow + kWindowTail) > kMostWindowFlights;
  }
  // Where more is undecided than windows do well. Where cuts pay, shares tell too little of plans.
  bool plans_by_diving() const {
    if (by_windows() || tightened_) return false;
    return is_dense() || flights_in_part(relaxation_) > flights_for_windows();
  }

  // That a dive leaves to windows.
  double flights_for_windows() const { return kFlightsOfWindow * days_of_month() / kDiveToDays; }

  void solve_relaxation() {
    master_.emplace(schedule_, rules_, left_.part);
    Master& master = *master_;
    ColumnGenerationOptions generation;
    if (!options_.links.empty()) {
      generation.links = options_.links;
      generation.fitting_columns = best_.size();
      for (const Candidate& pairing : best_) master.add(pairing);
    }
    for (const Candidate& pairing : seeds_) master.add(pairing);
    generation.guess = options_.prices;
    generation.gap = relaxation_gap();
    generation.enough = figures_.cost - options_.gap * (figures_.cost + left_.locked_cost);
    generation.centred = !is_dense();
    generation.memory_mb = options_.memory_mb;
    generation.deadline =
        share_of_stage((is_dense() ? kDenseLpTime : 1.0) * options_.lp_time_share);
    generation.checkpoint = options_.checkpoint;
    generation.method = options_.master;
    lp_ = generate_columns(master, pricer_, generation,
                           [&](const RoundReport& round) { report(round); });
    master.lift_ceilings();
    if (options_.on_relaxation) options_.on_relaxation(master);
    for (std::size_t j = 0; j < master.columns(); ++j) {
      relaxation_.pool.push_back(master.pairing(j));
    }
    relaxation_.prices = lp_.prices;
    relaxation_.shares = lp_.shares;
    take_filled(mostly_taken(schedule_, relaxation_));
  }

  double relaxation_gap() const {
    const double enough = std::max(options_.lp_gap, kLpGapShare * options_.gap);
    return is_dense() ? std::max(enough, kDenseLpGap) : enough;
  }

  // The master as the relaxation left it, also where an earlier run has solved that.
  const Master& solved_master() {
    if (!master_) {
      master_.emplace(schedule_, rules_, left_.part);
      for (const Candidate& pairing : relaxation_.pool) master_->add(pairing);
    }
    return *master_;
  }

  // Of the optimal face, by simplex over the columns that can be part of it. False if there is none
  // to move to. CLP keeps more than a checkpoint can hold, so this and the cuts are one step.
  bool move_to_vertex() {
    if (lp_.stopped != GenerationStop::kOptimal || is_dense()) return false;
    const Master& master = solved_master();
    std::vector<std::size_t> near;
    for (std::size_t j = 0; j < master.columns(); ++j) {
      const bool in_use = j < lp_.shares.size() && lp_.shares[j] > 1e-3;
      if (in_use || cover::reduced_cost(master.problem(), lp_.duals, j) < 2) near.push_back(j);
    }
    auto vertex = std::make_unique<cover::RestrictedLp>(master.problem(), near,
                                                        options_.deadline.share(kVertexTimeShare));
    if (!vertex->solve()) return false;
    relaxation_.shares.assign(master.columns(), 0.0);
    for (std::size_t k = 0; k < near.size(); ++k) relaxation_.shares[near[k]] = vertex->share(k);
    vertex_ = std::move(vertex);
    return true;
  }

  void tighten_bound() {
    TighteningOptions cuts;
    cuts.least_gain = kLeastCutGain * lp_.bound;
    cuts.deadline = options_.deadline.share(kCutTimeShare);
    tightened_ = tighten(*master_, *vertex_, pricer_, lp_.prices, lp_.bound, cuts,
                         [&](const TighteningReport& round) {
                           report(Phase::kCuts, round.round, round.columns, round.lp, round.bound);
                         });
  }

  // In place of the relaxation: some prices for what lies beyond a window.
  void price_roughly() {
    lp_.stopped = GenerationStop::kRounds;
    relaxation_.pool = pass_ == 1 ? seeds_ : best_;
    window_prices_.reset();
    if (pass_ > 1) return;  // the bound and its prices are better than those of the plan alone
    lp_.prices = first_prices(schedule_, rules_, pricer_, best_);
    lp_.bound = dual_value(lp_.prices);
    relaxation_.prices = lp_.prices;
  }

  double dual_value(const pricing::Prices& prices) const {
    return Master(schedule_, rules_, left_.part).dual_value(prices);
  }

  void dive_down() {
    DivingOptions diving;
    diving.pace = share_of_stage(kDiveTimeShare);
    diving.deadline = options_.deadline;
    diving.checkpoint = options_.checkpoint;
    diving.leave = static_cast<std::size_t>(flights_for_windows());
    Dived dived = dive(schedule_, rules_, pricer_, targets_, relaxation_, diving,
                       [&](const DiveReport& step) {
                         report(Phase::kDiving, step.step, step.columns, step.cost, lp_.bound);
                       });
    dived_shares_ = std::move(dived.shares);
    take_filled(std::move(dived.taken));
  }

  // What windows begin with: the relaxation as dives left it, if there were any.
  Relaxation relaxation_left() const {
    Relaxation left = relaxation_;
    if (!dived_shares_.empty()) left.shares = dived_shares_;
    return left;
  }

  void roll_windows() { take(rolled(relaxation_left())); }

  // A plan by windows, of what the relaxation leaves undecided.
  std::vector<Candidate> rolled(const Relaxation& relaxation) {
    const bool chosen = by_windows();
    RollingOptions rolling;
    rolling.window = chosen ? options_.window : window_length(relaxation);
    rolling.overlap = chosen ? options_.overlap : overlap_of(rolling.window);
    rolling.whole_overlap = tightened_.has_value();
    rolling.part.max_columns = 12'000;
    rolling.part.first_threshold = 400;
    rolling.part.max_nodes = 400;
    rolling.part.sure_share = 0.95;
    rolling.part.dear = kDearShare * rules_.cost.uncovered_flight.amount();
    rolling.part.cuts = tightened_.has_value();
    rolling.part.deadline = options_.deadline;
    rolling.part.known_rides = is_dense() && !chosen;
    if (chosen) rolling.part.links = pass_ == 1 ? options_.links : links_of(best_);
    rolling.checkpoint = options_.checkpoint;
    if (chosen && !window_prices_) window_prices_.emplace(schedule_, relaxation_.prices);
    const auto observe = [&](const WindowReport& window) {
      if (window_prices_) window_prices_->take(window);
      report(Phase::kWindows, window.number, window.solution.columns, lp(), bound());
    };
    return filled(schedule_, rules_, relaxation_,
                  roll(schedule_, rules_, pricer_, targets_, relaxation, rolling, observe));
  }

  // Prices of single windows do not fit together: proven as they are, they lose most of their
  // value. So they are approached from the best proven ones, in steps that get shorter where they
  // bring nothing.
  void prove_towards(const pricing::Prices& prices) {
    pricer_.open_month();
    const Master month(schedule_, rules_, left_.part);
    double step = kFirstProofStep;
    int k = 0;
    CheckpointLevel level(options_.checkpoint, "proofs", [&](StateArchive& archive) {
      archive.exchange("step", step);
      archive.exchange_whole("proofs", k);
    });
    while (k < kMostProofs && step > kLastProofStep) {
      if (options_.deadline.passed()) break;
      pricing::Prices proven = pricer_.prove(pricing::blend(prices, lp_.prices, 1 - step));
      const double bound = month.dual_value(proven);
      if (bound > lp_.bound * (1 + kLeastProofGain)) {
        lp_.bound = bound;
        lp_.prices = std::move(proven);
      } else {
        step /= 2;
      }
      ++k;
      level.step();
    }
    relaxation_.prices = lp_.prices;
  }

  // As long as keeps the flights of a window, with its tail, near kFlightsOfWindow.
  Minutes window_length(const Relaxation& relaxation) const {
    const double in_part = flights_in_part(relaxation);
    const double days = kFlightsOfWindow * days_of_month() / std::max(1.0, in_part);
    const Minutes length = Minutes(kDay.count() * std::lround(days)) - kWindowTail;
    return std::clamp(length, kShortestWindow, kLongestWindow);
  }

  // Where cuts pay, pairings in part tell little of what comes.
  Minutes overlap_of(Minutes window) const {
    return Minutes(tightened_ ? window.count() / 2 : window.count() * 7 / 10);
  }

  // That the relaxation does not decide on.
  double flights_in_part(const Relaxation& relaxation) const {
    pricing::OpenFlights open(schedule_.flights().size(), 1);
    relaxation.close_lost(open);
    for (std::size_t j = 0; j < relaxation.pool.size(); ++j) {
      if (relaxation.is_whole(j)) mark_operated(relaxation.pool[j], 0, open);
    }
    return static_cast<double>(std::count(open.begin(), open.end(), 1));
  }

  ImprovementOptions improvement_by(Minutes length) const {
    ImprovementOptions improvement;
    improvement.window = length;
    improvement.by_base = is_dense();
    improvement.gap = options_.gap;
    improvement.bound = bound();
    improvement.part.max_nodes = (length > 3 * kDay ? 2'000 : 500) << std::min(2 * (pass_ - 1), 10);
    improvement.part.cuts = tightened_.has_value();
    improvement.part.known_rides = is_dense();
    improvement.part.deadline = options_.deadline;
    improvement.checkpoint = options_.checkpoint;
    return improvement;
  }

  std::vector<Candidate> improved(const std::vector<Candidate>& begun,
                                  const ImprovementOptions& improvement) {
    return improve(schedule_, rules_, pricer_.workers(), targets_, begun, relaxation_, improvement,
                   [&](const ImprovementReport& part, const std::vector<Candidate>& plan) {
                     if (part.solution.improved) take(plan);
                     report(Phase::kImprovement, part.pass, part.solution.columns, lp(), bound());
                   });
  }

  void improve_plan(const ImprovementOptions& improvement) { improved(best_, improvement); }

  // Two turns: after them, to make another plan and merge them gains more for its time.
  ImprovementOptions improvement_of_rivals() const {
    ImprovementOptions improvement = improvement_by(3 * kDay);
    improvement.max_passes = kRivalPasses;
    return improvement;
  }

  void improve_rival() {
    if (!rivals_.empty()) rivals_.back() = improved(rivals_.back(), improvement_of_rivals());
  }

  void take_merged() {
    MergingOptions merging;
    merging.deadline = options_.deadline;
    std::vector<std::vector<Candidate>> plans{best_};
    for (std::vector<Candidate>& rival : rivals_) plans.push_back(std::move(rival));
    rivals_.clear();
    take(merged(schedule_, rules_, left_.part, plans, merging));
  }

  Result finish() {
    Result result;
    result.plan.pairings = named_plan();
    result.cost = figures_.cost + left_.locked_cost;
    result.bound = bound() + left_.locked_cost;
    result.lp = lp_.lp > 0 ? lp_.lp + left_.locked_cost : 0;
    result.proof = tightened_ ? std::move(tightened_->proof) : Proof{lp_.prices, {}};
    result.bound_kind = tightened_                                ? BoundKind::kCuts
                        : lp_.stopped == GenerationStop::kOptimal ? BoundKind::kLp
                                                                  : BoundKind::kLagrangian;
    result.memory_reached = lp_.stopped == GenerationStop::kMemory;
    result.stopped = interrupted()                  ? Stop::kInterrupted
                     : options_.deadline.passed()   ? Stop::kTimeLimit
                     : gap() <= options_.gap + 1e-9 ? Stop::kGap
                                                    : Stop::kFinished;
    return result;
  }

  // With the locked pairings, which keep their names; the others are numbered.
  std::vector<plan::Pairing> named_plan() {
    std::vector<plan::Pairing> pairings = rules_.wishes.locked_pairings;
    std::set<std::string> taken;
    for (const plan::Pairing& locked : pairings) taken.insert(locked.name);
    for (Candidate& pairing : best_) {
      pairings.push_back({"", schedule_.bases()[pairing.base_index], std::move(pairing.legs)});
    }
    std::stable_sort(pairings.begin(), pairings.end(),
                     [](const plan::Pairing& a, const plan::Pairing& b) {
                       return std::pair(a.legs.front().flight, a.base) <
                              std::pair(b.legs.front().flight, b.base);
                     });
    std::size_t number = 0;
    for (plan::Pairing& pairing : pairings) {
      if (!pairing.name.empty()) continue;
      while (taken.contains(pairing.name = fmt::format("P{:04}", ++number))) continue;
    }
    return pairings;
  }

  const schedule::Schedule& schedule_;
  const pairing::Rules& rules_;
  const Options& options_;
  const Observer& observer_;
  pricing::Pricer pricer_;
  MonthLeft left_;
  const std::vector<double>& targets_ = left_.part.targets;
  std::size_t stage_ = 0;  // that is under way
  int pass_ = 1;           // over the month
  double stage_began_ = wall_seconds();
  std::optional<Master> master_;  // of the relaxation
  LpResult lp_;
  std::unique_ptr<cover::RestrictedLp> vertex_;  // of the relaxation; none if it was not found
  std::optional<TightenedBound> tightened_;
  std::vector<Candidate> seeds_;  // pairings of the starts
  Relaxation relaxation_;
  std::vector<double> dived_shares_;           // of its pool, where there was a dive
  std::optional<WindowPrices> window_prices_;  // of windows that were asked for
  std::vector<Candidate> best_;
  std::vector<std::vector<Candidate>> rivals_;  // plans to be merged with it
  bool has_plan_ = false;
  PlanFigures figures_;  // of the best
};

}  // namespace

Result optimize(const schedule::Schedule& schedule, const pairing::Rules& rules,
                const std::vector<plan::Plan>& starts, Workers& workers, const Options& options,
                const Observer& observer) {
  return Optimization(schedule, rules, workers, options, observer).run(starts);
}

}  // namespace skein::optimizer
