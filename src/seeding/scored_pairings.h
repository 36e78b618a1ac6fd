// A plan of legal pairings from connection scores, which are charged as costs of arcs
// (connection_costs.h): pairings are legal by construction, deadheads included, and cover next to
// every flight. Two first plans are made, and the better one by cost and charges together is taken:
//
//   1. the greedy planner (greedy.h) with these charges: good where scores say little;
//   2. the chains of the joint decoding (joint_chains.h), as far as they are legal, and the greedy
//      planner for the rest: good where scores say much.
//
// It is then made better a few pairings at a time (replanning.h).
#pragma once

#include <cstddef>

#include "pairing/rules.h"
#include "plan/plan.h"
#include "pricing/connection_scorer.h"
#include "schedule/schedule.h"
#include "seeding/connection_costs.h"
#include "seeding/greedy.h"
#include "seeding/joint_chains.h"
#include "seeding/replanning.h"

namespace skein::seeding {

struct ScoredOptions {
  // More rounds than where the plan is only a first one.
  ScoredOptions() {
    greedy.max_rounds = 24;
    greedy.max_flights_planned = 400'000;
  }

  BeliefOptions beliefs;
  JointOptions joint;
  // Their beliefs are set from those above.
  GreedyOptions greedy;
  ReplanOptions replan;
};

struct ScoredSummary {
  bool from_joint_chains = false;  // which first plan was taken
  Cost greedy_total;               // cost, charges and uncovered flights of the first plans
  Cost joint_total;
  ReplanSummary replan;
  std::size_t connections = 0;  // between operated flights of the plan
  std::size_t expected = 0;     // of them, those that were the likeliest of all choices
  std::size_t asked = 0;        // times that the scorer was
};

struct ScoredPlan {
  plan::Plan plan;
  ScoredSummary summary;
};

// The same result on every run, unless a deadline cuts it.
ScoredPlan plan_scored_pairings(const schedule::Schedule& schedule, const pairing::Rules& rules,
                                const pricing::ConnectionScorer& scorer,
                                const ScoredOptions& options = {});

}  // namespace skein::seeding
