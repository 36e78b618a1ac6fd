// Pooling, inverse roots and k-means, each alone.
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "kernels/hot_loops.h"
#include "kernels/inverse_root.h"
#include "kernels/pooling.h"
#include "kernels/spherical_kmeans.h"
#include "support/finite_differences.h"

namespace skein::kernels {
namespace {

using test::slope_by_differences;

TEST(PoolAxis, IsSymmetricAndSumsToOneInside) {
  for (std::size_t step : {1U, 2U, 3U, 4U}) {
    const PoolAxis<double> axis(12, step, 0.6);
    EXPECT_EQ(axis.outputs, 12 / step);
    const auto weight = [&](std::size_t k, std::size_t i) {
      const bool inside = i >= axis.first[k] && i < axis.first[k] + axis.taps;
      return inside ? axis.weights[k * axis.taps + i - axis.first[k]] : 0.0;
    };
    for (std::size_t k = 0; k < axis.outputs; ++k) {
      double sum = 0;
      for (std::size_t i = 0; i < 12; ++i) {
        sum += weight(k, i);
        EXPECT_NEAR(weight(k, i), weight(axis.outputs - 1 - k, 11 - i), 1e-12);
      }
      EXPECT_LE(sum, 1 + 1e-12);
      EXPECT_GT(sum, 0.5);
    }
  }
  const PoolAxis<double> none(5, 1, 0);
  EXPECT_EQ(none.outputs, 5);
  EXPECT_EQ(none.weights, std::vector<double>(5, 1.0));
}

// More channels than are summed at a time, and some left over; one position is empty.
TEST(Pooling, IsTheSumOfItsDefinitionForAnyNumberOfChannels) {
  const PoolAxis<double> down(5, 2, 0.7);
  const PoolAxis<double> across(4, 2, 0.7);
  for (std::size_t channels : {1U, 8U, 75U, 137U}) {
    Rng rng(2);
    Matrix<double> values(20, channels);
    for (double& value : values.values) value = rng.normal();
    std::vector<std::uint32_t> rows_of(20);
    std::iota(rows_of.rbegin(), rows_of.rend(), 0U);
    rows_of[7] = kNoRow;
    Numbers<double> room(5 * across.outputs * channels);
    Matrix<double> pooled(down.outputs * across.outputs, channels);
    hot_loops<double>().pool({&down, &across, channels}, rows_of.data(), values.values.data(),
                             room.data(), pooled.values.data());
    for (std::size_t q = 0; q < pooled.rows; ++q) {
      const std::size_t r = q / across.outputs;
      const std::size_t c = q % across.outputs;
      for (std::size_t channel = 0; channel < channels; ++channel) {
        double sum = 0;
        for (std::size_t i = 0; i < down.taps; ++i) {
          for (std::size_t j = 0; j < across.taps; ++j) {
            const std::uint32_t row = rows_of[(down.first[r] + i) * 4 + across.first[c] + j];
            if (row == kNoRow) continue;
            sum += down.weights[r * down.taps + i] * across.weights[c * across.taps + j] *
                   values(row, channel);
          }
        }
        EXPECT_NEAR(pooled(q, channel), sum, 1e-12);
      }
    }
  }
}

Matrix<double> random_symmetric(Rng& rng, std::size_t size) {
  Matrix<double> factor(size, size);
  for (double& value : factor.values) value = rng.normal();
  Matrix<double> matrix(size, size);
  for (std::size_t i = 0; i < size; ++i) {
    matrix(i, i) = 0.5;
    for (std::size_t j = 0; j < size; ++j) {
      for (std::size_t k = 0; k < size; ++k) matrix(i, j) += factor(i, k) * factor(j, k);
    }
  }
  return matrix;
}

TEST(InverseRoot, ItsSquareIsTheInverse) {
  Rng rng(1);
  const Matrix<double> matrix = random_symmetric(rng, 6);
  const Matrix<double> root = InverseRoot(matrix, 0).root();
  for (std::size_t i = 0; i < 6; ++i) {
    for (std::size_t j = 0; j < 6; ++j) {
      double product = 0;  // root root matrix
      for (std::size_t a = 0; a < 6; ++a) {
        for (std::size_t b = 0; b < 6; ++b) product += root(i, a) * root(a, b) * matrix(b, j);
      }
      EXPECT_NEAR(product, i == j ? 1 : 0, 1e-6);
    }
  }
}

TEST(InverseRoot, DerivativeEqualsFiniteDifferencesEvenWhereEigenvaluesCoincide) {
  Rng rng(2);
  Matrix<double> even(4, 4);
  for (std::size_t i = 0; i < 4; ++i) even(i, i) = 2;
  for (Matrix<double> matrix : {random_symmetric(rng, 4), even}) {
    Matrix<double> weights(4, 4);
    for (double& weight : weights.values) weight = rng.normal();
    const Matrix<double> gradient = InverseRoot(matrix, 0.1).pull_back(weights);
    for (std::size_t i = 0; i < 4; ++i) {
      for (std::size_t j = 0; j < 4; ++j) {
        // K stays symmetric: both entries move.
        double shift = 0;
        const double slope = slope_by_differences(shift, [&] {
          Matrix<double> moved = matrix;
          moved(i, j) += shift / 2;
          moved(j, i) += shift / 2;
          const Matrix<double> root = InverseRoot(moved, 0.1).root();
          double sum = 0;
          for (std::size_t k = 0; k < 16; ++k) sum += root.values[k] * weights.values[k];
          return sum;
        });
        EXPECT_NEAR((gradient(i, j) + gradient(j, i)) / 2, slope, 1e-6);
      }
    }
  }
}

TEST(SphericalKMeans, FindsTheGroupsThatThereAre) {
  Rng rng(3);
  Matrix<float> directions(90, 3);
  for (std::size_t i = 0; i < 90; ++i) {
    double norm = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      const double value = (j == i % 3 ? 1 : 0) + 0.05 * rng.normal();
      directions(i, j) = static_cast<float>(value);
      norm += value * value;
    }
    for (float& value : directions.row(i)) value /= static_cast<float>(std::sqrt(norm));
  }
  const KMeansResult<float> result = spherical_kmeans(directions, {3}, rng);
  ASSERT_EQ(result.centres.rows, 3);
  EXPECT_GT(result.mean_product, 0.99);
  for (std::size_t k = 0; k < 3; ++k) {
    const auto centre = result.centres.row(k);
    EXPECT_GT(*std::max_element(centre.begin(), centre.end()), 0.99F);
  }
}

TEST(SphericalKMeans, HasNoMoreCentresThanThereAreDirections) {
  Rng rng(3);
  Matrix<double> directions(10, 2);
  for (std::size_t i = 0; i < 10; ++i) directions(i, i % 2) = 1;
  const KMeansResult<double> result = spherical_kmeans(directions, {5}, rng);
  EXPECT_EQ(result.centres.rows, 2);
  EXPECT_NEAR(result.mean_product, 1, 1e-12);
}

}  // namespace
}  // namespace skein::kernels
