#include "optimizer/part_solver.h"

#include <algorithm>
#include <numeric>

#include "cover/branching.h"
#include "optimizer/column_generation.h"

namespace skein::optimizer {
namespace {

constexpr double kLeastGain = 1e-3;
constexpr double kThresholdStep = 0.6;
constexpr double kLeastThreshold = 1.0;

// Columns below the threshold, and those of the start.
std::vector<std::size_t> near_columns(const Master& master, const pricing::Prices& prices,
                                      double threshold, std::size_t start) {
  std::vector<std::size_t> chosen;
  for (std::size_t j = 0; j < master.columns(); ++j) {
    if (j < start || master.reduced_cost(prices, master.pairing(j)) < threshold) {
      chosen.push_back(j);
    }
  }
  return chosen;
}

}  // namespace

PartSolution PartSolver::solve(const Part& part, const std::vector<Candidate>& start,
                               const PartOptions& options) {
  PartSolution solution;
  solution.pairings = start;
  Master master(schedule_, rules_, part);
  if (master.flights().empty()) return solution;
  for (const Candidate& pairing : start) master.add(pairing);
  cover::BranchingOptions branching;
  branching.start.resize(start.size());
  std::iota(branching.start.begin(), branching.start.end(), 0);
  solution.before = cover::value_of(master.problem(), branching.start);
  solution.after = solution.before;

  add_pool(master, part);
  pricer_.set_open(part.open, part.last_start);
  ColumnGenerationOptions generation;
  generation.gap = options.lp_gap;
  generation.max_rounds = options.max_rounds;
  generation.rough_iterations = 0;
  generation.start = prices_;
  generation.deadline = options.deadline;
  const LpResult lp = generate_columns(master, pricer_, generation);
  solution.bound = lp.bound;
  solution.prices = lp.prices;
  const double gain = start.empty() ? options.first_threshold : solution.before - lp.bound;
  if (gain < kLeastGain) return solution;

  bool complete = true;
  const double threshold = add_near(master, lp.prices, gain, options, complete);
  solution.share = threshold / gain;
  const auto chosen = near_columns(master, lp.prices, threshold, start.size());
  solution.columns = chosen.size();
  branching.max_nodes = options.max_nodes;
  branching.sure_share = options.sure_share;
  branching.least_gain = kLeastGain;
  branching.deadline = options.deadline;
  const auto result = cover::branch_and_bound(master.problem(), chosen, branching);
  solution.nodes = result.nodes;
  solution.optimal = result.optimal && complete && solution.share >= 1;
  if (!result.found) return solution;
  solution.improved = true;
  solution.after = result.value;
  solution.pairings.clear();
  for (std::size_t column : result.columns) solution.pairings.push_back(master.pairing(column));
  return solution;
}

void PartSolver::add_pool(Master& master, const Part& part) const {
  for (const Candidate& pairing : pool_) {
    if (begin_of(schedule_, pairing) <= part.last_start && operates_only(part.open, pairing))
      master.add(pairing);
  }
}

// Returns the reduced cost up to which pairings were enumerated; `complete` if all are there.
double PartSolver::add_near(Master& master, const pricing::Prices& prices, double gain,
                            const PartOptions& options, bool& complete) {
  pricing::EnumerationOptions near;
  near.max_pairings = options.max_columns;
  near.max_steps = options.max_steps;
  for (near.threshold = gain; near.threshold > kLeastThreshold; near.threshold *= kThresholdStep) {
    pricing::AllPairings all = pricer_.enumerate(prices, near);
    if (all.too_many) continue;
    for (pricing::PricedPairing& pairing : all.pairings) {
      master.add({pricer_.groups()[pairing.group].base_index, std::move(pairing.legs)});
    }
    complete = all.complete;
    return near.threshold;
  }
  complete = false;
  return std::min(gain, kLeastThreshold);
}

}  // namespace skein::optimizer
