// A plan of legal pairings from connection scores: the greedy planner (greedy.h), which covers next
// to every flight with pairings that are legal by construction, deadheads included, with the scores
// as costs of arcs (connection_costs.h). Its plan is then made better a few pairings at a time
// (replanning.h).
#pragma once

#include <cstddef>

#include "pairing/rules.h"
#include "pricing/connection_scorer.h"
#include "schedule/schedule.h"
#include "seeding/connection_costs.h"
#include "seeding/greedy.h"
#include "seeding/replanning.h"

namespace skein::seeding {

struct ScoredOptions {
  BeliefOptions beliefs;
  // Their beliefs are set from those above.
  GreedyOptions greedy;
  ReplanOptions replan;
};

struct ScoredSummary {
  GreedySummary greedy;  // of the first plan
  ReplanSummary replan;
  std::size_t connections = 0;  // between operated flights of the plan
  std::size_t expected = 0;     // of them, those that were the likeliest of all choices
  std::size_t asked = 0;        // times that the scorer was
};

struct ScoredPlan {
  plan::Plan plan;
  ScoredSummary summary;
};

ScoredPlan plan_scored_pairings(const schedule::Schedule& schedule, const pairing::Rules& rules,
                                const pricing::ConnectionScorer& scorer,
                                const ScoredOptions& options = {});

}  // namespace skein::seeding
