// A plan for a month, with a proven bound on the cost of any plan.
//
// 1. Relaxation: column generation until its optimum is proven (column_generation.h).
// 2. Plan: windows in the order of time, guided by the relaxation (rolling.h).
// 3. Improvement: parts of the plan are solved again while the rest stays (improvement.h), with
//    longer and longer parts.
//
// The best plan so far is kept at every moment; a deadline or Ctrl-C ends the search with it. The
// bound is valid at every moment too: it is the value of prices that no pairing can beat.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "base/clock.h"
#include "base/workers.h"
#include "optimizer/plan_cost.h"
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
  // How exactly the relaxation is solved.
  double lp_gap = 1e-6;
  Deadline deadline;
  // Given the master of the relaxation once it is solved, for instance to write it to a file.
  std::function<void(const Master&)> on_relaxation;
};

enum class Stop { kFinished, kGap, kTimeLimit, kInterrupted };

enum class BoundKind { kLp, kLagrangian };

enum class Phase { kRelaxation, kWindows, kImprovement };

// A line of the log.
struct Progress {
  Phase phase = Phase::kRelaxation;
  int round = 0;            // window, or pass of the improvement
  std::size_t columns = 0;  // of the master, or of the part
  double lp = 0;
  double bound = 0;
  bool has_plan = false;
  PlanFigures plan;  // the best so far
};

struct Result {
  plan::Plan plan;
  double cost = 0;
  double bound = 0;
  BoundKind bound_kind = BoundKind::kLagrangian;
  double lp = 0;           // value of the relaxation, where it was solved
  pricing::Prices prices;  // that prove the bound
  Stop stopped = Stop::kFinished;
};

using Observer = std::function<void(const Progress&)>;

// Starts must be legal; the result costs no more than any of them.
Result optimize(const schedule::Schedule& schedule, const pairing::Rules& rules,
                const std::vector<plan::Plan>& starts, Workers& workers,
                const Options& options = {}, const Observer& observer = {});

}  // namespace skein::optimizer
