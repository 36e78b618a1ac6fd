#include "plan/checker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/small_schedule.h"

namespace skein::plan {
namespace {

using schedule::Schedule;
using test::small_pairing;
using test::small_schedule;
using testing::ElementsAre;
using testing::IsEmpty;

// Two bases, 10 crews each; 8 hours of flying.
const Schedule& two_bases() {
  static const Schedule schedule = small_schedule(
      {"*BOS", "*JFK"}, {"A BOS JFK 2008-01-01T06:00Z 120", "B JFK BOS 2008-01-01T09:00Z 120",
                         "C BOS JFK 2008-01-02T06:00Z 120", "D JFK BOS 2008-01-02T09:00Z 120"});
  return schedule;
}

CheckReport check_of(const std::vector<Pairing>& pairings, const CheckOptions& options = {}) {
  return check(two_bases(), pairing::preset_rules("gerad"), {pairings, {}}, options);
}

TEST(Checker, CountsAndPricesALegalPlan) {
  const CheckReport report = check_of(
      {small_pairing(two_bases(), "BOS", "A B"), small_pairing(two_bases(), "BOS", "C D")});
  EXPECT_TRUE(report.legal());
  EXPECT_EQ(report.covered(), 4u);
  EXPECT_EQ(report.duties, 2u);
  EXPECT_EQ(report.deadheads, 0u);
  EXPECT_NEAR(report.cost.pairings.gaps.amount(), 2 * 180, 1e-9);       // gaps of 60 minutes
  EXPECT_NEAR(report.cost.pairings.guarantee.amount(), 2 * 100, 1e-9);  // one hour short each
  // Boston does all 8 hours, its share is 4.
  ASSERT_EQ(report.bases.size(), 2u);
  EXPECT_NEAR(report.bases[0].excess_hours(), 4, 1e-12);
  EXPECT_NEAR(report.bases[1].excess_hours(), 0, 1e-12);
  EXPECT_NEAR(report.cost.base_excess.amount(), 800, 1e-9);
  EXPECT_NEAR(report.cost.total().amount(), 560 + 800, 1e-9);
}

TEST(Checker, LeavesOutBaseRowsWhenAsked) {
  const CheckReport report =
      check_of({small_pairing(two_bases(), "BOS", "A B"), small_pairing(two_bases(), "BOS", "C D")},
               {.base_rows = false});
  EXPECT_EQ(report.cost.base_excess, Cost(0));
}

TEST(Checker, FindsUncoveredAndOverCoveredFlights) {
  const CheckReport report = check_of(
      {small_pairing(two_bases(), "BOS", "A B"), small_pairing(two_bases(), "BOS", "A (B)")});
  EXPECT_THAT(report.uncovered, ElementsAre(FlightId(2), FlightId(3)));
  ASSERT_EQ(report.over_covered.size(), 1u);
  EXPECT_EQ(report.over_covered[0].flight, FlightId(0));
  EXPECT_THAT(report.over_covered[0].pairings, ElementsAre(0u, 1u));
  EXPECT_EQ(report.violations(), 1u) << "an uncovered flight has its price and is no violation";
  EXPECT_NEAR(report.cost.uncovered.amount(), 20'000, 1e-9);
}

TEST(Checker, PricesAPairingUpToItsFirstUnknownFlight) {
  Plan plan{{small_pairing(two_bases(), "BOS", "A B C D")}, {{0, 2, "GONE"}}};
  plan.pairings[0].legs[2].flight = FlightId::none();
  const CheckReport report = check(two_bases(), pairing::preset_rules("gerad"), plan);
  ASSERT_EQ(report.pairings[0].violations.size(), 1u);
  EXPECT_EQ(report.pairings[0].violations[0].rule, pairing::Rule::kKnownFlights);
  EXPECT_NEAR(report.pairings[0].credited_hours, 4, 1e-12);
  EXPECT_EQ(report.duties, 1u);
  EXPECT_THAT(report.uncovered, ElementsAre(FlightId(2))) << "D is operated, unpriced as it is";
}

TEST(Checker, WithoutCrewNumbersNoBaseIsAboveItsShare) {
  schedule::ScheduleBuilder builder;
  builder.add_station({"BOS", {}, {}, true, 0});
  builder.add_station({"JFK", {}, {}, false, 0});
  builder.add_flight({"A", "A", "BOS", "JFK", Instant(600), Instant(660), "F", ""});
  builder.add_flight({"B", "B", "JFK", "BOS", Instant(700), Instant(760), "F", ""});
  const Schedule schedule = std::move(builder).build();
  const CheckReport report = check(schedule, pairing::preset_rules("gerad"),
                                   {{small_pairing(schedule, "BOS", "A B")}, {}});
  EXPECT_EQ(report.cost.base_excess, Cost(0));
}

TEST(Checker, NamesTheWishesThatAPlanBreaks) {
  pairing::Rules rules = pairing::preset_rules("gerad");
  const Pairing first = small_pairing(two_bases(), "BOS", "A B");
  Pairing second = small_pairing(two_bases(), "BOS", "C D");
  second.name = "2";
  rules.wishes.locked_pairings = {first, second};
  EXPECT_TRUE(check(two_bases(), rules, {{first, second}, {}}).legal());
  rules.wishes.forbidden_connections = {{FlightId(0), FlightId(1)}};
  const CheckReport report = check(two_bases(), rules, {{first}, {}});
  EXPECT_THAT(report.missing_locks, ElementsAre(1u));
  EXPECT_EQ(report.violations(), 2u);
  EXPECT_THAT(report.violations_by_rule(), ElementsAre(testing::Pair("forbidden_connection", 1u),
                                                       testing::Pair("locked_pairing", 1u)));
}

TEST(Checker, ALockedPairingWithAnotherRoleIsMissing) {
  pairing::Rules rules = pairing::preset_rules("gerad");
  rules.wishes.locked_pairings = {small_pairing(two_bases(), "BOS", "A B")};
  const CheckReport report =
      check(two_bases(), rules, {{small_pairing(two_bases(), "BOS", "A (B)")}, {}});
  EXPECT_THAT(report.missing_locks, ElementsAre(0u));
}

TEST(Checker, AnEmptyPlanCoversNothing) {
  const CheckReport report = check_of({});
  EXPECT_TRUE(report.legal());
  EXPECT_EQ(report.uncovered.size(), 4u);
  EXPECT_THAT(report.pairings, IsEmpty());
}

}  // namespace
}  // namespace skein::plan
