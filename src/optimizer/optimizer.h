// A plan for a month, with a proven bound on the cost of any plan.
//
// 1. Relaxation: column generation until its optimum is proven (column_generation.h), or its share
//    of the time or the memory budget is used up.
// 2. Cuts: where they can raise it by much, a higher bound (tightening.h).
// 3. Plan: windows in the order of time, guided by the relaxation (rolling.h), or, in months so
//    dense that windows hold too many flights, a dive (diving.h).
// 4. Improvement: parts of the plan are solved again while the rest stays (improvement.h), with
//    longer and longer parts.
//
// With windows asked for, the relaxation of the whole month is left out: the windows solve their
// own, and the bound is proven with the prices of all of them together. That is for months whose
// relaxation takes too long; the bound is much weaker.
//
// Locked pairings (pairing/wishes.h) are no part of all this (month_left.h): they are put into the
// plan at the end, and what they cost is added to all that is reported.
//
// The best plan so far is kept at every moment; a deadline or Ctrl-C ends the search with it. The
// bound is valid at every moment too: it is the value of prices that no pairing can beat.
#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <vector>

#include "base/checkpoint.h"
#include "base/clock.h"
#include "base/workers.h"
#include "optimizer/clusters.h"
#include "optimizer/master_solver.h"
#include "optimizer/plan_cost.h"
#include "optimizer/proof.h"
#include "pairing/rules.h"
#include "plan/plan.h"
#include "pricing/prices.h"
#include "schedule/schedule.h"

namespace skein::optimizer {

struct Options {
  // Charge credited hours above the bases' shares.
  bool base_rows = true;
  // Stop when (plan - bound) / plan is at most this.
  double gap = 0;
  // How exactly the relaxation is solved at most: a hundredth of `gap` is enough, and in dense
  // months 1e-4.
  double lp_gap = 1e-5;
  Deadline deadline;
  // Of the time to the deadline, that the relaxation may take.
  double lp_time_share = 0.6;
  // Above this, the relaxation stops where it is.
  double memory_mb = std::numeric_limits<double>::infinity();
  // Windows without a relaxation of the whole month; 0: with it, and windows as it allows.
  Minutes window{0};
  Minutes overlap{0};  // less than the window
  // Flights that crews are expected to operate one after the other: clusters, over which the
  // relaxation is solved first (clusters.h). Empty: none.
  std::vector<FlightLink> links;
  // What flights and hours are thought to be worth, for instance in a plan of nearly the same
  // month; the relaxation begins with what can be proven of it. Empty: nothing is known.
  pricing::Prices prices;
  // How the masters of the month's relaxation are solved.
  MasterMethod master = MasterMethod::kFirstOrder;
  // The plan goes in again so many times less one: with windows, as what they begin with; else its
  // parts are searched more deeply. No pass makes it worse.
  int passes = 1;
  // Given the master of the relaxation once it is solved, for instance to write it to a file.
  std::function<void(const Master&)> on_relaxation;
  // Where the state is kept. A run that goes on from there needs no starts, and ends with the same
  // result, as long as no limit of time or memory cuts it short.
  Checkpoint* checkpoint = nullptr;
};

enum class Stop { kFinished, kGap, kTimeLimit, kInterrupted };

enum class BoundKind { kCuts, kLp, kLagrangian };

enum class Phase { kRelaxation, kCuts, kDiving, kWindows, kImprovement };

// A line of the log.
struct Progress {
  Phase phase = Phase::kRelaxation;
  int pass = 1;             // over the month
  int round = 0;            // step of the dive, window, or pass of the improvement
  std::size_t rows = 0;     // of the master of the month: flights, or clusters; else 0
  int max_cuts = -1;        // links that pairings may cut in this round; -1: any number
  std::size_t columns = 0;  // of the master, or of the part
  double lp = 0;            // of the month, then with cuts; in a dive with what is taken
  double bound = 0;
  PlanFigures plan;  // the best so far
};

struct Result {
  plan::Plan plan;
  double cost = 0;
  double bound = 0;
  BoundKind bound_kind = BoundKind::kLagrangian;
  double lp = 0;  // value of the relaxation; 0: there is none
  Proof proof;    // of the bound
  Stop stopped = Stop::kFinished;
  bool memory_reached = false;  // and the relaxation stopped for it
};

using Observer = std::function<void(const Progress&)>;

// Starts must be legal, without locked pairings and what the wishes of the rules do not allow
// (repair.h); the result costs no more than any of them with the locked ones.
Result optimize(const schedule::Schedule& schedule, const pairing::Rules& rules,
                const std::vector<plan::Plan>& starts, Workers& workers,
                const Options& options = {}, const Observer& observer = {});

}  // namespace skein::optimizer
