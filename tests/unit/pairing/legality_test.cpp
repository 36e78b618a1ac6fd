#include "pairing/legality.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/small_schedule.h"

namespace skein::pairing {
namespace {

using schedule::Schedule;
using test::legs;
using test::small_schedule;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> broken(const Schedule& schedule, const std::string& pairing,
                                const WorkRules& rules = preset_rules("gerad").work) {
  std::vector<std::string> names;
  for (const Violation& violation :
       violations(schedule, rules, schedule.bases()[0], legs(schedule, pairing))) {
    names.emplace_back(rule_name(violation.rule));
  }
  return names;
}

// BOS and back: two flights of `first` and `second` minutes with `gap` between.
Schedule there_and_back(int first, int gap, int second) {
  const Instant departure = *parse_instant("2008-01-01T06:00Z");
  return small_schedule({"*BOS", "JFK"},
                        {"A BOS JFK " + format_instant(departure) + " " + std::to_string(first),
                         "B JFK BOS " + format_instant(departure + Minutes(first + gap)) + " " +
                             std::to_string(second)});
}

TEST(Legality, ConnectionsOfHalfAnHourAndMore) {
  EXPECT_THAT(broken(there_and_back(60, 30, 60), "A B"), IsEmpty());
  EXPECT_THAT(broken(there_and_back(60, 29, 60), "A B"), ElementsAre("min_connection"));
}

TEST(Legality, SaysWhichFlightsAndNumbersOffend) {
  const Schedule schedule = there_and_back(60, 12, 60);
  const auto found =
      violations(schedule, preset_rules("gerad").work, schedule.bases()[0], legs(schedule, "A B"));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_THAT(found[0].flights, ElementsAre(FlightId(0), FlightId(1)));
  EXPECT_EQ(found[0].actual, 12);
  EXPECT_EQ(found[0].limit, 30);
  EXPECT_THAT(found[0].detail, HasSubstr("12 min"));
}

TEST(Legality, AcceptsNamedShortConnectionsButNoneThatOverlap) {
  WorkRules rules = preset_rules("gerad").work;
  rules.accepted_connections = {{"A", "B"}};
  EXPECT_THAT(broken(there_and_back(60, 2, 60), "A B", rules), IsEmpty());
  EXPECT_THAT(broken(there_and_back(60, -2, 60), "A B", rules), ElementsAre("min_connection"));
}

TEST(Legality, FlyingPerDuty) {
  EXPECT_THAT(broken(there_and_back(240, 30, 240), "A B"), IsEmpty());
  EXPECT_THAT(broken(there_and_back(240, 30, 241), "A B"), ElementsAre("max_duty_flying"));
  EXPECT_THAT(broken(there_and_back(240, 30, 241), "A (B)"), IsEmpty()) << "deadheads do not count";
}

TEST(Legality, DutySpan) {
  EXPECT_THAT(broken(there_and_back(200, 320, 200), "A B"), IsEmpty());
  EXPECT_THAT(broken(there_and_back(200, 321, 200), "A B"), ElementsAre("max_duty_span"));
  EXPECT_THAT(broken(there_and_back(200, 321, 200), "A (B)"), ElementsAre("max_duty_span"));
}

TEST(Legality, AGapOfNineAndAHalfHoursIsARest) {
  EXPECT_THAT(broken(there_and_back(200, 569, 200), "A B"), ElementsAre("max_duty_span"));
  EXPECT_THAT(broken(there_and_back(200, 570, 200), "A B"), IsEmpty());
}

TEST(Legality, BriefingAndDebriefingLengthenDutiesAndShortenRests) {
  WorkRules rules = preset_rules("gerad").work;
  rules.briefing = Minutes(60);
  rules.debriefing = Minutes(30);
  EXPECT_THAT(broken(there_and_back(200, 231, 200), "A B", rules), ElementsAre("max_duty_span"));
  EXPECT_THAT(broken(there_and_back(200, 659, 200), "A B", rules), ElementsAre("max_duty_span"));
  EXPECT_THAT(broken(there_and_back(200, 660, 200), "A B", rules), IsEmpty());
}

TEST(Legality, LongestSit) {
  WorkRules rules = preset_rules("gerad").work;
  rules.max_sit = Minutes(240);
  EXPECT_THAT(broken(there_and_back(60, 240, 60), "A B", rules), IsEmpty());
  EXPECT_THAT(broken(there_and_back(60, 241, 60), "A B", rules), ElementsAre("max_sit"));
  EXPECT_THAT(broken(there_and_back(60, 600, 60), "A B", rules), IsEmpty()) << "that is a rest";
}

const Schedule& hops() {
  static const Schedule schedule = small_schedule(
      {"*BOS", "JFK"}, {"A BOS JFK 2008-01-01T06:00Z 40", "B JFK BOS 2008-01-01T07:20Z 40",
                        "C BOS JFK 2008-01-01T08:40Z 40", "D JFK BOS 2008-01-01T10:00Z 40",
                        "E BOS JFK 2008-01-01T11:20Z 40", "F JFK BOS 2008-01-01T12:40Z 40"});
  return schedule;
}

TEST(Legality, LegsPerDutyWithoutDeadheads) {
  EXPECT_THAT(broken(hops(), "A B C D E F"), ElementsAre("max_duty_legs"));
  EXPECT_THAT(broken(hops(), "A B (C) D E F"), IsEmpty());
}

TEST(Legality, LandingsAndFlyingPerPairing) {
  WorkRules rules = preset_rules("gerad").work;
  rules.max_landings = 3;
  EXPECT_THAT(broken(hops(), "A B C D", rules), ElementsAre("max_landings"));
  rules.max_landings = 4;
  rules.max_flying = Minutes(159);
  EXPECT_THAT(broken(hops(), "A B C D", rules), ElementsAre("max_flying"));
  rules.max_flying = Minutes(160);
  EXPECT_THAT(broken(hops(), "A B C D", rules), IsEmpty());
}

TEST(Legality, StartsAndEndsAtTheBaseWithoutJumps) {
  EXPECT_THAT(broken(hops(), "B C D"), ElementsAre("starts_at_base"));
  EXPECT_THAT(broken(hops(), "A B C"), ElementsAre("ends_at_base"));
  EXPECT_THAT(broken(hops(), "A D B"), testing::Contains("min_connection")) << "backwards in time";
  EXPECT_THAT(broken(hops(), "A C D"), ElementsAre("continuity"));
  EXPECT_THAT(broken(hops(), ""), ElementsAre("not_empty"));
}

TEST(Legality, ThePairingsBaseMustBeOne) {
  const auto found = violations(hops(), preset_rules("gerad").work, hops().find_station("JFK"),
                                legs(hops(), "B C"));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].rule, Rule::kBase);
}

