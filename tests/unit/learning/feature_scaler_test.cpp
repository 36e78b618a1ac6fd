#include "learning/feature_scaler.h"

#include <cmath>

#include <gtest/gtest.h>

#include "base/input_error.h"
#include "base/random.h"
#include "learning/sphere_descent.h"

namespace skein::learning {
namespace {

constexpr std::size_t kFeatures = 4;

std::vector<float> random_rows(Rng& rng, std::size_t rows) {
  std::vector<float> values;
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < kFeatures; ++j) {
      values.push_back(static_cast<float>(10.0 * static_cast<double>(j) +
                                          (1.0 + static_cast<double>(j)) * rng.normal()));
    }
  }
  return values;
}

class ScalerOf : public testing::TestWithParam<Scaling> {
 protected:
  Rng rng_{1};
  Workers workers_{2};
};

TEST_P(ScalerOf, GivesRowsTheNormThatIsAskedFor) {
  std::vector<float> rows = random_rows(rng_, 500);
  FeatureScaler scaler{GetParam(), 7, {}, {}};
  scaler.learn(rows, kFeatures, workers_);
  double square = 0;
  for (std::size_t i = 0; i < rows.size(); i += kFeatures) {
    scaler.apply(std::span(rows).subspan(i, kFeatures));
    for (std::size_t j = 0; j < kFeatures; ++j) {
      square += static_cast<double>(rows[i + j]) * static_cast<double>(rows[i + j]) / 500;
    }
  }
  EXPECT_NEAR(std::sqrt(square), 7, 1e-3);
}

TEST_P(ScalerOf, GradientsArePulledBackAsDifferencesSay) {
  const std::vector<float> rows = random_rows(rng_, 50);
  FeatureScaler scaler{GetParam(), 7, {}, {}};
  scaler.learn(rows, kFeatures, workers_);
  const std::vector<float> row(rows.begin(), rows.begin() + kFeatures);
  std::vector<float> weights;
  for (std::size_t j = 0; j < kFeatures; ++j) weights.push_back(static_cast<float>(rng_.normal()));
  const auto value = [&](std::vector<float> moved) {
    scaler.apply(moved);
    double sum = 0;
    for (std::size_t j = 0; j < kFeatures; ++j) {
      sum += static_cast<double>(weights[j]) * static_cast<double>(moved[j]);
    }
    return sum;
  };
  std::vector<float> gradient = weights;
  scaler.pull_back(row, gradient);
  for (std::size_t j = 0; j < kFeatures; ++j) {
    std::vector<float> up = row;
    std::vector<float> down = row;
    up[j] += 0.05F;
    down[j] -= 0.05F;
    EXPECT_NEAR(static_cast<double>(gradient[j]), (value(up) - value(down)) / 0.1, 2e-3);
  }
}

INSTANTIATE_TEST_SUITE_P(Scalings, ScalerOf,
                         testing::Values(Scaling::kMeanNorm, Scaling::kStandard, Scaling::kMinMax,
                                         Scaling::kRobust, Scaling::kNormalizer),
                         [](const auto& test) {
                           std::string name = name_of(test.param);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(FeatureScaler, NamesAreReadAndOthersRefused) {
  for (const std::string& name : scaling_names()) EXPECT_EQ(name_of(scaling_from(name)), name);
  EXPECT_THROW(scaling_from("guess"), InputError);
}

TEST(FeatureScaler, FeaturesThatNeverChangeBecomeZero) {
  Workers workers(1);
  for (Scaling scaling : {Scaling::kStandard, Scaling::kMinMax, Scaling::kRobust}) {
    std::vector<float> rows{1, 5, 2, 5, 3, 5, 4, 5};
    FeatureScaler scaler{scaling, 1, {}, {}};
    scaler.learn(rows, 2, workers);
    scaler.apply(std::span(rows).first(2));
    EXPECT_EQ(rows[1], 0.0F);
    EXPECT_TRUE(std::isfinite(rows[0]));
  }
}

// Filters on the sphere that should come near to a goal: the loss is minus their products with it.
TEST(SphereDescent, FindsTheGoalForLossesOfAnyScale) {
  for (double scale : {1e-6, 1.0, 1e6}) {
    Rng rng(2);
    kernels::Matrix<float> filters(3, 5);
    for (std::size_t k = 0; k < 3; ++k) filters(k, k + 1) = 1;
    SphereDescent descent(3, 5, {});
    for (int step = 0; step < 400; ++step) {
      kernels::Matrix<float> gradient(3, 5);
      for (std::size_t k = 0; k < 3; ++k) {
        gradient(k, 0) = static_cast<float>(-scale);
        for (std::size_t j = 0; j < 5; ++j) {
          gradient(k, j) += static_cast<float>(0.3 * scale * rng.normal());
        }
      }
      descent.step(filters, gradient, step / 400.0);
    }
    for (std::size_t k = 0; k < 3; ++k) {
      double norm = 0;
      for (float value : filters.row(k)) norm += static_cast<double>(value) * value;
      EXPECT_NEAR(norm, 1, 1e-5);
      EXPECT_GT(filters(k, 0), 0.99F) << scale;
    }
  }
}

}  // namespace
}  // namespace skein::learning
