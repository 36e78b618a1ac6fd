#include "cover/sparse_cholesky.h"

#include <cmath>

#include <gtest/gtest.h>

#include "base/random.h"

namespace skein::cover {
namespace {

struct Matrix {
  LowerPattern pattern;
  std::vector<double> values;
};

// Diagonally dominant, so positive definite.
Matrix random_matrix(Rng& rng, std::size_t size, double density) {
  Matrix matrix;
  matrix.pattern.starts.push_back(0);
  for (std::size_t j = 0; j < size; ++j) {
    for (std::size_t i = j; i < size; ++i) {
      if (i != j && !rng.chance(density)) continue;
      matrix.pattern.rows.push_back(static_cast<int>(i));
      matrix.values.push_back(i == j ? static_cast<double>(size) : rng.uniform() - 0.5);
    }
    matrix.pattern.starts.push_back(static_cast<int>(matrix.pattern.rows.size()));
  }
  return matrix;
}

std::vector<double> multiply(const Matrix& matrix, const std::vector<double>& vector) {
  std::vector<double> result(vector.size(), 0.0);
  for (std::size_t j = 0; j < vector.size(); ++j) {
    const auto end = static_cast<std::size_t>(matrix.pattern.starts[j + 1]);
    for (auto k = static_cast<std::size_t>(matrix.pattern.starts[j]); k < end; ++k) {
      const auto i = static_cast<std::size_t>(matrix.pattern.rows[k]);
      result[i] += matrix.values[k] * vector[j];
      if (i != j) result[j] += matrix.values[k] * vector[i];
    }
  }
  return result;
}

TEST(SparseCholesky, SolvesWhatWasMultiplied) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    Rng rng(seed);
    const Matrix matrix = random_matrix(rng, 1 + rng.below(150), 0.3 * rng.uniform());
    const std::size_t sides = 1 + rng.below(3);
    std::vector<double> expected;
    std::vector<double> vectors;
    for (std::size_t side = 0; side < sides; ++side) {
      std::vector<double> solution;
      for (std::size_t i = 0; i < matrix.pattern.size(); ++i) solution.push_back(rng.normal());
      const std::vector<double> vector = multiply(matrix, solution);
      expected.insert(expected.end(), solution.begin(), solution.end());
      vectors.insert(vectors.end(), vector.begin(), vector.end());
    }
    SparseCholesky cholesky(matrix.pattern);
    Workers workers(1 + rng.below(3));
    for (int time = 0; time < 2; ++time) {  // factors can be computed again
      ASSERT_TRUE(cholesky.factor(matrix.values, workers));
      std::vector<double> solutions = vectors;
      cholesky.solve(solutions, sides);
      for (std::size_t i = 0; i < expected.size(); ++i) {
        ASSERT_NEAR(solutions[i], expected[i], 1e-9) << "seed " << seed;
      }
    }
  }
}

TEST(SparseCholesky, IsTheSameForAnyNumberOfThreads) {
  Rng rng(1);
  const Matrix matrix = random_matrix(rng, 400, 0.01);
  std::vector<double> vector;
  for (std::size_t i = 0; i < matrix.pattern.size(); ++i) vector.push_back(rng.normal());
  std::vector<std::vector<double>> solutions;
  for (std::size_t threads : {1U, 2U, 5U}) {
    SparseCholesky cholesky(matrix.pattern);
    Workers workers(threads);
    ASSERT_TRUE(cholesky.factor(matrix.values, workers));
    solutions.push_back(vector);
    cholesky.solve(solutions.back());
  }
  EXPECT_EQ(solutions[0], solutions[1]);
  EXPECT_EQ(solutions[0], solutions[2]);
}

TEST(SparseCholesky, RefusesAMatrixThatIsNotPositiveDefinite) {
  SparseCholesky cholesky({{0, 2, 3}, {0, 1, 1}});
  const std::vector<double> values = {1, 2, 1};
  Workers workers(2);
  EXPECT_FALSE(cholesky.factor(values, workers));
}

}  // namespace
}  // namespace skein::cover
