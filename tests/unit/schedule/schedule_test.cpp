#include "schedule/schedule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/calendar.h"
#include "support/complaints.h"
#include "support/small_schedule.h"

namespace skein::schedule {
namespace {

using test::complaint_of;
using test::small_schedule;
using testing::HasSubstr;

TEST(Schedule, PutsFlightsInOrderOfDeparture) {
  const Schedule schedule = small_schedule(
      {"*BOS", "JFK"}, {"B JFK BOS 2008-01-02T10:00Z 60", "A BOS JFK 2008-01-01T10:00Z 60"});
  EXPECT_EQ(schedule.flight(FlightId(0)).id, "A");
  EXPECT_EQ(schedule.find_flight("B"), FlightId(1));
  EXPECT_FALSE(schedule.find_flight("C").exists());
  EXPECT_EQ(schedule.bases().size(), 1u);
  EXPECT_EQ(schedule.total_flying(), Minutes(120));
}

TEST(Schedule, DoesNotDependOnTheOrderOfTheInput) {
  const auto one = small_schedule({"*BOS", "JFK"}, {"A BOS JFK 2008-01-01T10:00Z 60 X T1",
                                                    "B JFK BOS 2008-01-01T10:00Z 60 W T0"});
  const auto two = small_schedule({"*BOS", "JFK"}, {"B JFK BOS 2008-01-01T10:00Z 60 W T0",
                                                    "A BOS JFK 2008-01-01T10:00Z 60 X T1"});
  EXPECT_EQ(one, two);
}

TEST(Schedule, PeriodIsTheWholeDaysOfTheDepartures) {
  const auto schedule = small_schedule(
      {"*BOS", "JFK"}, {"A BOS JFK 2008-01-01T10:00Z 60", "B JFK BOS 2008-01-31T23:50Z 60"});
  EXPECT_EQ(format_instant(schedule.period().begin), "2008-01-01T00:00Z");
  EXPECT_EQ(format_instant(schedule.period().end), "2008-02-01T00:00Z");
}

TEST(Schedule, GivesFlightsTheirDefaultId) {
  ScheduleBuilder builder;
  builder.add_station({"JAX", TimeZone(), {}, true, 1});
  builder.add_station({"DEN", TimeZone(), {}, false, 0});
  builder.add_flight({"", "F9241", "JAX", "DEN", *parse_instant("2008-03-01T11:00Z"),
                      *parse_instant("2008-03-01T14:50Z"), "A320", ""});
  const Schedule schedule = std::move(builder).build();
  EXPECT_TRUE(schedule.find_flight("F9241/JAX/2008-03-01T11:00Z").exists());
  EXPECT_FALSE(schedule.flight(FlightId(0)).tail.exists());
}

class RefusedFlight : public testing::Test {
 protected:
  RefusedFlight() {
    builder_.add_station({"BOS", TimeZone(), {}, true, 1});
    builder_.add_station({"JFK", TimeZone(), {}, false, 0});
    builder_.add_flight(record_);
  }
  Complaint complaint() {
    return complaint_of([this] { builder_.add_flight(record_); });
  }

  FlightRecord record_{"A", "1", "BOS", "JFK", Instant(1'000), Instant(1'060), "F", ""};
  ScheduleBuilder builder_;
};

TEST_F(RefusedFlight, SameIdTwice) {
  EXPECT_EQ(complaint().field, "id");
}
TEST_F(RefusedFlight, UnknownStation) {
  record_.destination = "XXX";
  EXPECT_EQ(complaint().field, "destination");
  EXPECT_THAT(complaint().problem, HasSubstr("XXX"));
}
TEST_F(RefusedFlight, ArrivalNotAfterDeparture) {
  record_.arrival = record_.departure;
  EXPECT_EQ(complaint().field, "arrival_utc");
}
TEST_F(RefusedFlight, LongerThanADay) {
  record_.arrival = record_.departure + Minutes(24 * 60 + 1);
  EXPECT_EQ(complaint().field, "arrival_utc");
}
TEST_F(RefusedFlight, UnusableNames) {
  record_.id = "B";
  record_.number = "bad name";
  EXPECT_EQ(complaint().field, "flight");
  record_.number = std::string(65, 'x');
  EXPECT_EQ(complaint().field, "flight");
}

TEST(ScheduleBuilder, RefusesAStationTwiceAndCrewsAwayFromBases) {
  ScheduleBuilder builder;
  builder.add_station({"BOS", TimeZone(), {}, true, 1});
  EXPECT_EQ(complaint_of([&] {
              builder.add_station({"BOS", TimeZone(), {}, true, 1});
            }).field,
            "station");
  EXPECT_EQ(complaint_of([&] {
              builder.add_station({"JFK", TimeZone(), {}, false, 1});
            }).field,
            "crews");
}

}  // namespace
}  // namespace skein::schedule
