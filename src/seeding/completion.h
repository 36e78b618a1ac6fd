// Covers what a plan leaves open: its pairings stay as they are, and the greedy planner adds others
// for the rest, with connection scores where there are any.
#pragma once

#include <cstddef>

#include "pairing/rules.h"
#include "plan/plan.h"
#include "schedule/schedule.h"
#include "seeding/greedy.h"

namespace skein::seeding {

struct CompletedPlan {
  plan::Plan plan;      // the pairings given, then those added, named added-1 and so on
  GreedySummary added;  // of the added pairings; its cost has theirs and the uncovered flights
};

// `options.operated_elsewhere` is taken from the plan.
CompletedPlan complete_plan(const schedule::Schedule& schedule, const pairing::Rules& rules,
                            plan::Plan plan, GreedyOptions options = {});

}  // namespace skein::seeding
