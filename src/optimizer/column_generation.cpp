#include "optimizer/column_generation.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "cover/aggregation.h"
#include "optimizer/spread.h"
#include "optimizer/state.h"

namespace skein::optimizer {
namespace {

using pricing::PricedPairing;
using pricing::Prices;

constexpr double kNegative = -1e-6;  // reduced costs above are taken for 0
constexpr std::size_t kFewLabels = 2;
constexpr double kCeilingStep = 2.6;
constexpr double kRaiseGap = 0.1;
constexpr int kMostIdleRounds = 5;
constexpr double kSharesOfGuess[] = {1, 0.9};
constexpr double kIdleShare = 0.1;
// While pairings cut few links, nothing is proven: masters are solved to this share of what the
// relaxation fell by in the last round, between these gaps.
constexpr double kPhaseShare = 1;
constexpr double kPhaseRoughest = 0.01;
constexpr double kPhaseFinest = 3e-4;

class Generation {
 public:
  Generation(Master& master, pricing::Pricer& pricer, const ColumnGenerationOptions& options)
      : master_(master),
        pricer_(pricer),
        options_(options),
        solver_(pricer.workers(),
                {.method = options.method, .gap = options.gap, .deadline = options.deadline}) {}

  LpResult run(const RoundObserver& observer) {
    if (master_.flights().empty()) return empty_result();
    if (!options_.links.empty()) {
      clusters_ = std::make_unique<Clusters>(master_, options_.links, options_.fitting_columns,
                                             options_.clusters);
    }
    CheckpointLevel level(options_.checkpoint, "column generation",
                          [&](StateArchive& archive) { exchange(archive); });
    if (level.resumed()) {
      // Goes on with the next round.
    } else if (options_.start.flight.empty()) {
      begin();
    } else {
      centre_ = options_.start;
      bound_ = master_.dual_value(centre_);
    }
    lost_ = cost_of_lost();
    while (true) {
      solve_master();
      const std::size_t raised = raise_ceilings();
      if (const auto stop = should_stop(round_, raised)) {
        if (observer && stop == GenerationStop::kEnough) observer(report_of_round());
        if (options_.centred && stop == GenerationStop::kOptimal) centre_solution();
        return result(round_, *stop);
      }
      RoundReport report = report_of_round();
      report.added = price();
      report.bound = bound_;
      report.gap = gap_;
      if (observer) observer(report);
      ++round_;
      level.step();
    }
  }

 private:
  LpResult empty_result() const {
    LpResult result;
    result.prices = zero_prices();
    return result;
  }

  Prices zero_prices() const {
    return master_.prices({std::vector<double>(master_.flights().size(), 0.0),
                           std::vector<double>(master_.problem().budgets.size(), 0.0)});
  }

  // Low ceilings, and prices of 0 for a centre; but for flights that no pairing can operate, what
  // it costs to leave them.
  void begin() {
    Prices centre = zero_prices();
    const double ceiling = first_ceiling();
    for (FlightId flight : master_.flights()) {
      if (pricer_.is_left_out(flight)) {
        centre.flight[flight] = master_.highest_ceiling(flight);
      } else if (ceiling > 0) {
        master_.set_ceiling(flight, ceiling);
      }
    }
    prove(centre);
    if (!options_.guess.flight.empty()) prove_guess(centre);
  }

  // What lost flights cost is known better than by any guess, and no price may be above what it
  // costs to leave a flight or to exceed the hours of a base. Lower prices may prove more: they are
  // not beaten in as many places.
  void prove_guess(const Prices& known) {
    Prices guess = known;
    for (FlightId flight : master_.flights()) {
      if (pricer_.is_left_out(flight)) continue;
      guess.flight[flight] =
          std::min(options_.guess.flight[flight], master_.highest_ceiling(flight));
    }
    const auto& budgets = master_.problem().budgets;
    for (std::size_t b = 0; b < std::min(budgets.size(), options_.guess.base.size()); ++b) {
      guess.base[b] =
          std::clamp(options_.guess.base[b], known.base[b], known.base[b] + budgets[b].excess_cost);
    }
    for (const double share : kSharesOfGuess) prove(pricing::blend(known, guess, share));
  }

