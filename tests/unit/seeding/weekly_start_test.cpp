#include "seeding/weekly_start.h"

#include <functional>
#include <optional>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/calendar.h"
#include "plan/checker.h"
#include "seeding/greedy.h"
#include "seeding/slots.h"
#include "support/complaints.h"
#include "support/small_schedule.h"

namespace skein::seeding {
namespace {

using schedule::Schedule;
using testing::HasSubstr;

const Day kFirst = *parse_day("2008-01-07");  // a Monday

struct Timetable {
  int days = 28;
  std::string zone = "UTC";
  Day first = kFirst;
  // Of day and departure (0 or 1): how much later it leaves, or that it does not fly.
  std::function<std::optional<Minutes>(int, int)> change = [](int, int) { return Minutes(0); };
};

// Every day out in the morning and back at noon; at weekends not before the evening.
Schedule month_of(const Timetable& timetable) {
  schedule::ScheduleBuilder builder;
  for (const char* code : {"AAA", "BBB"}) {
    schedule::Station station;
    station.code = code;
    station.zone = schedule::TimeZone::named(timetable.zone);
    station.is_base = code[0] == 'A';
    station.crews = station.is_base ? 10 : 0;
    builder.add_station(station);
  }
  for (int day = 0; day < timetable.days; ++day) {
    const Day date = timetable.first + std::chrono::days(day);
    for (int leg = 0; leg < 2; ++leg) {
      const auto later = timetable.change(day, leg);
      if (!later) continue;
      const int hour = (weekday_number(date) > 5 ? 16 : 8) + 3 * leg;
      const Instant departure =
          schedule::instant_of_local(schedule::TimeZone::named(timetable.zone), date, hours(hour)) +
          *later;
      builder.add_flight({"", fmt::format("X{}", leg + 1), leg == 0 ? "AAA" : "BBB",
                          leg == 0 ? "BBB" : "AAA", departure, departure + hours(2), "F", ""});
    }
  }
  return std::move(builder).build();
}

WeeklyStart rolled(const TypicalWeek& week, const Schedule& month) {
  const pairing::Rules rules = pairing::preset_rules("gerad");
  return roll_week(week, plan_greedily(week.schedule, rules).plan, month, rules);
}

TEST(TypicalWeek, IsContinuedByItsOwnDays) {
  const Schedule month = month_of({});
  const TypicalWeek week = typical_week(month, {.first_day = kFirst + std::chrono::days(7)});
  EXPECT_EQ(week.begin, start_of(kFirst + std::chrono::days(7)));
  EXPECT_EQ(week.schedule.flights().size(), 2U * (3 + 7 + 3));
  // Wednesday and Thursday have the same times, Saturday has others; the day after Sunday is like
  // Monday.
  const auto minute = [&](std::size_t flight) {
    return minute_of_day(week.schedule.flight(FlightId(flight)).departure);
  };
  EXPECT_EQ(minute(0), hours(8));   // Friday before
  EXPECT_EQ(minute(2), hours(16));  // Saturday before
  EXPECT_EQ(minute(6), hours(8));   // Monday
  EXPECT_EQ(minute(20), hours(8));  // Monday after
}

TEST(TypicalWeek, IsTheOneThatRecursMost) {
  Timetable timetable;
  timetable.days = 28;
  timetable.change = [](int day, int) {  // the first week differs in every flight
    return day < 7 ? Minutes(day + 1) : Minutes(0);
  };
  EXPECT_EQ(typical_week(month_of(timetable)).begin, start_of(kFirst + std::chrono::days(7)));
}

TEST(TypicalWeek, NeedsSevenDays) {
  EXPECT_THAT(test::complaint_of([] { typical_week(month_of({.days = 6})); }).problem,
              HasSubstr("fewer than seven days"));
  EXPECT_THAT(test::complaint_of([] {
                typical_week(month_of({}), {.first_day = kFirst + std::chrono::days(25)});
              }).problem,
              HasSubstr("2008-02-01"));
}

TEST(WeeklyStart, CoversAMonthThatRepeatsTheWeek) {
  const Schedule month = month_of({});
  const WeeklyStart start = rolled(typical_week(month), month);
  EXPECT_EQ(start.summary.rolled_pairings, 28U);
  EXPECT_EQ(start.summary.same, 56U);
  EXPECT_EQ(start.summary.vanished, 0U);
  EXPECT_EQ(start.summary.new_flights, 0U);
  EXPECT_EQ(start.feasible.summary.before.infeasible, 0U);
  EXPECT_EQ(start.feasible.summary.after.covered, 56U);
}

TEST(WeeklyStart, BreaksPairingsWhoseFlightsHaveVanished) {
  Timetable timetable;
  timetable.change = [](int day, int leg) -> std::optional<Minutes> {
    if (day == 16 && leg == 1) return std::nullopt;
    return Minutes(0);
  };
  const Schedule month = month_of(timetable);
  const WeeklyStart start = rolled(typical_week(month, {.first_day = kFirst}), month);
  EXPECT_EQ(start.summary.vanished, 1U);
  EXPECT_EQ(start.summary.with_vanished, 1U);
  EXPECT_EQ(start.feasible.summary.before.infeasible, 1U);
  EXPECT_EQ(start.feasible.summary.before.covered, 55U);
  EXPECT_EQ(start.feasible.summary.after.pairings, 27U);
  EXPECT_EQ(start.feasible.summary.after.covered, 54U);
}

TEST(WeeklyStart, FollowsFlightsThatHaveMovedALittle) {
  Timetable timetable;
  timetable.change = [](int day, int leg) -> std::optional<Minutes> {
    if (day == 16 && leg == 1) return Minutes(20);   // the same flight, later
    if (day == 17 && leg == 1) return Minutes(-40);  // another one
    return Minutes(0);
  };
  const Schedule month = month_of(timetable);
  const WeeklyStart start = rolled(typical_week(month, {.first_day = kFirst}), month);
  EXPECT_EQ(start.summary.retimed, 1U);
  EXPECT_EQ(start.summary.vanished, 1U);
  EXPECT_EQ(start.summary.new_flights, 1U);
  EXPECT_EQ(start.feasible.summary.after.covered, 54U);
}

TEST(WeeklyStart, BreaksWhatBecameIllegalAsFlightsMoved) {
  Timetable timetable;
  timetable.change = [](int day, int leg) -> std::optional<Minutes> {
    return Minutes(day == 16 ? (leg == 0 ? 25 : -10) : 0);  // 25 minutes to connect are left
  };
  const Schedule month = month_of(timetable);
  const WeeklyStart start = rolled(typical_week(month, {.first_day = kFirst}), month);
  EXPECT_EQ(start.summary.retimed, 2U);
  EXPECT_EQ(start.feasible.summary.before.infeasible, 1U);
  EXPECT_EQ(start.feasible.summary.after.covered, 54U);
}

TEST(WeeklyStart, FollowsTheClocksAndServesAnotherMonth) {
  Timetable past;
  past.zone = "America/New_York";
  past.first = *parse_day("2008-02-04");
  Timetable next = past;
  next.first = *parse_day("2008-03-01");  // a Saturday; clocks change on the 9th
  const Schedule month = month_of(next);
  const WeeklyStart start = rolled(typical_week(month_of(past)), month);
  EXPECT_EQ(start.summary.retimed, 0U);
  EXPECT_EQ(start.feasible.summary.after.covered, 56U);
  EXPECT_EQ(start.feasible.summary.after.infeasible, 0U);
}

TEST(SlotMatching, PrefersTheFlightNumberAndUsesNoFlightTwice) {
  const Schedule month =
      test::small_schedule({"*AAA", "BBB"}, {
                                                "X1 AAA BBB 2008-01-01T08:20Z 90",
                                                "X2 AAA BBB 2008-01-01T08:00Z 90",
                                            });
  const Instant at = parse_instant("2008-01-01T08:00Z").value();
  const Slot first{"AAA", "BBB", "F", "X1", at};
  const Slot second{"AAA", "BBB", "F", "X2", at};
  const Slot third{"AAA", "BBB", "F", "X3", at};
  const SlotMatching matching(month, {third, first, second, first}, Minutes(30));
  EXPECT_EQ(matching.flight_of(first), month.find_flight("X1"));
  EXPECT_EQ(matching.flight_of(second), month.find_flight("X2"));
  EXPECT_FALSE(matching.flight_of(third).exists());
}

}  // namespace
}  // namespace skein::seeding
