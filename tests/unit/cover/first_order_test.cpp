#include "cover/first_order.h"

#include <cmath>

#include <gtest/gtest.h>

#include "base/random.h"
#include "cover/simplex.h"
#include "support/random_cover.h"

namespace skein::cover {
namespace {

using test::all_columns;
using test::random_cover;

FirstOrderOptions to_gap(double gap, int max_iterations = 200'000) {
  FirstOrderOptions options;
  options.gap = gap;
  options.max_iterations = max_iterations;
  return options;
}

TEST(FirstOrder, EnclosesTheValueOfTheSimplexMethod) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Rng rng(seed);
    Workers workers(1 + rng.below(3));
    const Problem problem = random_cover(rng, 5 + rng.below(60), 1 + rng.below(300), rng.below(4));
    const SimplexResult exact = solve_simplex(problem, all_columns(problem));
    ASSERT_TRUE(exact.optimal);
    const LpSolution result = solve_first_order(problem, {}, workers, to_gap(1e-5));
    EXPECT_TRUE(result.converged) << "seed " << seed;
    EXPECT_LE(result.primal - result.dual, 1e-5 * result.primal);
    EXPECT_GE(result.primal, exact.value * (1 - 1e-7)) << "seed " << seed;
    EXPECT_LE(result.dual, exact.value * (1 + 1e-7)) << "seed " << seed;
  }
}

TEST(FirstOrder, EnclosesItWhenCutShortToo) {
  Rng rng(3);
  Workers workers(1);
  const Problem problem = random_cover(rng, 80, 400, 2);
  const double exact = solve_simplex(problem, all_columns(problem)).value;
  for (int iterations : {0, 40, 80, 200}) {
    const LpSolution result = solve_first_order(problem, {}, workers, to_gap(1e-9, iterations));
    EXPECT_FALSE(result.converged);
    EXPECT_LE(result.iterations, iterations);
    EXPECT_GE(result.primal, exact * (1 - 1e-9));
    EXPECT_LE(result.dual, exact * (1 + 1e-9));
  }
}

TEST(FirstOrder, KeepsDualsWithinTheirBounds) {
  Rng rng(5);
  Workers workers(1);
  const Problem problem = random_cover(rng, 60, 200, 3);
  const LpSolution result = solve_first_order(problem, {}, workers, to_gap(1e-3));
  for (std::size_t i = 0; i < problem.rows.size(); ++i) {
    EXPECT_LE(result.duals.row[i], problem.rows[i].under_cost);
    EXPECT_GE(result.duals.row[i], -problem.rows[i].over_cost);
  }
  for (std::size_t b = 0; b < problem.budgets.size(); ++b) {
    EXPECT_LE(result.duals.budget[b], problem.budgets[b].excess_cost);
    EXPECT_GE(result.duals.budget[b], 0);
  }
}

TEST(FirstOrder, GoesOnFromTheSolutionOfFewerColumns) {
  Rng rng(7);
  Workers workers(1);
  Problem problem = random_cover(rng, 80, 600, 2);
  const LpSolution before = solve_first_order(problem, {}, workers, to_gap(1e-4));
  for (int k = 0; k < 20; ++k) {
    problem.columns.add({200, {static_cast<std::uint32_t>(k), static_cast<std::uint32_t>(k + 40)}});
  }
  const LpSolution warm = solve_first_order(problem, before, workers, to_gap(1e-4));
  const LpSolution cold = solve_first_order(problem, {}, workers, to_gap(1e-4));
  EXPECT_TRUE(warm.converged);
  EXPECT_LT(warm.iterations, cold.iterations);
  EXPECT_NEAR(warm.primal, cold.primal, 2e-4 * cold.primal);
}

TEST(FirstOrder, IsTheSameForAnyNumberOfThreads) {
  Rng rng(9);
  const Problem problem = random_cover(rng, 100, 20'000, 2);
  Workers one(1);
  Workers three(3);
  const LpSolution a = solve_first_order(problem, {}, one, to_gap(1e-3));
  const LpSolution b = solve_first_order(problem, {}, three, to_gap(1e-3));
  EXPECT_EQ(a.columns, b.columns);
  EXPECT_EQ(a.duals.row, b.duals.row);
  EXPECT_EQ(a.iterations, b.iterations);
}

TEST(FirstOrder, LeavesEverythingUncoveredWithoutColumns) {
  Workers workers(1);
  Problem problem;
  problem.rows.assign(3, {50, 10});
  EXPECT_NEAR(solve_first_order(problem, {}, workers, to_gap(1e-6)).primal, 150, 1e-9);
}

}  // namespace
}  // namespace skein::cover
