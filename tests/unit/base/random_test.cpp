#include "base/random.h"

#include <array>
#include <vector>

#include <gtest/gtest.h>

namespace skein {
namespace {

TEST(Rng, GivesTheSameNumbersOnEveryMachine) {
  // xoshiro256** seeded with SplitMix64(1); a change here changes every generated airline.
  Rng rng(1);
  const std::array<std::uint64_t, 3> numbers = {rng.next(), rng.next(), rng.next()};
  EXPECT_EQ(numbers[0], 12966619160104079557u);
  EXPECT_EQ(numbers[1], 9600361134598540522u);
  EXPECT_EQ(numbers[2], 10590380919521690900u);
}

TEST(Rng, BelowIsUniform) {
  Rng rng(7);
  std::array<int, 6> counts{};
  for (int i = 0; i < 60'000; ++i) ++counts[rng.below(6)];
  for (int count : counts) EXPECT_NEAR(count, 10'000, 400);  // over four standard deviations
}

TEST(Rng, NormalHasMeanZeroAndVarianceOne) {
  Rng rng(7);
  double sum = 0;
  double squares = 0;
  constexpr int kDraws = 100'000;
  for (int i = 0; i < kDraws; ++i) {
    const double x = rng.normal();
    sum += x;
    squares += x * x;
  }
  EXPECT_NEAR(sum / kDraws, 0, 0.015);
  EXPECT_NEAR(squares / kDraws, 1, 0.02);
}

TEST(Rng, SplitStreamsDiffer) {
  const Rng rng(7);
  EXPECT_NE(rng.split("a").next(), rng.split("b").next());
  EXPECT_NE(rng.split("a", 1).next(), rng.split("a", 2).next());
  EXPECT_EQ(rng.split("a", 1).next(), rng.split("a", 1).next());
}

TEST(Rng, PicksInProportionAndNeverAZeroWeight) {
  Rng rng(7);
  const std::vector<double> weights = {0, 1, 3, 0};
  std::array<int, 4> counts{};
  for (int i = 0; i < 40'000; ++i) ++counts[rng.pick(weights)];
  EXPECT_EQ(counts[0] + counts[3], 0);
  EXPECT_NEAR(counts[2], 30'000, 400);
}

}  // namespace
}  // namespace skein
