#include "report/distributions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/small_schedule.h"

namespace skein::report {
namespace {

using test::small_pairing;
using test::small_schedule;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using testing::UnorderedElementsAre;

// Out with a deadhead, a night away, and home in two flights.
TEST(Distributions, CountDutiesRestsConnectionsAndDays) {
  const schedule::Schedule month =
      small_schedule({"*BOS", "JFK", "ORD"},
                     {"A BOS JFK 2008-01-01T06:00Z 120", "B JFK ORD 2008-01-01T09:00Z 60",
                      "C ORD JFK 2008-01-02T08:00Z 60", "D JFK BOS 2008-01-02T10:00Z 120"});
  const plan::Plan plan{{small_pairing(month, "BOS", "A (B) C D")}, {}};
  const PlanValues values = values_of(month, pairing::preset_rules("gerad"), plan);
  EXPECT_THAT(values.duty_hours, ElementsAre(4, 4));
  EXPECT_THAT(values.duty_flying, ElementsAre(2, 3));
  EXPECT_THAT(values.duty_flights, ElementsAre(1, 2));
  EXPECT_THAT(values.rest_hours, ElementsAre(22));
  EXPECT_THAT(values.connection_hours, ElementsAre(1, 1));
  EXPECT_THAT(values.pairing_days, ElementsAre(2));
}

TEST(Distributions, IntervalsIncludeTheirBeginAndGapsBetweenThem) {
  EXPECT_THAT(
      counted_by({1.0, 1.4, 1.5, 3.2}, 0.5, 100),
      ElementsAre(Pair(1.25, 2), Pair(1.75, 1), Pair(2.25, 0), Pair(2.75, 0), Pair(3.25, 1)));
  EXPECT_THAT(counted_by({1, 7, 70}, 1, 5),
              ElementsAre(Pair(1.5, 1), Pair(2.5, 0), Pair(3.5, 0), Pair(4.5, 2)));
  EXPECT_THAT(counted_by({}, 1, 5), IsEmpty());
}

TEST(Distributions, OfTwoPlansTheFirstIsBarsAndTheSecondALine) {
  PlanValues values;
  values.duty_flights = {2, 2, 3};
  const std::vector<Chart> charts = distribution_charts({{"one", values}, {"two", values}});
  const auto at = std::find_if(charts.begin(), charts.end(),
                               [](const Chart& own) { return own.title == "Flights in a duty"; });
  ASSERT_NE(at, charts.end());
  // Whole numbers stand at themselves.
  EXPECT_THAT(at->series.at(0).points, UnorderedElementsAre(Pair(2, 2), Pair(3, 1)));
  const std::string svg = charts_svg({*at});
  EXPECT_NE(svg.find("fill-opacity"), std::string::npos);
  EXPECT_NE(svg.find("<polyline"), std::string::npos);
}

}  // namespace
}  // namespace skein::report
