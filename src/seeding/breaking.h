// Breaks the illegal pairings of a plan into their legal parts, so that a solver can start from it
// (Struct-CKN paper: from "initial" to "feasible").
//
// Of the legs of an illegal pairing, runs that are a legal pairing of some base are kept: those
// that cover the most flights together, and among them the cheapest. All else is left out of the
// plan; of that, connections that a crew may make are kept as links of clusters. A flight that two
// crews operate stays with the first legal pairing; other crews ride along on it, or their pairings
// are broken in the same way.
#pragma once

#include <cstddef>
#include <vector>

#include "pairing/rules.h"
#include "plan/clusters_csv.h"
#include "plan/plan.h"
#include "schedule/schedule.h"
#include "seeding/plan_figures.h"

namespace skein::seeding {

struct BreakSummary {
  PlanFigures before;
  PlanFigures after;
  std::size_t kept = 0;     // pairings that stayed as they were
  std::size_t broken = 0;   // pairings of which parts were kept
  std::size_t parts = 0;    // those parts
  std::size_t dropped = 0;  // pairings of which nothing was kept
  std::size_t links = 0;    // connections outside pairings that stay as clusters
};

struct BrokenPlan {
  plan::Plan plan;  // legal, no flight operated twice
  // The pairings, and runs of flights that were left out; of two flights or more each.
  std::vector<plan::Cluster> clusters;
  BreakSummary summary;
};

BrokenPlan break_illegal(const schedule::Schedule& schedule, const pairing::Rules& rules,
                         const plan::Plan& plan);

}  // namespace skein::seeding
