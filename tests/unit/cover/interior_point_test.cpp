#include "cover/interior_point.h"

#include <cmath>

#include <gtest/gtest.h>

#include "base/random.h"
#include "cover/simplex.h"
#include "support/random_cover.h"

namespace skein::cover {
namespace {

using test::all_columns;
using test::random_cover;

InteriorPointOptions to_gap(double gap) {
  InteriorPointOptions options;
  options.gap = gap;
  return options;
}

TEST(InteriorPoint, ReachesTheValueOfTheSimplexMethod) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Rng rng(seed);
    Workers workers(1 + rng.below(3));
    const Problem problem = random_cover(rng, 5 + rng.below(60), 1 + rng.below(300), rng.below(4));
    const SimplexResult exact = solve_simplex(problem, all_columns(problem));
    ASSERT_TRUE(exact.optimal);
    EXPECT_TRUE(solve_interior(problem, workers, to_gap(1e-6)).converged) << "seed " << seed;
    // How far it gets beyond depends on how singular the optimum is.
    const LpSolution result = solve_interior(problem, workers);
    EXPECT_NEAR(result.primal, exact.value, 1e-6 * (1 + std::abs(exact.value))) << "seed " << seed;
    EXPECT_NEAR(dual_value(problem, result.duals), exact.value, 1e-6 * (1 + std::abs(exact.value)));
  }
}

TEST(InteriorPoint, GivesAFeasibleValueWhenStoppedEarly) {
  Rng rng(3);
  Workers workers(1);
  const Problem problem = random_cover(rng, 80, 400, 2);
  const double exact = solve_simplex(problem, all_columns(problem)).value;
  for (double gap : {0.5, 0.1, 0.01}) {
    const LpSolution result = solve_interior(problem, workers, to_gap(gap));
    EXPECT_GE(result.primal, exact * (1 - 1e-9));
    EXPECT_LE(result.primal - result.dual, gap * result.primal);
  }
}

TEST(InteriorPoint, LeavesEverythingUncoveredWithoutColumns) {
  Workers workers(1);
  Problem problem;
  problem.rows.assign(3, {50, 10});
  const LpSolution result = solve_interior(problem, workers);
  EXPECT_NEAR(result.primal, 150, 1e-4);
}

}  // namespace
}  // namespace skein::cover
