#include "seeding/scored_pairings.h"

#include <utility>

#include "seeding/completion.h"
#include "seeding/link_confidence.h"
#include "seeding/plan_figures.h"
#include "seeding/static_scorer.h"

namespace skein::seeding {
namespace {

using pricing::ConnectionScorer;
using schedule::Schedule;

struct FirstPlan {
  plan::Plan plan;
  Cost total;
};

FirstPlan greedy_plan(const Schedule& schedule, const pairing::Rules& rules,
                      const GreedyOptions& options) {
  GreedyResult found = plan_greedily(schedule, rules, options);
  return {std::move(found.plan), found.summary.cost + found.summary.belief};
}

FirstPlan joint_plan(const Schedule& schedule, const pairing::Rules& rules,
                     const ConnectionScorer& scorer, const ScoredOptions& options,
                     const GreedyOptions& greedy) {
  JointOptions joint = options.joint;
  joint.mask = RuleMask::kAll;
  plan::Plan chains = plan_joint_chains(schedule, rules, scores_of(schedule, scorer), joint).plan;
  const CrewModels models(schedule, rules, RuleMask::kAll);
  Cost total = figures_of(schedule, rules, chains).pairing_cost;
  for (const pairing::Pairing& pairing : chains.pairings) {
    total += belief_of_pairing(*models.of(pairing.base), pairing.legs, *greedy.beliefs);
  }
  CompletedPlan whole = complete_plan(schedule, rules, std::move(chains), greedy);
  return {std::move(whole.plan), total + whole.added.cost + whole.added.belief};
}

}  // namespace

ScoredPlan plan_scored_pairings(const Schedule& schedule, const pairing::Rules& rules,
                                const ConnectionScorer& scorer, const ScoredOptions& options) {
  ConnectionCosts beliefs(schedule, scorer, options.beliefs);
  GreedyOptions greedy = options.greedy;
  greedy.beliefs = &beliefs;
  const FirstPlan alone = greedy_plan(schedule, rules, greedy);
  const FirstPlan jointly = joint_plan(schedule, rules, scorer, options, greedy);
  ScoredPlan result;
  result.summary.greedy_total = alone.total;
  result.summary.joint_total = jointly.total;
  result.summary.from_joint_chains = jointly.total < alone.total;
  ReplanOptions again = options.replan;
  again.beliefs = &beliefs;
  ReplannedPlan better =
      replan(schedule, rules, result.summary.from_joint_chains ? jointly.plan : alone.plan, again);
  result.plan = std::move(better.plan);
  result.summary.replan = better.summary;
  for (const auto& links :
       judge_links(schedule, rules, result.plan, scorer, options.beliefs.use_state)) {
    result.summary.connections += links.size();
    for (const JudgedLink& link : links) result.summary.expected += link.is_likeliest ? 1 : 0;
  }
  result.summary.asked = beliefs.asked();
  return result;
}

}  // namespace skein::seeding
