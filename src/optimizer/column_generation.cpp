#include "optimizer/column_generation.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "cover/first_order.h"
#include "cover/interior_point.h"
#include "optimizer/spread.h"
#include "optimizer/state.h"

namespace skein::optimizer {
namespace {

using pricing::PricedPairing;
using pricing::Prices;

constexpr double kNegative = -1e-6;  // reduced costs above are taken for 0
constexpr double kCeilingStep = 2.6;
constexpr double kRaiseGap = 0.1;
constexpr int kMostIdleRounds = 5;
constexpr double kMostLeft = 0.05;   // of the flights, by a plan that is not cut short
constexpr double kRoughShare = 0.3;  // of the gap, to which rough solutions are solved

class Generation {
 public:
  Generation(Master& master, pricing::Pricer& pricer, const ColumnGenerationOptions& options)
      : master_(master), pricer_(pricer), options_(options) {}

  LpResult run(const RoundObserver& observer) {
    if (master_.flights().empty()) return empty_result();
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
    while (true) {
      solve_master();
      const std::size_t raised = raise_ceilings();
      if (const auto stop = should_stop(round_, raised)) {
        if (options_.centred && stop == GenerationStop::kOptimal && !by_interior_) solve_exactly();
        return result(round_, *stop);
      }
      const std::size_t added = price();
      if (observer) {
        observer({round_, master_.columns(), solution_.primal, bound_, gap_, added});
      }
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

  // Low ceilings, and prices of 0 for a centre; but where the first plan leaves flights, perhaps
  // because no pairing can cover them, what that costs.
  void begin() {
    Prices centre = zero_prices();
    const double ceiling = first_ceiling();
    const std::vector<char> is_left = left_rows();
    for (std::size_t row = 0; row < is_left.size(); ++row) {
      const FlightId flight = master_.flights()[row];
      if (is_left[row]) {
        centre.flight[flight] = master_.highest_ceiling(flight);
      } else if (ceiling > 0) {
        master_.set_ceiling(flight, ceiling);
      }
    }
    prove(centre);
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

  // None where there are many: such a plan was cut short, and tells nothing.
  std::vector<char> left_rows() const {
    std::vector<char> is_left(master_.flights().size(), 1);
    for (std::size_t j = 0; j < master_.columns(); ++j) {
      for (std::uint32_t row : master_.problem().columns.rows(j)) is_left[row] = 0;
    }
    const auto left = static_cast<double>(std::count(is_left.begin(), is_left.end(), 1));
    if (left > kMostLeft * static_cast<double>(is_left.size())) {
      is_left.assign(is_left.size(), 0);
    }
    return is_left;
  }

  void solve_master() {
    if (!by_interior_) solve_roughly();
    const bool too_late = options_.deadline.passed() && !solution_.columns.empty();
    if (by_interior_ && !too_late) solve_exactly();
    update_gap();
  }

  // Once that takes too long, never again.
  void solve_roughly() {
    cover::FirstOrderOptions rough;
    rough.gap = kRoughShare * std::max(gap_, options_.gap);
    rough.max_iterations = options_.rough_iterations;
    rough.deadline = options_.deadline;
    if (solution_.duals.row.empty()) {
      solution_.duals = master_.duals(centre_);
      solution_.columns = options_.first_shares;
    }
    cover::LpSolution next =
        cover::solve_first_order(master_.problem(), solution_, pricer_.workers(), rough);
    by_interior_ = !next.converged;
    if (next.converged || solution_.iterations == 0) solution_ = std::move(next);
  }

  void solve_exactly() {
    cover::InteriorPointOptions interior;
    interior.gap = std::clamp(0.1 * gap_, 0.1 * options_.gap, 1e-2);
    interior.deadline = options_.deadline;
    cover::LpSolution next = cover::solve_interior(master_.problem(), pricer_.workers(), interior);
    // What was cut short is worth less than the last solution.
    const bool cut_short = !next.converged && options_.deadline.passed();
    if (cut_short && !solution_.columns.empty()) return;
    solution_ = std::move(next);
  }

  // With all that is left uncovered at its full cost.
  double true_gap() const {
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
    return (primal - bound_) / std::max(1e-9, std::abs(primal));
  }

  void update_gap() {
    const double size = std::max(1e-9, std::abs(solution_.primal));
    gap_ = std::clamp((solution_.primal - bound_) / size, 0.0, 1.0);
  }

  // Where duals press against their ceilings, or flights are left uncovered below the true cost.
  std::size_t raise_ceilings() {
    if (gap_ > kRaiseGap) return 0;
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
    const bool full_price = raised == 0 || true_gap() <= options_.gap;
    if (gap_ <= options_.gap && full_price) return GenerationStop::kOptimal;
    // No pairing improves the master; what is left of the gap is the precision of its solution.
    if (raised == 0 && idle_rounds_ >= kMostIdleRounds) return GenerationStop::kOptimal;
    if (round >= options_.max_rounds) return GenerationStop::kRounds;
    return std::nullopt;
  }

  // Adds pairings; returns how many.
  std::size_t price() {
    const Prices duals = master_.prices(solution_.duals);
    const bool is_near = gap_ < options_.near_gap;
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

  // Bolder after a better bound, more careful after none.
  void adapt_smoothing(bool improved) {
    smoothing_far_ += improved ? -options_.smoothing_step : 2 * options_.smoothing_step;
    smoothing_far_ = std::clamp(smoothing_far_, options_.smoothing_least, options_.smoothing_most);
  }

  std::vector<PricedPairing> price_at(const Prices& prices, bool must_prove) {
    std::vector<PricedPairing> found;
    proved_last_ = must_prove || gap_ < options_.prove_always_gap || !proved_last_;
    if (proved_last_) found = prove(prices);
    pricing::PricingOptions quick;
    if (gap_ > options_.quick_pricing_gap) quick.max_labels = 2;
    append(found, pricer_.price(prices, quick));
    return found;
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
    return add_spread(master_, std::move(candidates), options_.pairings_per_flight);
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
    archive.exchange_whole("by interior point", by_interior_);
    optimizer::exchange(archive, "centre", centre_);
    archive.exchange("bound", bound_);
    archive.exchange("gap", gap_);
    archive.exchange("smoothing", smoothing_far_);
    archive.exchange_whole("proved last", proved_last_);
    archive.exchange("added last", added_last_);
    archive.exchange_whole("idle rounds", idle_rounds_);
  }

  Master& master_;
  pricing::Pricer& pricer_;
  const ColumnGenerationOptions& options_;
  int round_ = 0;
  cover::LpSolution solution_;
  bool by_interior_ = options_.rough_iterations == 0;  // are masters solved
  Prices centre_;                                      // proven
  double bound_ = 0;                                   // its value
  double gap_ = 1;
  double smoothing_far_ = options_.smoothing_first;
  bool proved_last_ = false;
  std::size_t added_last_ = 1;
  int idle_rounds_ = 0;  // that added nothing
};

}  // namespace

LpResult generate_columns(Master& master, pricing::Pricer& pricer,
                          const ColumnGenerationOptions& options, const RoundObserver& observer) {
  return Generation(master, pricer, options).run(observer);
}

}  // namespace skein::optimizer
