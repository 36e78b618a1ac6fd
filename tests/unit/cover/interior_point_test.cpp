#include "cover/interior_point.h"

#include <cmath>

#include <gtest/gtest.h>

#include "base/random.h"
#include "cover/simplex.h"

namespace skein::cover {
namespace {

Problem random_problem(Rng& rng, std::size_t rows, std::size_t columns, std::size_t budgets) {
  Problem problem;
  for (std::size_t i = 0; i < rows; ++i) {
    problem.rows.push_back({1000, 200 + 100 * rng.uniform()});
  }
  for (std::size_t b = 0; b < budgets; ++b) {
    problem.budgets.push_back({static_cast<double>(rows) / 3, 20});
  }
  for (std::size_t j = 0; j < columns; ++j) {
    Column column;
    column.cost = 300 * rng.uniform();
    for (std::uint32_t i = 0; i < rows; ++i) {
      if (rng.chance(4.0 / static_cast<double>(rows))) column.rows.push_back(i);
    }
    if (budgets > 0) {
      column.budget = rng.below(budgets);
      column.weight = static_cast<double>(column.rows.size());
    }
    problem.columns.add(column);
  }
  return problem;
}

std::vector<std::size_t> all_columns(const Problem& problem) {
  std::vector<std::size_t> all;
  for (std::size_t j = 0; j < problem.columns.size(); ++j) all.push_back(j);
  return all;
}

TEST(InteriorPoint, ReachesTheValueOfTheSimplexMethod) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Rng rng(seed);
    const Problem problem =
        random_problem(rng, 5 + rng.below(60), 1 + rng.below(300), rng.below(4));
    const SimplexResult exact = solve_simplex(problem, all_columns(problem));
    ASSERT_TRUE(exact.optimal);
    EXPECT_TRUE(solve_interior(problem, {.gap = 1e-6}).converged) << "seed " << seed;
    // How far it gets beyond depends on how singular the optimum is.
    const InteriorPointResult result = solve_interior(problem);
    EXPECT_NEAR(result.primal, exact.value, 1e-6 * (1 + std::abs(exact.value))) << "seed " << seed;
    EXPECT_NEAR(dual_value(problem, result.duals), exact.value, 1e-6 * (1 + std::abs(exact.value)));
  }
}

TEST(InteriorPoint, GivesAFeasibleValueWhenStoppedEarly) {
  Rng rng(3);
  const Problem problem = random_problem(rng, 80, 400, 2);
  const double exact = solve_simplex(problem, all_columns(problem)).value;
  for (double gap : {0.5, 0.1, 0.01}) {
    const InteriorPointResult result = solve_interior(problem, {.gap = gap});
    EXPECT_GE(result.primal, exact * (1 - 1e-9));
    EXPECT_LE(result.primal - result.dual, gap * result.primal);
  }
}

TEST(InteriorPoint, LeavesEverythingUncoveredWithoutColumns) {
  Problem problem;
  problem.rows.assign(3, {50, 10});
  const InteriorPointResult result = solve_interior(problem);
  EXPECT_NEAR(result.primal, 150, 1e-4);
}

}  // namespace
}  // namespace skein::cover
