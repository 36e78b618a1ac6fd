// Every cell of the FAA and EASA tables, through the legality check of a real duty.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/calendar.h"
#include "pairing/legality.h"
#include "support/small_schedule.h"

namespace skein::pairing {
namespace {

using schedule::Schedule;
using schedule::ScheduleBuilder;
using schedule::Station;
using schedule::TimeZone;

// A duty that reports at `report` and whose flight duty period lasts `period`: hops of 20 minutes
// between HOM and OUT, of which the last `operated` are operated and the others deadheads.
struct DutyOfHops {
  Schedule schedule;
  std::vector<Leg> legs;
};

DutyOfHops duty_of_hops(const std::vector<Station>& stations, Instant report, Minutes period,
                        int operated) {
  constexpr Minutes kHop(20);
  constexpr Minutes kRhythm(50);
  std::vector<Instant> departures;
  for (Instant at = report; at + kHop + Minutes(30) <= report + period - kHop; at = at + kRhythm) {
    departures.push_back(at);
  }
  departures.push_back(report + period - kHop);

  ScheduleBuilder builder;
  for (const Station& station : stations) builder.add_station(station);
  for (std::size_t i = 0; i < departures.size(); ++i) {
    const bool out = i % 2 == 0;
    builder.add_flight({std::to_string(i), std::to_string(i), stations[out ? 0 : 1].code,
                        stations[out ? 1 : 0].code, departures[i], departures[i] + kHop, "F", ""});
  }
  DutyOfHops duty{std::move(builder).build(), {}};
  const std::size_t deadheads = departures.size() - static_cast<std::size_t>(operated);
  for (std::size_t i = 0; i < departures.size(); ++i) {
    duty.legs.push_back({FlightId(i), i < deadheads ? Role::kDeadhead : Role::kOperate});
  }
  return duty;
}

bool breaks(Rule rule, const DutyOfHops& duty, const WorkRules& rules) {
  const auto found =
      violations(duty.schedule, rules, duty.schedule.bases()[0], duty.legs, Extent::kBeginning);
  return std::any_of(found.begin(), found.end(),
                     [&](const Violation& violation) { return violation.rule == rule; });
}

std::vector<Station> stations_in(const std::string& home, const std::string& out) {
  return {{"HOM", TimeZone::named(home), {}, true, 1}, {"OUT", TimeZone::named(out), {}, false, 0}};
}

struct Band {
  const char* first;  // time of day of the first and last minute of the band
  const char* last;
  std::vector<double> hours;  // by number of flights
};

// Checks that each cell is attained and not exceeded, at both ends of its band.
void expect_cells(const WorkRules& rules, const std::string& zone, const std::vector<Band>& bands) {
  const auto stations = stations_in(zone, zone);
  const Day day = *parse_day("2024-01-15");
  for (const Band& band : bands) {
    for (const char* clock : {band.first, band.last}) {
      const Instant report =
          schedule::instant_of_local(stations[0].zone, day, *parse_time_of_day(clock));
      for (std::size_t i = 0; i < band.hours.size(); ++i) {
        const Minutes limit(static_cast<int>(band.hours[i] * 60));
        const int flights = static_cast<int>(i) + 1;
        EXPECT_FALSE(
            breaks(Rule::kDutyPeriodLimit, duty_of_hops(stations, report, limit, flights), rules))
            << clock << ", " << flights << " flights, " << limit.hours() << " hours";
        EXPECT_TRUE(breaks(Rule::kDutyPeriodLimit,
                           duty_of_hops(stations, report, limit + Minutes(1), flights), rules))
            << clock << ", " << flights << " flights, over " << limit.hours() << " hours";
      }
    }
  }
}

TEST(Faa117, EveryCellOfTableBHolds) {
  expect_cells(preset_rules("faa117").work, "America/Chicago",
               {{"00:00", "03:59", {9, 9, 9, 9, 9, 9, 9, 9}},
                {"04:00", "04:59", {10, 10, 10, 10, 9, 9, 9, 9}},
                {"05:00", "05:59", {12, 12, 12, 12, 11.5, 11, 10.5, 10.5}},
                {"06:00", "06:59", {13, 13, 12, 12, 11.5, 11, 10.5, 10.5}},
                {"07:00", "11:59", {14, 14, 13, 13, 12.5, 12, 11.5, 11.5}},
                {"12:00", "12:59", {13, 13, 13, 13, 12.5, 12, 11.5, 11.5}},
                {"13:00", "16:59", {12, 12, 12, 12, 11.5, 11, 10.5, 10.5}},
                {"17:00", "21:59", {12, 12, 11, 11, 10, 9, 9, 9}},
                {"22:00", "22:59", {11, 11, 10, 10, 9, 9, 9, 9}},
                {"23:00", "23:59", {10, 10, 10, 9, 9, 9, 9, 9}}});
}

TEST(Easa, EveryCellOfTheBasicDailyMaximumHolds) {
  expect_cells(
      preset_rules("easa").work, "Europe/Paris",
      {{"06:00", "13:29", {13, 13, 12.5, 12, 11.5, 11, 10.5, 10, 9.5, 9}},
       {"13:30", "13:59", {12.75, 12.75, 12.25, 11.75, 11.25, 10.75, 10.25, 9.75, 9.25, 9}},
       {"14:00", "14:29", {12.5, 12.5, 12, 11.5, 11, 10.5, 10, 9.5, 9, 9}},
       {"14:30", "14:59", {12.25, 12.25, 11.75, 11.25, 10.75, 10.25, 9.75, 9.25, 9, 9}},
       {"15:00", "15:29", {12, 12, 11.5, 11, 10.5, 10, 9.5, 9, 9, 9}},
       {"15:30", "15:59", {11.75, 11.75, 11.25, 10.75, 10.25, 9.75, 9.25, 9, 9}},
       {"16:00", "16:29", {11.5, 11.5, 11, 10.5, 10, 9.5, 9, 9, 9}},
       {"16:30", "16:59", {11.25, 11.25, 10.75, 10.25, 9.75, 9.25, 9, 9, 9}},
       {"17:00", "23:59", {11, 11, 10.5, 10, 9.5, 9, 9, 9, 9}},
       {"00:00", "04:59", {11, 11, 10.5, 10, 9.5, 9, 9, 9, 9}},
       {"05:00", "05:14", {12, 12, 11.5, 11, 10.5, 10, 9.5, 9, 9, 9}},
       {"05:15", "05:29", {12.25, 12.25, 11.75, 11.25, 10.75, 10.25, 9.75, 9.25, 9, 9}},
       {"05:30", "05:44", {12.5, 12.5, 12, 11.5, 11, 10.5, 10, 9.5, 9, 9}},
       {"05:45", "05:59", {12.75, 12.75, 12.25, 11.75, 11.25, 10.75, 10.25, 9.75, 9.25, 9}}});
}

TEST(Faa117, TableAHolds) {
  const WorkRules rules = preset_rules("faa117").work;
  const auto stations = stations_in("America/New_York", "America/New_York");
  const StationId home(0);
  ScheduleBuilder builder;
  for (const Station& station : stations) builder.add_station(station);
  const Schedule schedule = std::move(builder).build();
  for (const auto& [clock, hours] : std::vector<std::pair<const char*, int>>{
           {"00:00", 8}, {"04:59", 8}, {"05:00", 9}, {"19:59", 9}, {"20:00", 8}, {"23:59", 8}}) {
    const Instant report = schedule::instant_of_local(stations[0].zone, *parse_day("2024-01-15"),
                                                      *parse_time_of_day(clock));
    EXPECT_EQ(flight_time_limit(schedule, rules, home, home, report), Minutes(60 * hours)) << clock;
  }
}

TEST(Faa117, FlyingAboveTableAIsFound) {
  const WorkRules rules = preset_rules("faa117").work;
  const auto within = test::small_schedule(
      {"*HOM", "OUT"}, {"A HOM OUT 2024-01-15T06:00Z 270", "B OUT HOM 2024-01-15T11:00Z 270"});
  const auto above = test::small_schedule(
      {"*HOM", "OUT"}, {"A HOM OUT 2024-01-15T06:00Z 270", "B OUT HOM 2024-01-15T11:00Z 271"});
  EXPECT_TRUE(is_legal(within, rules, test::small_pairing(within, "HOM", "A B")));
  const auto found = violations(above, rules, StationId(0), test::legs(above, "A B"));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].rule, Rule::kFlightTimeLimit);
}

