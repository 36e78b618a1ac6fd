#include "features/channels.h"

#include <array>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace skein::features {
namespace {

using testing::Each;
using testing::ElementsAre;

constexpr std::array kKnots{0.0, 10.0, 30.0};

TEST(Channels, AValueBetweenKnotsIsSharedBetweenThem) {
  std::vector<std::string> names;
  Channels channels(&names);
  channels.hats("gap", kKnots, 15);
  EXPECT_THAT(channels.values(), ElementsAre(0.0F, 0.75F, 0.25F));
  EXPECT_THAT(names, ElementsAre("gap 0", "gap 10", "gap 30"));
}

TEST(Channels, HatsGiveTheValueBackBetweenTheOuterKnots) {
  for (double value : {0.0, 3.0, 10.0, 29.0, 30.0}) {
    Channels channels;
    channels.hats("", kKnots, value);
    double sum = 0;
    double total = 0;
    for (std::size_t k = 0; k < kKnots.size(); ++k) {
      total += static_cast<double>(channels.values()[k]);
      sum += kKnots[k] * static_cast<double>(channels.values()[k]);
    }
    EXPECT_NEAR(sum, value, 1e-5);
    EXPECT_NEAR(total, 1, 1e-6);
  }
}

TEST(Channels, BeyondTheKnotsIsAtTheOuterOnesAndUnknownIsNowhere) {
  Channels channels;
  channels.hats("", kKnots, -5);
  channels.hats("", kKnots, 99);
  channels.hats("", kKnots, std::nullopt);
  EXPECT_THAT(channels.values(), ElementsAre(1, 0, 0, 0, 0, 1, 0, 0, 0));
  Channels clock;
  clock.clock("", 4, std::nullopt);
  EXPECT_THAT(clock.values(), Each(0.0F));
}

TEST(Channels, TheClockIsACircle) {
  Channels channels;
  channels.clock("", 4, 23 * 60);  // between 18h and 24h = 0h
  EXPECT_THAT(channels.values(), ElementsAre(testing::FloatNear(5.0F / 6, 1e-6F), 0, 0,
                                             testing::FloatNear(1.0F / 6, 1e-6F)));
}

}  // namespace
}  // namespace skein::features
