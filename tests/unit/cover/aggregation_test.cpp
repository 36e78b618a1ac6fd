#include "cover/aggregation.h"

#include <numeric>

#include <gtest/gtest.h>

#include "base/random.h"
#include "cover/simplex.h"
#include "support/random_cover.h"

namespace skein::cover {
namespace {

using test::all_columns;
using test::random_cover;

// Links along some of the columns.
Partition random_partition(Rng& rng, const Problem& problem) {
  Partition partition(problem.rows.size());
  for (std::size_t j = 0; j < problem.columns.size(); ++j) {
    const auto rows = problem.columns.rows(j);
    for (std::size_t k = 1; k < rows.size(); ++k) {
      if (rng.chance(0.5)) partition.link(rows[k - 1], rows[k]);
    }
  }
  return partition;
}

LpSolution solution_of(const SimplexResult& result) {
  LpSolution solution;
  solution.columns = result.columns;
  solution.duals = result.duals;
  solution.primal = result.value;
  return solution;
}

struct Case {
  explicit Case(std::uint64_t seed)
      : rng(seed),
        problem(random_cover(rng, 5 + rng.below(40), 20 + rng.below(200), rng.below(3))),
        partition(random_partition(rng, problem)),
        aggregation(problem, partition) {}

  LpSolution solve() const {
    return solution_of(solve_simplex(aggregation.problem(), all_columns(aggregation.problem())));
  }
  std::vector<double> random_centre() {
    std::vector<double> centre;
    for (const Row& row : problem.rows) {
      centre.push_back(rng.uniform() * (row.under_cost + row.over_cost) - row.over_cost);
    }
    return centre;
  }

  Rng rng;
  Problem problem;
  Partition partition;
  Aggregation aggregation;
};

double cost_of(const Problem& problem, const std::vector<double>& x) {
  std::vector<double> left(problem.rows.size(), 1.0);
  std::vector<double> hours(problem.budgets.size(), 0.0);
  double cost = 0;
  for (std::size_t j = 0; j < x.size(); ++j) {
    cost += problem.columns.cost(j) * x[j];
    for (std::uint32_t row : problem.columns.rows(j)) left[row] -= x[j];
    if (problem.columns.budget(j) != Column::kNoBudget) {
      hours[problem.columns.budget(j)] += problem.columns.weight(j) * x[j];
    }
  }
  for (std::size_t i = 0; i < left.size(); ++i) {
    cost += std::max(problem.rows[i].under_cost * left[i], -problem.rows[i].over_cost * left[i]);
  }
  for (std::size_t b = 0; b < hours.size(); ++b) {
    cost += problem.budgets[b].excess_cost * std::max(0.0, hours[b] - problem.budgets[b].limit);
  }
  return cost;
}

TEST(Aggregation, OfRowsThatAreAloneIsTheProblemItself) {
  Rng rng(1);
  const Problem problem = random_cover(rng, 30, 150, 2);
  const Aggregation aggregation(problem, Partition(30));
  EXPECT_EQ(aggregation.problem().rows.size(), 30U);
  EXPECT_EQ(aggregation.problem().columns.size(), problem.columns.size());
  const double whole = solve_simplex(problem, all_columns(problem)).value;
  EXPECT_NEAR(solve_simplex(aggregation.problem(), all_columns(problem)).value, whole,
              1e-9 * whole);
}

TEST(Aggregation, HasSolutionsOfTheWholeProblemAtTheSameCost) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Case one(seed);
    const LpSolution solution = one.solve();
    const LpSolution whole = one.aggregation.spread(solution, one.random_centre());
    EXPECT_NEAR(cost_of(one.problem, whole.columns), solution.primal, 1e-6 * solution.primal)
        << "seed " << seed;
    const double best = solve_simplex(one.problem, all_columns(one.problem)).value;
    EXPECT_GE(solution.primal, best * (1 - 1e-9)) << "seed " << seed;
  }
}

TEST(Aggregation, SpreadsDualsWithinTheirBoundsAndKeepsReducedCosts) {
  std::size_t clusters = 0;
  std::size_t rows = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Case one(seed);
    const LpSolution solution = one.solve();
    const LpSolution whole = one.aggregation.spread(solution, one.random_centre());
    for (std::size_t i = 0; i < one.problem.rows.size(); ++i) {
      EXPECT_LE(whole.duals.row[i], one.problem.rows[i].under_cost + 1e-9);
      EXPECT_GE(whole.duals.row[i], -one.problem.rows[i].over_cost - 1e-9);
    }
    const Problem& aggregated = one.aggregation.problem();
    for (std::size_t k = 0; k < aggregated.columns.size(); ++k) {
      EXPECT_NEAR(reduced_cost(aggregated, solution.duals, k),
                  reduced_cost(one.problem, whole.duals, one.aggregation.column(k)), 1e-6)
          << "seed " << seed;
    }
    clusters += aggregated.rows.size();
    rows += one.problem.rows.size();
  }
  EXPECT_LT(2 * clusters, rows);
}

TEST(Aggregation, SpreadsDualsAsTheCentreHasThemWhereSumsAgree) {
  Case one(7);
  const std::vector<double> centre = one.random_centre();
  LpSolution whole;
  whole.duals.row = centre;
  const LpSolution gathered = one.aggregation.gather(whole);
  const LpSolution spread = one.aggregation.spread(gathered, centre);
  for (std::size_t i = 0; i < centre.size(); ++i) {
    EXPECT_NEAR(spread.duals.row[i], centre[i], 1e-8);
  }
}

TEST(Aggregation, GathersWhatItSpread) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Case one(seed);
    const LpSolution solution = one.solve();
    const LpSolution again =
        one.aggregation.gather(one.aggregation.spread(solution, one.random_centre()));
    EXPECT_EQ(again.columns, solution.columns);
    for (std::size_t c = 0; c < solution.duals.row.size(); ++c) {
      EXPECT_NEAR(again.duals.row[c], solution.duals.row[c], 1e-6);
    }
  }
}

}  // namespace
}  // namespace skein::cover