  // 0: nothing is known.
  double first_ceiling() const {
    double cost = 0;
    double covered = 0;
    for (std::size_t j = 0; j < master_.columns(); ++j) {
      cost += master_.cost(j);
      covered += static_cast<double>(master_.problem().columns.rows(j).size());
    }
    return covered > 0 ? options_.first_ceiling * cost / covered : 0;
  }

  // Of flights that no pairing can operate.
  double cost_of_lost() const {
    double cost = 0;
    for (FlightId flight : master_.flights()) {
      if (pricer_.is_left_out(flight)) cost += master_.highest_ceiling(flight);
    }
    return cost;
  }

  void solve_master() {
    if (solution_.duals.row.empty()) {
      solution_.duals = master_.duals(centre_);
      solution_.columns = options_.first_shares;
    }
    const double before = solution_.primal;
    if (clusters_) {
      solve_aggregated();
    } else {
      solution_ = solver_.solve(master_.problem(), solution_, asked_gap());
    }
    fell_by_ = round_ > 0 ? before - solution_.primal : solution_.primal;
    update_gap();
  }

  // Where the last rounds brought no pairing, the gap is what the master's solution lacks.
  double asked_gap() const {
    return options_.proves ? gap_ * std::pow(kIdleShare, idle_rounds_) : options_.gap;
  }

  void solve_aggregated() {
    const cover::Aggregation aggregation(master_.problem(), clusters_->partition());
    const double gap = is_limited() ? phase_gap_ : asked_gap();
    const double before = solution_.primal;
    const cover::LpSolution next =
        solver_.solve(aggregation.problem(), aggregation.gather(solution_), gap);
    const std::vector<double> near =
        is_limited() ? solution_.duals.row : master_.duals(centre_).row;
    solution_ = aggregation.spread(next, near);
    if (before > 0) {
      phase_gap_ = std::clamp(kPhaseShare * (before - solution_.primal) / before, kPhaseFinest,
                              kPhaseRoughest);
    }
  }

  void centre_solution() {
    if (solver_.is_centred()) return;
    solution_ = solver_.solve_centred(master_.problem(), solution_, gap_);
  }

  // Whether pairings may cut few links only.
  bool is_limited() const { return clusters_ && clusters_->is_limited(); }

  RoundReport report_of_round() const {
    RoundReport report;
    report.round = round_;
    report.columns = master_.columns();
    report.lp = true_primal();
    report.bound = bound_;
    report.gap = gap_;
    report.rows = clusters_ ? clusters_->partition().clusters() : master_.flights().size();
    report.phase = is_limited() ? clusters_->phase() : -1;
    const auto in_part = [](double share) { return share > 1e-3 && share < 1 - 1e-3; };
    report.fractional = static_cast<std::size_t>(
        std::count_if(solution_.columns.begin(), solution_.columns.end(), in_part));
    return report;
  }

  // Of the solution, with all that is left uncovered at its full cost.
  double true_primal() const {
    std::vector<double> left(master_.flights().size(), 1.0);
    for (std::size_t j = 0; j < solution_.columns.size(); ++j) {
      for (std::uint32_t row : master_.problem().columns.rows(j)) left[row] -= solution_.columns[j];
    }
    double primal = solution_.primal;
    for (std::size_t row = 0; row < left.size(); ++row) {
      const FlightId flight = master_.flights()[row];
      primal +=
          std::max(0.0, left[row]) * (master_.highest_ceiling(flight) - master_.ceiling(flight));
    }
    return primal;
  }

  double true_gap() const {
    const double primal = true_primal();
    return (primal - bound_) / std::max(1e-9, std::abs(primal));
  }

  void update_gap() {
    const double size = std::max(1e-9, std::abs(solution_.primal));
    const double open = std::max(1e-9, size - lost_);
    gap_ = std::clamp((solution_.primal - bound_) / size, 0.0, 1.0);
    open_gap_ = std::clamp((solution_.primal - bound_) / open, 0.0, 1.0);
  }

