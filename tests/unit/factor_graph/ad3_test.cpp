#include "factor_graph/ad3.h"

#include <cmath>

#include <gtest/gtest.h>

#include "factor_graph/exact_map.h"
#include "factor_graph/exhaustive.h"
#include "support/random_graph.h"

namespace skein::factor_graph {
namespace {

TEST(Ad3, BoundsHoldAndWhatIsCalledSolvedIsTheBest) {
  int solved = 0;
  int infeasible = 0;
  Workers workers(1);
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const Graph graph = test::random_graph(rng);
    const double best = search_all(graph).score;
    const Ad3Summary summary = run_ad3(graph, workers);
    EXPECT_GE(summary.dual, best - 1e-6);
    EXPECT_LE(summary.primal, best + 1e-9);
    if (!summary.assignment.empty()) {
      EXPECT_NEAR(graph.score_of(summary.assignment), summary.primal, 1e-9);
    }
    if (summary.stopped == Ad3Stop::kSolved) {
      EXPECT_NEAR(summary.primal, best, 1e-6);
      ++solved;
    }
    if (summary.stopped == Ad3Stop::kInfeasible) {
      EXPECT_EQ(best, -INFINITY);
      ++infeasible;
    }
  }
  EXPECT_GT(solved, 150);
  EXPECT_GT(infeasible, 5);
}

TEST(Ad3, IsTheSameForAnyNumberOfThreads) {
  Workers one(1);
  Workers three(3);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Rng rng(seed);
    const Graph graph = test::random_graph(rng);
    const Ad3Summary alone = run_ad3(graph, one);
    const Ad3Summary together = run_ad3(graph, three);
    EXPECT_EQ(alone.shares, together.shares);
    EXPECT_EQ(alone.iterations, together.iterations);
    EXPECT_EQ(alone.dual, together.dual);
  }
}

TEST(Ad3, GoesOnWhereItEnded) {
  Workers workers(1);
  int cold = 0;
  int warm = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Rng rng(seed);
    Graph graph = test::random_graph(rng);
    Ad3State state;
    if (run_ad3(graph, workers, {}, &state).stopped != Ad3Stop::kSolved) continue;
    for (Variable i = 0; i < graph.variables(); ++i) {
      graph.set_score(i, graph.score(i) + 0.01 * rng.normal());
    }
    const Ad3Summary again = run_ad3(graph, workers);
    const Ad3Summary continued = run_ad3(graph, workers, {}, &state);
    cold += again.iterations;
    warm += continued.iterations;
    if (again.stopped == Ad3Stop::kSolved && continued.stopped == Ad3Stop::kSolved) {
      EXPECT_NEAR(again.primal, continued.primal, 1e-6);
    }
  }
  EXPECT_LT(warm, cold);
}

TEST(Ad3, ContradictionsAreNamed) {
  Graph graph;
  const Variable a = graph.add_variable(1);
  const Variable b = graph.add_variable(1);
  graph.add_variable(2);
  const std::vector<Variable> both{a, b};
  graph.add_at_least_one(both);
  graph.add_budget(both, 0);
  Workers workers(1);
  const Ad3Summary summary = run_ad3(graph, workers);
  EXPECT_EQ(summary.stopped, Ad3Stop::kInfeasible);
  EXPECT_TRUE(summary.assignment.empty());
  EXPECT_LT(summary.worst_factor, 2U);
}

TEST(Ad3, VariablesInNoFactorFollowTheirScores) {
  Graph graph;
  graph.add_variable(3);
  graph.add_variable(-2);
  Workers workers(1);
  const Ad3Summary summary = run_ad3(graph, workers);
  EXPECT_EQ(summary.stopped, Ad3Stop::kSolved);
  EXPECT_EQ(summary.primal, 3);
  EXPECT_EQ(summary.dual, 3);
}

TEST(ExactMap, EqualsLookingAtAllAssignments) {
  Workers workers(1);
  int branched = 0;
  int forbidden = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const Graph graph = test::random_graph(rng);
    const double best = search_all(graph).score;
    ExactMapOptions options;
    options.ad3.max_iterations = 300;
    const ExactMapSummary summary = find_most_likely(graph, workers, options);
    ASSERT_TRUE(summary.optimal);
    if (best == -INFINITY) {
      EXPECT_TRUE(summary.assignment.empty());
      ++forbidden;
      continue;
    }
    EXPECT_NEAR(summary.primal, best, 1e-6);
    EXPECT_NEAR(graph.score_of(summary.assignment), best, 1e-6);
    branched += summary.nodes > 1;
  }
  EXPECT_GT(branched, 10);
  EXPECT_GT(forbidden, 5);
}

}  // namespace
}  // namespace skein::factor_graph