TEST(Legality, OperatesOneFleetButDeadheadsOnAny) {
  const Schedule schedule =
      small_schedule({"*BOS", "JFK"},
                     {"A BOS JFK 2008-01-01T06:00Z 60 737", "B JFK BOS 2008-01-01T08:00Z 60 A320"});
  EXPECT_THAT(broken(schedule, "A B"), ElementsAre("one_fleet"));
  EXPECT_THAT(broken(schedule, "A (B)"), IsEmpty());
}

// Out on the first day, then one hop between outstations every day, and home.
Schedule days_away(int days) {
  schedule::ScheduleBuilder builder;
  builder.add_station({"BOS", {}, {}, true, 1});
  builder.add_station({"JFK", {}, {}, false, 0});
  builder.add_station({"ORD", {}, {}, false, 0});
  for (int day = 0; day < days; ++day) {
    const Instant departure = *parse_instant("2008-01-01T10:00Z") + day * kDay;
    const std::string name(1, static_cast<char>('A' + day));
    const std::string from = day == 0 ? "BOS" : day % 2 == 1 ? "JFK" : "ORD";
    const std::string to = day == days - 1 ? "BOS" : day % 2 == 1 ? "ORD" : "JFK";
    builder.add_flight({name, name, from, to, departure, departure + Minutes(60), "F", ""});
  }
  return std::move(builder).build();
}

TEST(Legality, FourDutiesAndFourDays) {
  EXPECT_THAT(broken(days_away(4), "A B C D"), IsEmpty());
  EXPECT_THAT(broken(days_away(5), "A B C D E"), ElementsAre("max_duties", "max_days"));
  WorkRules rules = preset_rules("gerad").work;
  rules.max_duties.reset();
  EXPECT_THAT(broken(days_away(5), "A B C D E", rules), ElementsAre("max_days"));
}

