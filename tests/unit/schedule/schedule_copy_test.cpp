#include <memory>
#include <utility>

#include <gtest/gtest.h>

#include "schedule/schedule.h"
#include "support/small_schedule.h"

namespace skein::schedule {
namespace {

// A copy must not look flights up by names that belong to the original.
TEST(Schedule, CopyFindsFlightsWhenTheOriginalIsGone) {
  auto original = std::make_unique<Schedule>(test::small_schedule(
      {"*BOS", "JFK"}, {"F1 BOS JFK 2008-01-01T10:00Z 60",
                        "a-flight-with-a-long-name JFK BOS 2008-01-01T12:00Z 60"}));
  const Schedule copy = *original;
  original.reset();
  EXPECT_EQ(copy.find_flight("F1").index(), 0U);
  EXPECT_EQ(copy.find_flight("a-flight-with-a-long-name").index(), 1U);
  EXPECT_FALSE(copy.find_flight("F2").exists());
  EXPECT_FALSE(copy.find_flight("").exists());
}

}  // namespace
}  // namespace skein::schedule
