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

// Factors that agree with each other and with everything, to look for a contradiction among.
void add_harmless_factors(Graph& graph, std::size_t count) {
  for (std::size_t k = 0; k < count; ++k) {
    const Variable a = graph.add_variable(1);
    const Variable b = graph.add_variable(0.5);
    graph.add_at_most_one(std::vector<Variable>{a, b});
  }
}

TEST(Ad3, ContradictionsAreNamed) {
  Graph graph;
  add_harmless_factors(graph, 5);
  const Variable a = graph.add_variable(1);
  const Variable b = graph.add_variable(1);
  const std::vector<Variable> both{a, b};
  const std::size_t first = graph.add_at_least_one(both);
  const std::size_t second = graph.add_budget(both, 0);
  add_harmless_factors(graph, 5);
  Workers workers(1);
  const Ad3Summary summary = run_ad3(graph, workers);
  EXPECT_EQ(summary.stopped, Ad3Stop::kInfeasible);
  EXPECT_TRUE(summary.assignment.empty());
  EXPECT_EQ(summary.primal, -INFINITY);
  EXPECT_TRUE(summary.worst_factor == first || summary.worst_factor == second)
      << summary.worst_factor;
}

TEST(Ad3, AFactorThatAllowsNothingIsNamed) {
  const std::vector<double> scores{1, 2};
  const std::vector<double> forbidden(4, -INFINITY);
  // Each table of the sequence allows something, but not what the next asks for.
  const std::vector<double> torn{0, -INFINITY, 0, -INFINITY, -INFINITY, -INFINITY, 0, 0};
  for (FactorKind kind : {FactorKind::kDense, FactorKind::kSequence}) {
    Graph graph;
    add_harmless_factors(graph, 3);
    std::vector<Graph::Choice> choices;
    for (int c = 0; c < 3; ++c) choices.push_back({graph.add_choice(scores), 2});
    const std::size_t bad = kind == FactorKind::kDense
                                ? graph.add_dense(std::span(choices).first(2), forbidden)
                                : graph.add_sequence(choices, torn);
    add_harmless_factors(graph, 3);
    Workers workers(1);
    const Ad3Summary summary = run_ad3(graph, workers);
    EXPECT_EQ(summary.stopped, Ad3Stop::kInfeasible) << name_of(kind);
    EXPECT_EQ(summary.worst_factor, bad) << name_of(kind);
    EXPECT_EQ(summary.dual, -INFINITY) << name_of(kind);
    const ExactMapSummary exact = find_most_likely(graph, workers);
    EXPECT_TRUE(exact.optimal && exact.assignment.empty()) << name_of(kind);
    EXPECT_EQ(exact.worst_factor, bad) << name_of(kind);
  }
}

// Halves satisfy all three; only whole values contradict each other.
TEST(ExactMap, ContradictionsOfWholeValuesAreNamed) {
  Graph graph;
  add_harmless_factors(graph, 3);
  const Variable a = graph.add_variable(0.3);
  const Variable b = graph.add_variable(0.2);
  const Variable c = graph.add_variable(0.1);
  const std::size_t first = graph.add_exactly_one(std::vector<Variable>{a, b});
  graph.add_exactly_one(std::vector<Variable>{b, c});
  const std::size_t last = graph.add_exactly_one(std::vector<Variable>{a, c});
  add_harmless_factors(graph, 3);
  Workers workers(1);
  const ExactMapSummary summary = find_most_likely(graph, workers);
  EXPECT_TRUE(summary.optimal && summary.assignment.empty());
  EXPECT_GE(summary.worst_factor, first);
  EXPECT_LE(summary.worst_factor, last);
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