TEST(Legality, CountsDaysOnTheClocksOfTheBase) {
  // Departures at 04:30Z and 05:30Z: two days in UTC-5, one day in UTC.
  const auto pairing_days = [](const char* zone) {
    const Schedule schedule =
        small_schedule({std::string("*BOS ") + zone, "JFK"},
                       {"A BOS JFK 2008-01-02T04:30Z 20", "B JFK BOS 2008-01-02T05:30Z 20"});
    WorkRules rules = preset_rules("gerad").work;
    rules.max_days = 1;
    return broken(schedule, "A B", rules);
  };
  EXPECT_THAT(pairing_days("UTC"), IsEmpty());
  EXPECT_THAT(pairing_days("America/New_York"), ElementsAre("max_days"));
}

TEST(Legality, NoRestAtTheOwnBase) {
  const Schedule schedule = small_schedule(
      {"*BOS", "JFK"}, {"A BOS JFK 2008-01-01T06:00Z 60", "B JFK BOS 2008-01-01T08:00Z 60",
                        "C BOS JFK 2008-01-02T06:00Z 60", "D JFK BOS 2008-01-02T08:00Z 60"});
  EXPECT_THAT(broken(schedule, "A B C D"), ElementsAre("rest_at_base"));
  EXPECT_THAT(broken(schedule, "A B C D", preset_rules("faa117").work), IsEmpty());
}

TEST(Legality, PairingsStartWithinThePeriod) {
  schedule::ScheduleBuilder builder;
  builder.add_station({"BOS", {}, {}, true, 1});
  builder.add_station({"JFK", {}, {}, false, 0});
  const Instant begin = *parse_instant("2008-01-01T00:00Z");
  builder.add_flight({"A", "A", "BOS", "JFK", begin - Minutes(30), begin + Minutes(30), "F", ""});
  builder.add_flight({"B", "B", "JFK", "BOS", begin + hours(2), begin + hours(3), "F", ""});
  builder.set_period({begin, begin + 31 * kDay});
  EXPECT_THAT(broken(std::move(builder).build(), "A B"), ElementsAre("within_period"));
}

TEST(Easa, RestsCoverTheDutyBeforeAndAreLongerAtHome) {
  const WorkRules rules = preset_rules("easa").work;
  // A duty of eleven hours away from home, then a rest.
  const auto away = [&](int rest) {
    const Instant report = *parse_instant("2008-01-01T06:00Z");
    const Instant next = report + hours(11) + Minutes(rest);
    return broken(
        small_schedule({"*BOS", "JFK"}, {"A BOS JFK " + format_instant(report) + " 300",
                                         "X JFK JFK " + format_instant(report + hours(6)) + " 300",
                                         "B JFK BOS " + format_instant(next) + " 60"}),
        "A X B", rules);
  };
  EXPECT_THAT(away(660), IsEmpty());
  EXPECT_THAT(away(659), ElementsAre("min_rest")) << "the duty before lasted 11 hours";
  const auto at_home = [&](int rest) {
    const Instant back = *parse_instant("2008-01-01T09:00Z");
    const Instant next = back + Minutes(rest);
    return broken(
        small_schedule({"*BOS", "JFK"},
                       {"A BOS JFK 2008-01-01T06:00Z 60", "B JFK BOS 2008-01-01T08:00Z 60",
                        "C BOS JFK " + format_instant(next) + " 60",
                        "D JFK BOS " + format_instant(next + hours(2)) + " 60"}),
        "A B C D", rules);
  };
  EXPECT_THAT(at_home(720), IsEmpty());
  EXPECT_THAT(at_home(719), ElementsAre("min_rest"));
}

TEST(Faa117, RestsOfTenHours) {
  const WorkRules rules = preset_rules("faa117").work;
  EXPECT_THAT(broken(there_and_back(200, 600, 200), "A B", rules), IsEmpty());
  EXPECT_THAT(broken(there_and_back(200, 599, 200), "A B", rules),
              ElementsAre("duty_period_limit"));
}

}  // namespace
}  // namespace skein::pairing
