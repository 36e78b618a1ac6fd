#include "diagnosis/diagnosis.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/small_schedule.h"

namespace skein::diagnosis {
namespace {

using pairing::LimitTable;
using pairing::Rules;
using plan::Change;
using plan::Outlook;
using plan::Remedy;
using schedule::Schedule;
using test::legs;
using test::small_schedule;
using testing::Contains;
using testing::ElementsAre;
using testing::Field;
using testing::IsEmpty;

Outlook outlook_of(const Schedule& schedule, const Rules& rules, const std::string& flight) {
  Workers workers(1);
  const std::vector<FlightId> flights = {schedule.find_flight(flight)};
  return diagnose(schedule, rules, flights, workers).front();
}

Outlook outlook_of(const Schedule& schedule, const std::string& flight) {
  return outlook_of(schedule, pairing::preset_rules("gerad"), flight);
}

// The remedy by a change, which must be there.
Remedy remedy_of(const Outlook& outlook, Change change) {
  for (const Remedy& remedy : outlook.remedies) {
    if (remedy.change == change) return remedy;
  }
  ADD_FAILURE() << "no remedy by " << change_name(change);
  return {};
}

void expect_remedy(const Outlook& outlook, Change change, int now, int needed) {
  const Remedy remedy = remedy_of(outlook, change);
  EXPECT_EQ(remedy.now, now) << change_name(change);
  EXPECT_EQ(remedy.needed, needed) << change_name(change);
}

// In the middle of a month, so that no crew can be carried in or out.
constexpr const char* kEarly = "E1 BOS XXX 2008-01-01T06:00Z 60";
constexpr const char* kBack = "E2 XXX BOS 2008-01-01T08:00Z 60";
constexpr const char* kLate = "L1 BOS XXX 2008-01-31T06:00Z 60";
constexpr const char* kHome = "L2 XXX BOS 2008-01-31T08:00Z 60";

Schedule mid_month(const std::string& a, const std::string& b) {
  return small_schedule({"*BOS", "JFK", "XXX"}, {kEarly, kBack, a, b, kLate, kHome});
}

TEST(Diagnosis, NamesThePairingThatCouldOperateAFlightAndItsCost) {
  const Schedule schedule = mid_month("A BOS JFK 2008-01-10T06:00Z 120",  //
                                      "B JFK BOS 2008-01-10T09:00Z 120");
  const Outlook outlook = outlook_of(schedule, "B");
  ASSERT_TRUE(outlook.pairing);
  EXPECT_EQ(outlook.pairing->legs, legs(schedule, "(A) B"));
  // A gap of an hour, a deadhead of two hours, three hours below the guarantee.
  EXPECT_NEAR(outlook.cost.amount(), 180 + 600 + 300, 1e-9);
  EXPECT_THAT(outlook.remedies, IsEmpty());
}

TEST(Diagnosis, AsksForAShorterConnection) {
  const Schedule schedule = mid_month("A BOS JFK 2008-01-10T06:00Z 120",  //
                                      "B JFK BOS 2008-01-10T08:20Z 120");
  const Outlook outlook = outlook_of(schedule, "B");
  EXPECT_FALSE(outlook.pairing);
  expect_remedy(outlook, Change::kMinConnection, 30, 20);
  EXPECT_EQ(outlook.remedies.front().example.legs, legs(schedule, "(A) B"));
}

TEST(Diagnosis, DoesNotAskForAConnectionThatIsAcceptedByName) {
  const Schedule schedule = mid_month("A BOS JFK 2008-01-10T06:00Z 120",  //
                                      "B JFK BOS 2008-01-10T08:20Z 120");
  Rules rules = pairing::preset_rules("gerad");
  rules.work.accepted_connections = {{"A", "B"}};
  EXPECT_TRUE(outlook_of(schedule, rules, "B").pairing);
}

TEST(Diagnosis, AsksForALongerSit) {
  const Schedule schedule = mid_month("A BOS JFK 2008-01-10T06:00Z 120",  //
                                      "B JFK BOS 2008-01-10T12:00Z 120");
  Rules rules = pairing::preset_rules("gerad");
  rules.work.max_sit = Minutes(180);
  expect_remedy(outlook_of(schedule, rules, "B"), Change::kMaxSit, 180, 240);
}

TEST(Diagnosis, AsksForAShorterRestOrALongerDuty) {
  const Schedule schedule = mid_month("A BOS JFK 2008-01-10T06:00Z 120",  //
                                      "B JFK BOS 2008-01-10T17:00Z 120");
  const Outlook outlook = outlook_of(schedule, "B");
  expect_remedy(outlook, Change::kMinRest, 570, 540);
  expect_remedy(outlook, Change::kMaxDutySpan, 720, 780);
  EXPECT_EQ(outlook.remedies.front().change, Change::kMinRest) << "the smaller change first";
}

TEST(Diagnosis, AsksThatARestNeedNotCoverTheDutyBefore) {
  const Schedule schedule = mid_month("A BOS JFK 2008-01-10T06:00Z 600",  //
                                      "B JFK BOS 2008-01-11T01:45Z 120");
  Rules rules = pairing::preset_rules("gerad");
  rules.work.max_duty_flying.reset();
  rules.work.rest_covers_previous_duty = true;
  expect_remedy(outlook_of(schedule, rules, "B"), Change::kRestCoversDuty, 1, 0);
}

TEST(Diagnosis, AsksForMoreFlyingWhereTheFlightItselfIsTooLong) {
  const Schedule schedule = mid_month("A BOS JFK 2008-01-10T06:00Z 500",  //
                                      "B JFK BOS 2008-01-11T06:00Z 120");
  expect_remedy(outlook_of(schedule, "A"), Change::kMaxDutyFlying, 480, 500);
  Rules rules = pairing::preset_rules("gerad");
  rules.work.max_duty_flying.reset();
  rules.work.max_flying = Minutes(490);
  expect_remedy(outlook_of(schedule, rules, "A"), Change::kMaxFlying, 490, 500);
}

TEST(Diagnosis, AsksForALegOrALandingWhereNoneIsAllowed) {
  const Schedule schedule = mid_month("A BOS JFK 2008-01-10T06:00Z 120",  //
                                      "B JFK BOS 2008-01-10T09:00Z 120");
  Rules rules = pairing::preset_rules("gerad");
  rules.work.max_duty_legs = 0;
  expect_remedy(outlook_of(schedule, rules, "A"), Change::kMaxDutyLegs, 0, 1);
  rules.work.max_duty_legs = 1;
  rules.work.max_landings = 0;
  expect_remedy(outlook_of(schedule, rules, "A"), Change::kMaxLandings, 0, 1);
}

TEST(Diagnosis, AsksForHigherLimitsOfTheTables) {
  const Schedule schedule = mid_month("A BOS JFK 2008-01-10T06:00Z 300",  //
                                      "B JFK BOS 2008-01-11T06:00Z 120");
  Rules rules = pairing::preset_rules("gerad");
  rules.work.duty_period_limits = LimitTable({{Minutes(0), {Minutes(280), Minutes(200)}}});
  expect_remedy(outlook_of(schedule, rules, "A"), Change::kDutyPeriods, 0, 20);
  rules.work.duty_period_limits.reset();
  rules.work.flight_time_limits = LimitTable({{Minutes(0), {Minutes(295)}}});
  expect_remedy(outlook_of(schedule, rules, "A"), Change::kFlightTimes, 0, 5);
}

TEST(Diagnosis, AsksForMoreDutiesOrDays) {
  const Schedule schedule = mid_month("A BOS JFK 2008-01-10T06:00Z 120",  //
                                      "B JFK BOS 2008-01-11T06:00Z 120");
  Rules rules = pairing::preset_rules("gerad");
  rules.work.max_duties = 1;
  expect_remedy(outlook_of(schedule, rules, "B"), Change::kMaxDuties, 1, 2);
  rules.work.max_duties = 4;
  rules.work.max_days = 1;
  expect_remedy(outlook_of(schedule, rules, "B"), Change::kMaxDays, 1, 2);
}

TEST(Diagnosis, SaysThatOnlyACrewCarriedInCanOperateTheFirstFlightFromOutside) {
  const Schedule schedule = small_schedule(
      {"*BOS", "JFK"}, {"A JFK BOS 2008-01-01T06:00Z 120", "B BOS JFK 2008-01-01T09:00Z 120",
                        "C JFK BOS 2008-01-31T09:00Z 120"});
  const Outlook outlook = outlook_of(schedule, "A");
  EXPECT_FALSE(outlook.pairing);
  EXPECT_EQ(remedy_of(outlook, Change::kCarryIn).example.legs, legs(schedule, "A"));
}

TEST(Diagnosis, SaysThatOnlyACrewCarriedOutCanOperateTheLastFlightToOutside) {
  const Schedule schedule = small_schedule(
      {"*BOS", "JFK"}, {"A JFK BOS 2008-01-01T06:00Z 120", "B BOS JFK 2008-01-01T09:00Z 120",
                        "C JFK BOS 2008-01-31T09:00Z 120", "D BOS JFK 2008-01-31T12:00Z 120"});
  const Outlook outlook = outlook_of(schedule, "D");
  EXPECT_FALSE(outlook.pairing);
  EXPECT_EQ(remedy_of(outlook, Change::kCarryOut).example.legs, legs(schedule, "D"));
}

TEST(Diagnosis, NamesTheStationWhereABaseWouldHelp) {
  const Schedule schedule = small_schedule({"*BOS", "JFK", "MIA", "XXX"},
                                           {kEarly, kBack, "A JFK MIA 2008-01-10T06:00Z 120",
                                            "B MIA JFK 2008-01-10T09:00Z 120", kLate, kHome});
  const Outlook outlook = outlook_of(schedule, "A");
  EXPECT_FALSE(outlook.pairing);
  ASSERT_THAT(outlook.remedies, ElementsAre(Field(&Remedy::change, Change::kFurtherBase)));
  EXPECT_EQ(outlook.remedies.front().example.base, schedule.find_station("JFK"));
  EXPECT_EQ(outlook.remedies.front().example.legs, legs(schedule, "A (B)"));
}

TEST(Diagnosis, SaysNothingWhereNoSingleChangeIsEnough) {
  const Schedule schedule =
      small_schedule({"*BOS", "JFK", "MIA", "XXX"},
                     {kEarly, kBack, "A JFK MIA 2008-01-10T06:00Z 120", kLate, kHome});
  const Outlook outlook = outlook_of(schedule, "A");
  EXPECT_FALSE(outlook.pairing);
  EXPECT_THAT(outlook.remedies, IsEmpty());
}

TEST(Diagnosis, RidesOnFlightsOfOtherFleetsAndRestsAsLongAsItTakes) {
  const Schedule schedule =
      mid_month("A BOS JFK 2008-01-05T06:00Z 120 OTHER", "B JFK BOS 2008-01-20T06:00Z 120");
  const Outlook outlook = outlook_of(schedule, "B");
  ASSERT_TRUE(outlook.pairing);
  EXPECT_EQ(outlook.pairing->legs, legs(schedule, "(A) B"));
  EXPECT_GT(outlook.cost.amount(), 10'000) << "more than leaving it uncovered";
}

TEST(Diagnosis, AnswersInTheOrderOfTheQuestions) {
  const Schedule schedule = mid_month("A BOS JFK 2008-01-10T06:00Z 120",  //
                                      "B JFK BOS 2008-01-10T09:00Z 120");
  Workers workers(1);
  const std::vector<FlightId> flights = {schedule.find_flight("B"), schedule.find_flight("A")};
  const auto outlooks = diagnose(schedule, pairing::preset_rules("gerad"), flights, workers);
  EXPECT_THAT(outlooks, ElementsAre(Field(&Outlook::flight, flights[0]),
                                    Field(&Outlook::flight, flights[1])));
  EXPECT_THAT(diagnose(schedule, pairing::preset_rules("gerad"), {}, workers), IsEmpty());
}

}  // namespace
}  // namespace skein::diagnosis