  // Where duals press against their ceilings, or flights are left uncovered below the true cost.
  std::size_t raise_ceilings() {
    if (!options_.proves || (open_gap_ > kRaiseGap && !is_limited())) return 0;
    std::size_t raised = 0;
    const auto flights = master_.flights();
    for (std::size_t row = 0; row < flights.size(); ++row) {
      const double ceiling = master_.ceiling(flights[row]);
      if (ceiling >= master_.highest_ceiling(flights[row]) ||
          solution_.duals.row[row] < 0.9 * ceiling)
        continue;
      master_.set_ceiling(flights[row], kCeilingStep * ceiling);
      ++raised;
    }
    return raised;
  }

  std::optional<GenerationStop> should_stop(int round, std::size_t raised) const {
    if (interrupted()) return GenerationStop::kInterrupted;
    if (options_.deadline.passed()) return GenerationStop::kTimeLimit;
    if (current_memory_mb() > options_.memory_mb) return GenerationStop::kMemory;
    if (bound_ >= options_.enough) return GenerationStop::kEnough;
    if (is_limited()) return std::nullopt;
    if (!options_.proves && (added_last_ == 0 || fell_by_ < options_.gap * solution_.primal)) {
      return GenerationStop::kRounds;
    }
    const bool full_price = raised == 0 || true_gap() <= options_.gap;
    if (gap_ <= options_.gap && full_price) return GenerationStop::kOptimal;
    // No pairing improves the master; what is left of the gap is the precision of its solution.
    if (raised == 0 && idle_rounds_ >= kMostIdleRounds) return GenerationStop::kOptimal;
    if (round >= options_.max_rounds || options_.pace.passed()) return GenerationStop::kRounds;
    return std::nullopt;
  }

  // Adds pairings; returns how many.
  std::size_t price() {
    if (is_limited()) return price_few_cuts();
    const Prices duals = master_.prices(solution_.duals);
    if (!options_.proves) return price_once(duals);
    const bool is_near = open_gap_ < options_.near_gap;
    const double smoothing = added_last_ == 0 ? 0
                             : is_near        ? options_.smoothing_near
                                              : smoothing_far_;
    const double before = bound_;
    std::vector<PricedPairing> found =
        price_at(pricing::blend(duals, centre_, smoothing), smoothing == 0);
    if (proved_last_) adapt_smoothing(bound_ > before);
    if (is_near && smoothing > 0) append(found, prove(duals));
    added_last_ = add_found(found, duals);
    idle_rounds_ = added_last_ == 0 ? idle_rounds_ + 1 : 0;
    update_gap();
    return added_last_;
  }

  // Wild duals are slow to price, and bring pairings that better ones outdo.
  double smoothing_without_proofs() const {
    return open_gap_ > options_.prove_seldom_gap ? options_.smoothing_first
                                                 : options_.smoothing_near;
  }

  std::size_t price_once(const Prices& duals) {
    pricing::PricingOptions options;
    options.max_labels = open_gap_ > options_.quick_pricing_gap ? kFewLabels : options_.max_labels;
    std::vector<PricedPairing> found =
        pricer_.price(pricing::blend(duals, centre_, smoothing_without_proofs()), options);
    added_last_ = add_found(found, duals);
    if (added_last_ == 0 && open_gap_ < options_.near_gap) {  // the duals themselves may be beaten
      found = pricer_.price(duals, options);
      added_last_ = add_found(found, duals);
    }
    return added_last_;
  }

  std::size_t price_few_cuts() {
    const Prices duals = master_.prices(solution_.duals);
    pricing::PricingOptions options;
    options.links = &clusters_->links();
    options.max_cuts = clusters_->phase();
    std::vector<PricedPairing> found = pricer_.price(duals, options);
    return add_found(found, duals);
  }

  // Bolder after a better bound, more careful after none.
  void adapt_smoothing(bool improved) {
    smoothing_far_ += improved ? -options_.smoothing_step : 2 * options_.smoothing_step;
    smoothing_far_ = std::clamp(smoothing_far_, options_.smoothing_least, options_.smoothing_most);
  }

  std::vector<PricedPairing> price_at(const Prices& prices, bool must_prove) {
    std::vector<PricedPairing> found;
    proved_last_ = must_prove || ++rounds_since_proof_ >= rounds_between_proofs();
    if (proved_last_) {
      found = prove(prices);
      rounds_since_proof_ = 0;
    }
    pricing::PricingOptions quick;
    if (open_gap_ > options_.quick_pricing_gap) quick.max_labels = kFewLabels;
    append(found, pricer_.price(prices, quick));
    return found;
  }

