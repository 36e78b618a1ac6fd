#include "pairing/slack.h"

#include <set>

#include <gmock/gmock.h>

#include "base/random.h"
#include "support/random_month.h"
#include "support/small_schedule.h"

namespace skein::pairing {
namespace {

TEST(Slack, NamesTheTightestPlaceOfEachRule) {
  const schedule::Schedule schedule = test::small_schedule(
      {"*BOS", "ORD"}, {"A BOS ORD 2008-01-01T10:00Z 60", "B ORD BOS 2008-01-01T12:00Z 60",
                        "C BOS ORD 2008-01-01T13:45Z 60", "D ORD BOS 2008-01-01T16:00Z 60"});
  const WorkRules rules = preset_rules("gerad").work;
  const Pairing pairing = test::small_pairing(schedule, "BOS", "A B C D");
  for (const Slack& slack : slacks(schedule, rules, pairing.base, pairing.legs)) {
    if (slack.rule == Rule::kMinConnection) {
      EXPECT_EQ(slack.actual, 45);
      EXPECT_EQ(slack.room(), 15);
      EXPECT_EQ(schedule.flight(slack.flights.front()).id, "B");
    }
    if (slack.rule == Rule::kMaxDutyLegs) {
      EXPECT_EQ(slack.room(), 1);
    }
    EXPECT_NE(slack.rule, Rule::kMinRest) << "there is no rest";
  }
}

// Rules that have a number; the others are yes or no.
bool has_number(Rule rule) {
  switch (rule) {
    case Rule::kMinConnection:
    case Rule::kMaxSit:
    case Rule::kMinRest:
    case Rule::kMaxDutyFlying:
    case Rule::kMaxDutyLegs:
    case Rule::kMaxDutySpan:
    case Rule::kDutyPeriodLimit:
    case Rule::kFlightTimeLimit:
    case Rule::kMaxDuties:
    case Rule::kMaxDays:
    case Rule::kMaxLandings:
    case Rule::kMaxFlying:
      return true;
    default:
      return false;
  }
}

TEST(Slack, IsNegativeExactlyForTheRulesThatAreBroken) {
  Rng rng(7);
  std::set<Rule> seen;
  for (int trial = 0; trial < 3000; ++trial) {
    const schedule::Schedule schedule =
        test::random_schedule(rng, {.flights = 40, .days = 3, .fleets = 1});
    const Rules rules = test::random_rules(rng, schedule);
    std::vector<Leg> legs;
    for (const FlightId id : schedule.flight_ids()) {
      if (rng.below(8) != 0) continue;
      legs.push_back({id, rng.below(4) == 0 ? Role::kDeadhead : Role::kOperate});
    }
    if (legs.empty()) continue;
    const StationId base = schedule.bases().front();
    std::set<Rule> broken;
    for (const Violation& violation : violations(schedule, rules.work, base, legs)) {
      if (has_number(violation.rule)) broken.insert(violation.rule);
    }
    std::set<Rule> negative;
    for (const Slack& slack : slacks(schedule, rules.work, base, legs)) {
      if (slack.room() < 0) negative.insert(slack.rule);
    }
    ASSERT_EQ(negative, broken) << trial;
    seen.insert(broken.begin(), broken.end());
  }
  EXPECT_GE(seen.size(), 10U) << "the trials break too few rules to say much";
}

}  // namespace
}  // namespace skein::pairing
