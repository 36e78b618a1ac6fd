#include "pairing/limit_table.h"

#include <gtest/gtest.h>

#include "base/input_error.h"

namespace skein::pairing {
namespace {

TEST(LimitTable, RefusesLimitsThatGrowWithTheFlights) {
  EXPECT_NO_THROW(LimitTable({{Minutes(0), {hours(10), hours(10), hours(9)}}}));
  EXPECT_THROW(LimitTable({{Minutes(0), {hours(10), hours(9), hours(10)}}}), InputError);
}

TEST(LimitTable, LastColumnHoldsForMoreFlights) {
  const LimitTable table({{Minutes(0), {hours(10), hours(9)}}, {hours(5), {hours(12)}}});
  EXPECT_EQ(table.limit(Minutes(299), 1), hours(10));
  EXPECT_EQ(table.limit(Minutes(299), 7), hours(9));
  EXPECT_EQ(table.limit(hours(5), 3), hours(12));
}

}  // namespace
}  // namespace skein::pairing