  int rounds_between_proofs() const {
    return open_gap_ < options_.prove_always_gap   ? 1
           : open_gap_ < options_.prove_seldom_gap ? 2
                                                   : 4;
  }

  static void append(std::vector<PricedPairing>& list, std::vector<PricedPairing> more) {
    std::move(more.begin(), more.end(), std::back_inserter(list));
  }

  std::vector<PricedPairing> prove(const Prices& prices) {
    std::vector<PricedPairing> found;
    Prices proven = pricer_.prove(prices, &found);
    const double value = master_.dual_value(proven);
    if (centre_.flight.empty() || value > bound_) {
      bound_ = value;
      centre_ = std::move(proven);
    }
    return found;
  }

  std::size_t add_found(std::vector<PricedPairing>& found, const Prices& duals) {
    std::vector<std::pair<double, Candidate>> candidates;
    for (PricedPairing& pairing : found) {
      Candidate candidate{pricer_.groups()[pairing.group].base_index, std::move(pairing.legs)};
      const double cost = master_.reduced_cost(duals, candidate);
      if (cost < kNegative) candidates.emplace_back(cost, std::move(candidate));
    }
    const std::size_t added =
        add_spread(master_, std::move(candidates), options_.pairings_per_flight);
    return clusters_ ? added + decide_on_clusters(added) : added;
  }

  // Returns 1 where the clusters are others now, which may improve the master too.
  std::size_t decide_on_clusters(std::size_t added) {
    const bool was_limited = is_limited();
    const bool is_split = clusters_->decide(master_, solution_.duals, added, solution_.primal);
    if (is_split) solver_.forget();
    if (was_limited && !is_limited()) {
      // The duals are no longer poor: little is taken from the centre, which is.
      smoothing_far_ = options_.smoothing_least;
      prove(master_.prices(solution_.duals));
    }
    return is_split ? 1 : 0;
  }

  LpResult result(int rounds, GenerationStop stop) {
    LpResult result;
    result.lp = solution_.primal;
    result.bound = bound_;
    result.prices = centre_;
    result.shares = solution_.columns;
    result.duals = solution_.duals;
    result.rounds = rounds;
    result.stopped = stop;
    return result;
  }

  // All that the next round depends on.
  void exchange(StateArchive& archive) {
    master_.exchange(archive);
    archive.exchange_whole("round", round_);
    optimizer::exchange(archive, solution_);
    solver_.exchange(archive);
    if (clusters_) clusters_->exchange(archive);
    archive.exchange("gap of the phase", phase_gap_);
    optimizer::exchange(archive, "centre", centre_);
    archive.exchange("bound", bound_);
    archive.exchange("gap", gap_);
    archive.exchange("open gap", open_gap_);
    archive.exchange("smoothing", smoothing_far_);
    archive.exchange_whole("rounds since the last proof", rounds_since_proof_);
    archive.exchange("added last", added_last_);
    archive.exchange_whole("idle rounds", idle_rounds_);
  }

  Master& master_;
  pricing::Pricer& pricer_;
  const ColumnGenerationOptions& options_;
  int round_ = 0;
  cover::LpSolution solution_;
  MasterSolver solver_;
  std::unique_ptr<Clusters> clusters_;  // none: a row for each flight
  double phase_gap_ = kPhaseRoughest;
  Prices centre_;     // proven
  double bound_ = 0;  // its value
  double gap_ = 1;
  double lost_ = 0;      // cost of flights that no pairing can operate
  double open_gap_ = 1;  // of the others: what is to be decided on
  double fell_by_ = 0;   // the master's value, in the last round
  double smoothing_far_ = options_.smoothing_first;
  bool proved_last_ = false;
  int rounds_since_proof_ = 3;  // the first round has one
  std::size_t added_last_ = 1;
  int idle_rounds_ = 0;  // that added nothing
};

}  // namespace

LpResult generate_columns(Master& master, pricing::Pricer& pricer,
                          const ColumnGenerationOptions& options, const RoundObserver& observer) {
  return Generation(master, pricer, options).run(observer);
}

}  // namespace skein::optimizer
