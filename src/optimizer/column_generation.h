// Column generation: the linear relaxation of the month, to a proven gap.
//
// Each round solves the restricted master, by a first-order or an interior-point method and only as
// exactly as the gap deserves, and prices at a point between its duals and the best proven prices
// known (Wentges' smoothing; the proven prices, Pricer::prove, are the stability centre). Proven
// prices are dual feasible, so their value is a lower bound at any moment.
//
// With clusters, the master counts their flights as one row, and only pairings that cut few of
// them are looked for at first (clusters.h).
//
// Two more things keep the number of rounds low. Few of the pairings found are added: those that
// bring flights which others have not brought yet, best first. And the price of a flight has a low
// ceiling at first, which is raised to U where the duals press against it.
#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "base/checkpoint.h"
#include "base/clock.h"
#include "optimizer/clusters.h"
#include "optimizer/master.h"
#include "optimizer/master_solver.h"
#include "pricing/pricer.h"

namespace skein::optimizer {

struct ColumnGenerationOptions {
  // Stop at (LP - bound) / LP of at most this.
  double gap = 1e-6;
  // Or once the bound is at least this: a plan that is there is then known to be good enough.
  double enough = std::numeric_limits<double>::infinity();
  int max_rounds = 1000;
  // Share of the proven prices in those priced. More gives fewer and better pairings per round. It
  // adapts itself to what the last proof brought until the gap is below `near_gap`; from there on
  // it is fixed, and the duals themselves are priced too: by then the master takes most of the
  // time.
  double smoothing_first = 0.8;
  double smoothing_step = 0.05;
  double smoothing_least = 0.3;
  double smoothing_most = 0.9;
  double smoothing_near = 0.4;
  double near_gap = 0.02;
  // A pairing is not added if more than half of its flights are in this many added in the round.
  int pairings_per_flight = 6;
  // First ceiling on the prices of flights, in times of the mean cost per flight of the first plan.
  double first_ceiling = 3;
  // Above this gap, labels are capped in pricing.
  double quick_pricing_gap = 0.3;
  // Prices are proven in every round below this gap; above it, a proof takes as long as finding
  // pairings does and brings less: in every other round, and far above it in every fourth.
  double prove_always_gap = 0.05;
  double prove_seldom_gap = 0.1;
  MasterMethod method = MasterMethod::kFirstOrder;
  // Links between flights that are expected to follow each other; empty: no clusters.
  std::vector<FlightLink> links;
  // Of the columns that the master holds, the first so many are made to fit the clusters.
  std::size_t fitting_columns = 0;
  ClusterOptions clusters;
  // At the end, solve the master by the interior-point method in any case: its solution lies in the
  // middle of the optimal face, and its duals are more exact.
  bool centred = false;
  // Proven prices of this problem, or of one with more flights open; empty: none are known.
  pricing::Prices start;
  // Prices that nothing is proven of; empty: none are known.
  pricing::Prices guess;
  // Of the columns that the master holds, x to begin with; empty: none is known.
  std::vector<double> first_shares;
  // Whether a bound is wanted. Else the start's prices are the centre and stay it, and ceilings
  // stay as they are; a round is one look for pairings, and the last is that which improves the
  // master by less than the gap.
  bool proves = true;
  // Labels kept per flight within a duty in every round; for searches that prove nothing.
  std::size_t max_labels = std::numeric_limits<std::size_t>::max();
  // No round begins after this; what the last one brought is still put to use.
  Deadline pace;
  Deadline deadline;
  double memory_mb = std::numeric_limits<double>::infinity();
  Checkpoint* checkpoint = nullptr;  // a step is a round
};

struct RoundReport {
  int round = 0;
  std::size_t columns = 0;
  double lp = 0;     // of the restricted master, with flights that are left at their full cost
  double bound = 0;  // best so far
  double gap = 1;
  std::size_t added = 0;
  std::size_t rows = 0;        // of the master: flights, or clusters of them
  std::size_t fractional = 0;  // pairings that its solution takes in part
  int phase = -1;              // links that pairings may cut; -1: any number
};

enum class GenerationStop { kOptimal, kEnough, kTimeLimit, kInterrupted, kMemory, kRounds };

struct LpResult {
  double lp = 0;               // value of a feasible solution of the relaxation
  double bound = 0;            // no solution can cost less
  pricing::Prices prices;      // that prove the bound
  std::vector<double> shares;  // x, by column
  cover::Duals duals;          // of the restricted master
  int rounds = 0;
  GenerationStop stopped = GenerationStop::kOptimal;
};

using RoundObserver = std::function<void(const RoundReport&)>;

// Adds columns to the master until its LP is solved. The master should hold a start plan; then the
// first rounds are better.
LpResult generate_columns(Master& master, pricing::Pricer& pricer,
                          const ColumnGenerationOptions& options = {},
                          const RoundObserver& observer = {});

}  // namespace skein::optimizer
