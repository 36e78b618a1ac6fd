#include "learning/sampler.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace skein::learning {
namespace {

TEST(WeightedSampler, DrawsInProportion) {
  for (const std::size_t count : {1U, 2U, 5U, 8U}) {
    WeightedSampler sampler(count, 100);
    double sum = 0;
    for (std::size_t k = 0; k < count; ++k) {
      sampler.set(k, static_cast<double>(k));
      sum += static_cast<double>(k);
    }
    EXPECT_DOUBLE_EQ(sampler.sum(), sum);
    Rng rng(1);
    std::vector<int> drawn(count, 0);
    constexpr int kDraws = 20'000;
    for (int k = 0; k < kDraws; ++k) ++drawn[sampler.draw(rng, 0.25)];
    for (std::size_t k = 0; k < count; ++k) {
      const double by_weight = sum > 0 ? static_cast<double>(k) / sum : 1;
      const double expected = 0.25 / static_cast<double>(count) + 0.75 * by_weight;
      EXPECT_NEAR(drawn[k], kDraws * expected, 4 * std::sqrt(kDraws * expected)) << k;
    }
  }
}

TEST(WeightedSampler, DrawsAnyWhereAllWeightsAreZero) {
  WeightedSampler sampler(3, 0);
  Rng rng(2);
  std::vector<int> drawn(3, 0);
  for (int k = 0; k < 300; ++k) ++drawn[sampler.draw(rng, 0)];
  for (int count : drawn) EXPECT_GT(count, 50);
}

}  // namespace
}  // namespace skein::learning
