#include "seeding/scored_pairings.h"

#include <utility>

#include "seeding/link_confidence.h"

namespace skein::seeding {

ScoredPlan plan_scored_pairings(const schedule::Schedule& schedule, const pairing::Rules& rules,
                                const pricing::ConnectionScorer& scorer,
                                const ScoredOptions& options) {
  ConnectionCosts beliefs(schedule, scorer, options.beliefs);
  GreedyOptions greedy = options.greedy;
  greedy.beliefs = &beliefs;
  GreedyResult first = plan_greedily(schedule, rules, greedy);
  ReplanOptions again = options.replan;
  again.beliefs = &beliefs;
  ReplannedPlan better = replan(schedule, rules, first.plan, again);
  ScoredPlan result;
  result.plan = std::move(better.plan);
  result.summary.greedy = std::move(first.summary);
  result.summary.replan = better.summary;
  result.summary.asked = beliefs.asked();
  for (const auto& links :
       judge_links(schedule, rules, result.plan, scorer, options.beliefs.use_state)) {
    result.summary.connections += links.size();
    for (const JudgedLink& link : links) result.summary.expected += link.is_likeliest ? 1 : 0;
  }
  return result;
}

}  // namespace skein::seeding
