#include "cover/integer.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include <gtest/gtest.h>

#include "base/random.h"
#include "cover/simplex.h"
#include "support/random_cover.h"

namespace skein::cover {
namespace {

using test::all_columns;
using test::random_cover;

// What whole columns cost, with uncovered rows and excess; nothing where they cover a row twice.
std::optional<double> value_of(const Problem& problem, const std::vector<std::size_t>& taken) {
  std::vector<int> covered(problem.rows.size(), 0);
  std::vector<double> used(problem.budgets.size(), 0.0);
  double value = 0;
  for (std::size_t column : taken) {
    value += problem.columns.cost(column);
    for (std::uint32_t row : problem.columns.rows(column)) {
      if (++covered[row] > 1) return std::nullopt;
    }
    const std::size_t budget = problem.columns.budget(column);
    if (budget != Column::kNoBudget) used[budget] += problem.columns.weight(column);
  }
  for (std::size_t i = 0; i < covered.size(); ++i) {
    if (covered[i] == 0) value += problem.rows[i].under_cost;
  }
  for (std::size_t b = 0; b < used.size(); ++b) {
    const Budget& budget = problem.budgets[b];
    value += budget.excess_cost * std::max(0.0, used[b] - budget.limit);
  }
  return value;
}

double least_of_all_subsets(const Problem& problem, const std::vector<std::size_t>& chosen) {
  double least = value_of(problem, {}).value();
  for (std::size_t subset = 1; subset < (std::size_t{1} << chosen.size()); ++subset) {
    std::vector<std::size_t> taken;
    for (std::size_t k = 0; k < chosen.size(); ++k) {
      if ((subset >> k) & 1) taken.push_back(chosen[k]);
    }
    least = std::min(least, value_of(problem, taken).value_or(least));
  }
  return least;
}

Problem scarce_problem(Rng& rng) {
  Problem problem = random_cover(rng, 4 + rng.below(6), 4 + rng.below(9), rng.below(3));
  return test::made_scarce(rng, std::move(problem), 0.5, 3);
}

TEST(SolveInteger, EqualsExhaustiveSearch) {
  int uncovered = 0;
  int above_relaxation = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Rng rng(seed);
    const Problem problem = scarce_problem(rng);
    const auto all = all_columns(problem);
    const double least = least_of_all_subsets(problem, all);
    const IntegerResult result = solve_integer(problem, all);
    ASSERT_TRUE(result.found && result.optimal) << "seed " << seed;
    EXPECT_NEAR(result.value, least, 1e-5) << "seed " << seed;
    const auto value = value_of(problem, result.columns);
    ASSERT_TRUE(value) << "seed " << seed << ": a row is covered twice";
    EXPECT_NEAR(*value, result.value, 1e-5) << "seed " << seed;
    std::size_t covered = 0;
    for (std::size_t column : result.columns) covered += problem.columns.rows(column).size();
    uncovered += covered < problem.rows.size();
    above_relaxation += least > solve_simplex(problem, all).value + 1e-3;
  }
  EXPECT_GT(uncovered, 20) << "the problems are too easy to cover";
  EXPECT_GT(above_relaxation, 10) << "the problems are solved by their relaxations";
}

TEST(SolveInteger, TakesChosenColumnsOnly) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Rng rng(seed);
    const Problem problem = scarce_problem(rng);
    std::vector<std::size_t> chosen;
    for (std::size_t j = 0; j < problem.columns.size(); j += 2) chosen.push_back(j);
    const IntegerResult result = solve_integer(problem, chosen);
    ASSERT_TRUE(result.found);
    EXPECT_NEAR(result.value, least_of_all_subsets(problem, chosen), 1e-5) << "seed " << seed;
    for (std::size_t column : result.columns) EXPECT_EQ(column % 2, 0U);
  }
}

// Takes columns in their order where they fit.
std::vector<std::size_t> first_fit(const Problem& problem) {
  std::vector<std::size_t> taken;
  for (std::size_t j = 0; j < problem.columns.size(); ++j) {
    taken.push_back(j);
    if (!value_of(problem, taken)) taken.pop_back();
  }
  return taken;
}

TEST(SolveInteger, IsNeverWorseThanItsStart) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    Rng rng(seed);
    const Problem problem = random_cover(rng, 15, 40, 2);
    IntegerOptions options;
    options.max_nodes = 0;
    options.start = first_fit(problem);
    const double before = value_of(problem, options.start).value();
    const IntegerResult result = solve_integer(problem, all_columns(problem), options);
    ASSERT_TRUE(result.found) << "seed " << seed;
    const auto value = value_of(problem, result.columns);
    ASSERT_TRUE(value) << "seed " << seed;
    EXPECT_LE(*value, before + 1e-5) << "seed " << seed;
  }
}

TEST(SolveInteger, KeepsAStartThatIsTheOptimum) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Rng rng(seed);
    const Problem problem = scarce_problem(rng);
    const IntegerResult first = solve_integer(problem, all_columns(problem));
    IntegerOptions options;
    options.start = first.columns;
    const IntegerResult again = solve_integer(problem, all_columns(problem), options);
    ASSERT_TRUE(again.found);
    EXPECT_NEAR(again.value, first.value, 1e-5) << "seed " << seed;
    EXPECT_NEAR(value_of(problem, again.columns).value(), first.value, 1e-5);
  }
}

TEST(SolveInteger, DoesNotFollowAStartThatCoversARowTwice) {
  Problem problem;
  problem.rows.assign(2, {1000, 1});
  problem.columns.add({10, {0, 1}, Column::kNoBudget, 0});
  problem.columns.add({1, {0}, Column::kNoBudget, 0});
  IntegerOptions options;
  options.start = {0, 1};
  const IntegerResult result = solve_integer(problem, {0, 1}, options);
  ASSERT_TRUE(result.found);
  EXPECT_NEAR(result.value, 10, 1e-6);
  EXPECT_EQ(result.columns, std::vector<std::size_t>{0});
}

TEST(SolveInteger, LeavesEverythingUncoveredWithoutColumns) {
  Problem problem;
  problem.rows.assign(3, {50, 10});
  const IntegerResult result = solve_integer(problem, {});
  ASSERT_TRUE(result.found);
  EXPECT_NEAR(result.value, 150, 1e-6);
  EXPECT_TRUE(result.columns.empty());
}

}  // namespace
}  // namespace skein::cover
