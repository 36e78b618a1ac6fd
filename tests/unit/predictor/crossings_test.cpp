#include "predictor/crossings.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/random.h"
#include "pairing/rules.h"
#include "support/small_schedule.h"

namespace skein::predictor {
namespace {

using learning::ChoiceExamples;
using testing::ElementsAre;
using testing::IsEmpty;

// Two crews land at JFK, A before B, and may both take C and D.
class CrossingsTest : public testing::Test {
 protected:
  CrossingsTest()
      : scores_{std::log(0.5F), std::log(0.3F), std::log(0.2F),
                std::log(0.1F), std::log(0.6F), std::log(0.3F)} {
    examples_.channels = 1;
    examples_.places = 2;
    examples_.values.assign(4, 0.0F);
    examples_.allowed.assign(6, 1);
    examples_.resource = {2, 3, 2, 3};
    examples_.truth = {0, 1};
    examples_.group = {0, 0};
  }

  ScoredMonth scored() const { return {&month_, &examples_, flights_, scores_}; }

  plan::Month month_{
      {},
      test::small_schedule({"*BOS", "*JFK"},
                           {"A BOS JFK 2008-01-01T07:00Z 60", "B BOS JFK 2008-01-01T07:30Z 60",
                            "C JFK BOS 2008-01-01T10:00Z 60", "D JFK BOS 2008-01-01T11:00Z 60"})};
  ChoiceExamples examples_;
  std::vector<FlightId> flights_{FlightId(0), FlightId(1)};
  std::vector<float> scores_;
};

TEST_F(CrossingsTest, AreWhereTheFirstToLandTakesTheLaterFlight) {
  const auto crossings = crossings_of(scored());
  ASSERT_EQ(crossings.size(), 1U);
  EXPECT_EQ(crossings[0].first.example, 0U);
  EXPECT_EQ(crossings[0].first.place, 1U);
  EXPECT_EQ(crossings[0].second.example, 1U);
  EXPECT_EQ(crossings[0].second.place, 0U);
  EXPECT_THAT(crossings[0].features, ElementsAre(1, 0, 0, 0.5F, 1));
  const auto scores = pair_scores(crossings, {-1, 5, 5, 2, 3});
  EXPECT_DOUBLE_EQ(scores[0].score, -1 + 0.5 * 2 + 3);
}

TEST_F(CrossingsTest, NeedFlightsThatBothCouldTakeAndAreLikely) {
  scores_[1] = std::log(0.01F);
  EXPECT_THAT(crossings_of(scored()), IsEmpty());
  EXPECT_EQ(crossings_of(scored(), {4, 0.005}).size(), 1U);
  EXPECT_THAT(crossings_of(scored(), {0, 0.005}), IsEmpty()) << "no neighbours are looked at";
  examples_.resource[0] = ChoiceExamples::kNothing;  // A may not take C
  EXPECT_THAT(crossings_of(scored(), {4, 0.005}), IsEmpty());
}

TEST_F(CrossingsTest, AreOfOneGroupOnly) {
  examples_.group = {0, 1};
  EXPECT_THAT(crossings_of(scored()), IsEmpty());
  EXPECT_THAT(swaps_seen(scored()), IsEmpty());
}

TEST_F(CrossingsTest, SwapsAreSeenWhereCrewsTookWhatBothCouldTake) {
  const auto in_order = swaps_seen(scored());
  ASSERT_EQ(in_order.size(), 1U);
  EXPECT_FALSE(in_order[0].crossed);
  EXPECT_NEAR(in_order[0].advantage, std::log(0.3 * 0.1 / (0.5 * 0.6)), 1e-6);
  examples_.truth = {1, 0};
  const auto crossed = swaps_seen(scored());
  ASSERT_EQ(crossed.size(), 1U);
  EXPECT_TRUE(crossed[0].crossed);
  EXPECT_EQ(crossed[0].features, in_order[0].features);
  EXPECT_NEAR(crossed[0].advantage, in_order[0].advantage, 1e-6);
  examples_.truth = {2, 0};  // A's pairing ends
  EXPECT_THAT(swaps_seen(scored()), IsEmpty());
}

std::vector<SwapSeen> drawn_swaps(std::size_t count, const CrossingWeights& weights) {
  Rng rng(3);
  std::vector<SwapSeen> swaps(count);
  for (SwapSeen& swap : swaps) {
    swap.features[rng.below(3)] = 1;
    swap.features[3] = static_cast<float>(4 * rng.uniform());
    swap.features[4] = static_cast<float>(4 * rng.uniform());
    swap.advantage = rng.normal();
    double odds = swap.advantage;
    for (std::size_t f = 0; f < kCrossingFeatures; ++f) {
      odds += weights[f] * static_cast<double>(swap.features[f]);
    }
    swap.crossed = rng.chance(1 / (1 + std::exp(-odds)));
  }
  return swaps;
}

TEST(CrossingWeightsTest, AreFoundWhereSwapsWereDrawnByThem) {
  const CrossingWeights weights{-1, 0.5, 0, 0.3, -0.4};
  const CrossingWeights found = learn_crossings(drawn_swaps(20'000, weights), 10);
  for (std::size_t f = 0; f < kCrossingFeatures; ++f) EXPECT_NEAR(found[f], weights[f], 0.1) << f;
}

TEST(CrossingWeightsTest, HaveTheLargestLikelihoodUnderThePrior) {
  const std::vector<SwapSeen> swaps = drawn_swaps(50, {-1, 0.5, 0, 0.3, -0.4});
  constexpr double kDeviation = 0.5;
  const auto value = [&](const CrossingWeights& weights) {
    double sum = 0;
    for (const double weight : weights) sum -= weight * weight / (2 * kDeviation * kDeviation);
    for (const SwapSeen& swap : swaps) {
      double odds = swap.advantage;
      for (std::size_t f = 0; f < kCrossingFeatures; ++f) {
        odds += weights[f] * static_cast<double>(swap.features[f]);
      }
      sum -= std::log1p(std::exp(swap.crossed ? -odds : odds));
    }
    return sum;
  };
  const CrossingWeights found = learn_crossings(swaps, kDeviation);
  for (std::size_t f = 0; f < kCrossingFeatures; ++f) {
    for (const double step : {-1e-3, 1e-3}) {
      CrossingWeights other = found;
      other[f] += step;
      EXPECT_LT(value(other), value(found)) << f;
    }
  }
}

TEST(CrossingWeightsTest, AreNoneWhereNothingWasSeen) {
  EXPECT_EQ(learn_crossings({}), CrossingWeights{});
}

}  // namespace
}  // namespace skein::predictor
