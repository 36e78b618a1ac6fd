#include "factor_graph/assignment.h"

#include <cmath>

#include <gtest/gtest.h>

#include "base/random.h"
#include "factor_graph/ad3.h"

namespace skein::factor_graph {
namespace {

// Tasks choose one of some targets each, or nothing where that is offered; a target takes one.
Graph random_assignment(Rng& rng, std::size_t tasks, std::size_t targets, std::size_t offers,
                        double offered_nothing) {
  Graph graph;
  std::vector<std::vector<Variable>> by_target(targets);
  for (std::size_t task = 0; task < tasks; ++task) {
    std::vector<Variable> own;
    for (std::size_t k = 0; k < offers; ++k) {
      own.push_back(graph.add_variable(rng.normal()));
      by_target[rng.below(targets)].push_back(own.back());
    }
    if (rng.chance(offered_nothing)) own.push_back(graph.add_variable(-2 + rng.normal()));
    graph.add_exactly_one(own);
  }
  for (const auto& variables : by_target) {
    if (!variables.empty()) graph.add_at_most_one(variables);
  }
  return graph;
}

TEST(Assignment, EqualsLookingAtAllAssignments) {
  int forbidden = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Rng rng(seed);
    const Graph graph = random_assignment(rng, 4, 2 + rng.below(3), 3, 0.5);
    ASSERT_TRUE(is_assignment(graph));
    const double best = search_all(graph).score;
    const BestAssignment found = solve_assignment(graph);
    if (best == -INFINITY) {
      EXPECT_TRUE(found.assignment.empty()) << "seed " << seed;
      ++forbidden;
      continue;
    }
    EXPECT_NEAR(found.score, best, 1e-9) << "seed " << seed;
    EXPECT_EQ(graph.score_of(found.assignment), found.score);
  }
  EXPECT_GT(forbidden, 5);
}

TEST(Assignment, IsWhatAd3Finds) {
  Workers workers(2);
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    Rng rng(seed);
    const Graph graph = random_assignment(rng, 300, 300, 8, 1);
    const double best = solve_assignment(graph).score;
    Ad3Options options;
    options.max_iterations = 10'000;
    const Ad3Summary summary = run_ad3(graph, workers, options);
    EXPECT_NEAR(summary.dual, best, 1e-5 * std::abs(best)) << "seed " << seed;
    EXPECT_NEAR(summary.primal, best, 1e-5 * std::abs(best)) << "seed " << seed;
    EXPECT_EQ(summary.stopped, Ad3Stop::kSolved) << "seed " << seed;
  }
}

TEST(Assignment, OtherGraphsAreNone) {
  Graph graph;
  for (int i = 0; i < 3; ++i) graph.add_variable(1);
  EXPECT_TRUE(is_assignment(graph));
  EXPECT_EQ(solve_assignment(graph).score, 3);
  graph.add_at_most_one(std::vector<Variable>{0, 1});
  EXPECT_TRUE(is_assignment(graph));
  EXPECT_EQ(solve_assignment(graph).score, 2);
  Graph with_pair = graph;
  with_pair.add_pair(0, 2, 1);
  EXPECT_FALSE(is_assignment(with_pair));
  // Three factors around a triangle have no two sides.
  graph.add_at_most_one(std::vector<Variable>{1, 2});
  graph.add_at_most_one(std::vector<Variable>{0, 2});
  EXPECT_FALSE(is_assignment(graph));
}

}  // namespace
}  // namespace skein::factor_graph