TEST(Faa117, NotAcclimatedCrewsHaveHalfAnHourLess) {
  const WorkRules rules = preset_rules("faa117").work;
  ScheduleBuilder builder;
  builder.add_station({"JFK", TimeZone::named("America/New_York"), {{40.6, -73.8}}, true, 1});
  builder.add_station({"DEN", TimeZone::named("America/Denver"), {{39.9, -104.7}}, false, 0});
  builder.add_station({"FRA", TimeZone::named("Europe/Berlin"), {{50.0, 8.6}}, false, 0});
  builder.add_station({"NRT", TimeZone::named("Asia/Tokyo"), {{35.8, 140.4}}, false, 0});
  const Schedule schedule = std::move(builder).build();
  const Instant report = *parse_instant("2024-01-15T13:00Z");  // 08:00 in New York
  const auto limit_at = [&](const char* station) {
    return duty_period_limit(schedule, rules, StationId(0), schedule.find_station(station), report,
                             2);
  };
  EXPECT_EQ(limit_at("DEN"), hours(14));
  EXPECT_EQ(limit_at("FRA"), hours(14) - Minutes(30));
  EXPECT_EQ(limit_at("NRT"), hours(14) - Minutes(30));  // 145.8 degrees the short way round
}

TEST(Faa117, ReadsTheClockOfTheHomeBase) {
  const WorkRules rules = preset_rules("faa117").work;
  const auto stations = stations_in("America/New_York", "America/Los_Angeles");
  const auto duty = duty_of_hops(stations, *parse_instant("2024-01-15T11:30Z"), hours(10), 1);
  // 06:30 in New York, 03:30 in Los Angeles: the limit is 13 hours, not 9.
  EXPECT_EQ(duty_period_limit(duty.schedule, rules, StationId(0), StationId(1),
                              *parse_instant("2024-01-15T11:30Z"), 1),
            hours(13));
}

