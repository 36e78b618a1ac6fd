#include "factor_graph/factor_solver.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "support/random_graph.h"

namespace skein::factor_graph {
namespace {

// The last one: choices come with factors of their own.
const Factor& factor_of(const Graph& graph) {
  return graph.factors().back();
}

std::vector<double> random_scores(Rng& rng, std::size_t size) {
  std::vector<double> scores(size);
  for (double& score : scores) score = rng.normal();
  return scores;
}

TEST(FactorSolver, MaximizesAsLookingAtAllValuesDoes) {
  for (FactorKind kind : test::all_factor_kinds()) {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      Rng rng(seed);
      const Graph graph = test::random_factor(rng, kind);
      const Factor& factor = factor_of(graph);
      const std::vector<double> scores = random_scores(rng, factor.size);
      const auto value_of = [&](std::span<const char> values) {
        double value = graph.factor_score(factor, values);
        for (std::size_t i = 0; i < values.size(); ++i) value += values[i] * scores[i];
        return value;
      };
      double most = -INFINITY;
      test::for_each_assignment(
          factor.size, [&](const std::vector<char>& x) { most = std::max(most, value_of(x)); });
      std::vector<char> values(factor.size);
      EXPECT_NEAR(maximize(graph, factor, scores, values), most, 1e-12)
          << name_of(kind) << ", seed " << seed;
      EXPECT_NEAR(value_of(values), most, 1e-12) << name_of(kind) << ", seed " << seed;
    }
  }
}

// At the best point q no allowed x has a higher (a - q) x + theta(x) / eta than q itself, whose
// theta is that of the configurations it is made of.
TEST(FactorSolver, QuadraticProblemsOfChoicesAreSolved) {
  std::size_t mixed = 0;
  for (FactorKind kind : {FactorKind::kDense, FactorKind::kSequence}) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
      Rng rng(seed);
      const Graph graph = test::random_factor(rng, kind);
      const Factor& factor = factor_of(graph);
      const double eta = 0.1 + 2 * rng.uniform();
      const std::vector<double> a = random_scores(rng, factor.size);
      std::vector<double> q = a;
      FactorMemory memory;
      solve_quadratic(graph, factor, eta, q, &memory);
      ASSERT_EQ(memory.states.size(), memory.shares.size());
      mixed += memory.states.size() > 1;

      double total = 0;
      double at_best = 0;
      std::vector<double> made(q.size(), 0.0);
      for (std::size_t y = 0; y < memory.states.size(); ++y) {
        std::vector<char> values(factor.size, 0);
        std::size_t begin = 0;
        for (std::size_t c = 0; c < memory.states[y].size(); ++c) {
          values[begin + memory.states[y][c]] = 1;
          begin += graph.states_of(factor)[c];
        }
        EXPECT_GE(memory.shares[y], -1e-12);
        total += memory.shares[y];
        at_best += memory.shares[y] * graph.factor_score(factor, values) / eta;
        for (std::size_t i = 0; i < q.size(); ++i) made[i] += memory.shares[y] * values[i];
      }
      EXPECT_NEAR(total, 1, 1e-9);
      for (std::size_t i = 0; i < q.size(); ++i) {
        EXPECT_NEAR(made[i], q[i], 1e-9);
        at_best += (a[i] - q[i]) * q[i];
      }
      test::for_each_assignment(factor.size, [&](const std::vector<char>& x) {
        double value = graph.factor_score(factor, x) / eta;
        for (std::size_t i = 0; i < x.size(); ++i) value += (a[i] - q[i]) * x[i];
        ASSERT_LE(value, at_best + 1e-7) << name_of(kind) << ", seed " << seed;
      });

      // From the memory, the same.
      std::vector<double> again = a;
      solve_quadratic(graph, factor, eta, again, &memory);
      for (std::size_t i = 0; i < q.size(); ++i) EXPECT_NEAR(again[i], q[i], 1e-7);
    }
  }
  EXPECT_GT(mixed, 100U);
}

}  // namespace
}  // namespace skein::factor_graph
