#include "schedule/time_zone.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/complaints.h"

namespace skein::schedule {
namespace {

Instant at(const char* text) {
  return parse_instant(text).value();
}

std::string shown(const LocalTime& time) {
  return format_day(time.day) + " " + format_time_of_day(time.minute_of_day);
}

TEST(TimeZone, KnowsDaylightSaving) {
  const TimeZone new_york = TimeZone::named("America/New_York");
  // 2008: clocks went forward on 9 March at 07:00Z and back on 2 November at 06:00Z.
  EXPECT_EQ(new_york.offset_at(at("2008-03-09T06:59Z")), Minutes(-300));
  EXPECT_EQ(new_york.offset_at(at("2008-03-09T07:00Z")), Minutes(-240));
  EXPECT_EQ(new_york.offset_at(at("2008-11-02T05:59Z")), Minutes(-240));
  EXPECT_EQ(new_york.offset_at(at("2008-11-02T06:00Z")), Minutes(-300));
}

TEST(TimeZone, LocalDayDiffersFromTheUtcDay) {
  const TimeZone denver = TimeZone::named("America/Denver");
  EXPECT_EQ(shown(local_time(denver, at("2008-04-01T05:55Z"))), "2008-03-31 23:55");
  EXPECT_EQ(shown(local_time(TimeZone::named("Asia/Kolkata"), at("2008-04-01T20:00Z"))),
            "2008-04-02 01:30");
}

TEST(TimeZone, ZonesWithoutDaylightSavingStay) {
  const TimeZone phoenix = TimeZone::named("America/Phoenix");
  EXPECT_EQ(phoenix.offset_at(at("2008-01-01T00:00Z")), phoenix.offset_at(at("2008-07-01T00:00Z")));
}

TEST(TimeZone, LocalTimesTurnBackIntoInstants) {
  const TimeZone zone = TimeZone::named("America/New_York");
  for (Instant i = at("2008-03-08T00:00Z"); i < at("2008-03-11T00:00Z"); i = i + Minutes(17)) {
    const LocalTime local = local_time(zone, i);
    EXPECT_EQ(instant_of_local(zone, local.day, local.minute_of_day), i) << format_instant(i);
  }
}

TEST(TimeZone, TimesThatTheClocksSkipOrRepeat) {
  const TimeZone zone = TimeZone::named("America/New_York");
  const Day spring = *parse_day("2008-03-09");
  const Day autumn = *parse_day("2008-11-02");
  EXPECT_EQ(instant_of_local(zone, spring, Minutes(150)), at("2008-03-09T07:00Z"));
  EXPECT_EQ(instant_of_local(zone, autumn, Minutes(90)), at("2008-11-02T05:30Z"));
}

TEST(TimeZone, RefusesAnUnknownName) {
  const Complaint complaint = test::complaint_of([] { TimeZone::named("America/Atlantis"); });
  EXPECT_EQ(complaint.field, "time_zone");
  EXPECT_THAT(complaint.problem, testing::HasSubstr("Atlantis"));
  test::complaint_of([] { TimeZone::named("../../etc/passwd"); });
  test::complaint_of([] { TimeZone::named(""); });
}

}  // namespace
}  // namespace skein::schedule