TEST(Easa, ReadsTheClockWhereTheCrewReportsUpToTwoHoursFromHome) {
  const WorkRules rules = preset_rules("easa").work;
  const Instant report = *parse_instant("2024-01-15T03:30Z");
  const auto limit_with_out_in = [&](const char* zone) {
    const auto duty = duty_of_hops(stations_in("Europe/Paris", zone), report, hours(10), 1);
    return duty_period_limit(duty.schedule, rules, StationId(0), StationId(1), report, 1);
  };
  EXPECT_EQ(limit_with_out_in("Europe/Athens"), Minutes(12 * 60 + 30));  // 05:30 there
  EXPECT_EQ(limit_with_out_in("Asia/Dubai"), hours(11));  // three hours ahead: 04:30 at home counts
}

TEST(DutyTables, FollowLocalTimeAcrossADaylightSavingChange) {
  const WorkRules rules = preset_rules("faa117").work;
  const auto stations = stations_in("America/New_York", "America/New_York");
  const auto limit_at = [&](const char* report) {
    const auto duty = duty_of_hops(stations, *parse_instant(report), hours(8), 1);
    return duty_period_limit(duty.schedule, rules, StationId(0), StationId(0),
                             *parse_instant(report), 1);
  };
  EXPECT_EQ(limit_at("2024-03-09T10:30Z"), hours(12));  // Saturday, 05:30 standard time
  EXPECT_EQ(limit_at("2024-03-10T10:30Z"), hours(13));  // Sunday, 06:30 daylight time
  EXPECT_EQ(limit_at("2024-11-02T10:30Z"), hours(13));  // Saturday, 06:30 daylight time
  EXPECT_EQ(limit_at("2024-11-03T10:30Z"), hours(12));  // Sunday, 05:30 standard time
}

TEST(DutyTables, TheFlightDutyPeriodEndsWithTheLastOperatedFlight) {
  const WorkRules rules = preset_rules("faa117").work;
  const auto stations = stations_in("UTC", "UTC");
  DutyOfHops duty = duty_of_hops(stations, *parse_instant("2024-01-15T00:00Z"), hours(12), 1);
  EXPECT_TRUE(breaks(Rule::kDutyPeriodLimit, duty, rules));
  duty.legs.front().role = Role::kOperate;
  duty.legs.back().role = Role::kDeadhead;
  EXPECT_FALSE(breaks(Rule::kDutyPeriodLimit, duty, rules)) << "deadheading home is not part of it";
}

}  // namespace
}  // namespace skein::pairing
