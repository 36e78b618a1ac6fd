#include "cover/warm_simplex.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "cover/simplex.h"
#include "support/random_cover.h"

namespace skein::cover {
namespace {

Column column_of(const Problem& problem, std::size_t j) {
  const auto rows = problem.columns.rows(j);
  return {problem.columns.cost(j),
          {rows.begin(), rows.end()},
          problem.columns.budget(j),
          problem.columns.weight(j)};
}

TEST(WarmSimplex, GoesOnToTheOptimumAsColumnsComeAndCostsChange) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    Rng rng(seed);
    const Problem whole =
        test::random_cover(rng, 5 + rng.below(40), 20 + rng.below(200), rng.below(4));
    Problem grows{whole.rows, whole.budgets, {}};
    WarmSimplex simplex;
    while (grows.columns.size() < whole.columns.size()) {
      const std::size_t end = grows.columns.size() + 1 + rng.below(40);
      while (grows.columns.size() < std::min(end, whole.columns.size())) {
        grows.columns.add(column_of(whole, grows.columns.size()));
      }
      grows.rows[rng.below(grows.rows.size())].under_cost *= 1.5;
      const LpSolution warm = simplex.solve(grows);
      const double exact = solve_simplex(grows, test::all_columns(grows)).value;
      ASSERT_TRUE(warm.converged) << "seed " << seed;
      EXPECT_NEAR(warm.primal, exact, 1e-6 * (1 + exact)) << "seed " << seed;
      EXPECT_NEAR(warm.dual, exact, 1e-6 * (1 + exact)) << "seed " << seed;
    }
  }
}

TEST(WarmSimplex, BeginsAnewWithOtherRows) {
  Rng rng(1);
  WarmSimplex simplex;
  for (std::size_t rows : {30U, 10U, 20U}) {
    const Problem problem = test::random_cover(rng, rows, 100, 2);
    const double exact = solve_simplex(problem, test::all_columns(problem)).value;
    EXPECT_NEAR(simplex.solve(problem).primal, exact, 1e-6 * (1 + exact));
  }
}

}  // namespace
}  // namespace skein::cover
