#include "cover/sharpening.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "base/random.h"
#include "cover/first_order.h"
#include "support/random_cover.h"

namespace skein::cover {
namespace {

using test::random_cover;

LpSolution solved(const Problem& problem, Workers& workers) {
  FirstOrderOptions options;
  options.gap = 1e-4;
  options.max_iterations = 100'000;
  return solve_first_order(problem, {}, workers, options);
}

// How far the shares are from whole ones.
double spread_of(const std::vector<double>& shares) {
  double spread = 0;
  for (const double share : shares) spread += std::max(0.0, std::min(share, 1 - share));
  return spread;
}

// Runs of rows, at nearly the same cost for each row: whole solutions cost as little as others.
Problem runs_of_rows(Rng& rng, std::uint32_t rows) {
  Problem problem;
  for (std::uint32_t row = 0; row < rows; ++row) problem.rows.push_back({100, 100});
  for (std::uint32_t begin = 0; begin < rows; ++begin) {
    for (std::uint32_t end = begin + 1; end <= std::min(rows, begin + 4); ++end) {
      Column column{(end - begin + 1) * (1 + 0.02 * rng.uniform()), {}};
      for (std::uint32_t row = begin; row < end; ++row) column.rows.push_back(row);
      problem.columns.add(column);
    }
  }
  return problem;
}

// Between solutions for costs that differ a little.
LpSolution between_solutions(const Problem& problem, Workers& workers, Rng& rng) {
  LpSolution spread = solved(problem, workers);
  constexpr int kOthers = 2;
  for (double& share : spread.columns) share /= kOthers + 1;
  for (int k = 0; k < kOthers; ++k) {
    Problem other = problem;
    for (std::size_t j = 0; j < problem.columns.size(); ++j) {
      other.columns.set_cost(j, problem.columns.cost(j) * (0.9 + 0.2 * rng.uniform()));
    }
    const LpSolution solution = solved(other, workers);
    for (std::size_t j = 0; j < problem.columns.size(); ++j) {
      spread.columns[j] += solution.columns[j] / (kOthers + 1);
    }
  }
  return spread;
}

double cost_of(const Problem& problem, const std::vector<double>& shares) {
  double cost = 0;
  std::vector<double> left(problem.rows.size(), 1.0);
  for (std::size_t j = 0; j < shares.size(); ++j) {
    cost += shares[j] * problem.columns.cost(j);
    for (std::uint32_t row : problem.columns.rows(j)) left[row] -= shares[j];
  }
  for (std::size_t i = 0; i < left.size(); ++i) {
    cost += std::max(problem.rows[i].under_cost * left[i], -problem.rows[i].over_cost * left[i]);
  }
  return cost;
}

TEST(Sharpening, DrawsSharesTogetherForLittleCost) {
  double before = 0;
  double after = 0;
  double dearer = 0;
  double all = 0;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    Rng rng(seed);
    Workers workers(2);
    const Problem problem = runs_of_rows(rng, 60);
    const LpSolution spread = between_solutions(problem, workers, rng);
    const std::vector<double> sharp = sharpen(problem, spread, workers);
    ASSERT_EQ(sharp.size(), problem.columns.size());
    for (const double share : sharp) EXPECT_GE(share, 0);
    before += spread_of(spread.columns);
    after += spread_of(sharp);
    dearer += cost_of(problem, sharp) - cost_of(problem, spread.columns);
    all += cost_of(problem, spread.columns);
  }
  EXPECT_GT(before, 100);
  EXPECT_LT(after, 0.1 * before);
  EXPECT_LT(dearer, 0.02 * all);
}

// One row, two columns of the same cost: the one with the larger share gets all.
TEST(Sharpening, GivesTheLargerShareAll) {
  Problem problem;
  problem.rows.push_back({100, 1});
  problem.columns.add({10, {0}});
  problem.columns.add({10, {0}});
  LpSolution spread;
  spread.columns = {0.6, 0.4};
  spread.duals.row = {10};
  Workers workers(1);
  const std::vector<double> sharp = sharpen(problem, spread, workers);
  EXPECT_NEAR(sharp[0], 1, 0.01);
  EXPECT_NEAR(sharp[1], 0, 0.01);
}

TEST(Sharpening, LeavesSharesThatAreWhole) {
  Problem problem;
  for (std::uint32_t row = 0; row < 4; ++row) {
    problem.rows.push_back({100, 1});
    problem.columns.add({10, {row}});
  }
  LpSolution whole;
  whole.columns = {1, 1, 1, 1};
  whole.duals.row = {10, 10, 10, 10};
  Workers workers(1);
  for (const double share : sharpen(problem, whole, workers)) EXPECT_NEAR(share, 1, 0.01);
}

TEST(Sharpening, IsTheSameForAnyNumberOfThreads) {
  Rng rng(7);
  const Problem problem = random_cover(rng, 80, 600, 2);
  Workers one(1);
  Workers three(3);
  const LpSolution spread = solved(problem, one);
  EXPECT_EQ(sharpen(problem, spread, one), sharpen(problem, spread, three));
}

TEST(Sharpening, EndsWhereTimeIsUp) {
  Rng rng(9);
  const Problem problem = random_cover(rng, 40, 200, 0);
  Workers workers(1);
  const LpSolution spread = solved(problem, workers);
  SharpeningOptions options;
  options.deadline = Deadline::in_seconds(0);
  EXPECT_EQ(sharpen(problem, spread, workers, options), spread.columns);
}

}  // namespace
}  // namespace skein::cover
