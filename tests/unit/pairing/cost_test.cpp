#include "pairing/cost.h"

#include <gtest/gtest.h>

#include "support/small_schedule.h"

namespace skein::pairing {
namespace {

using test::legs;
using test::small_schedule;

// w(g) as the problem states it.
double w(int g) {
  if (g < 60) return 0;
  if (g < 90) return 6.0 * (90 - g);
  if (g < 690) return (g - 90) * 100.0 / 60;
  if (g <= 720) return 500;
  return 500 + (g - 719) * 100.0 / 60;
}

TEST(GapCost, IsTheStatedFunctionOfEveryMinuteOfThreeDays) {
  const CostRules rules = preset_rules("gerad").cost;
  for (int g = -60; g <= 3 * 24 * 60; ++g) {
    ASSERT_NEAR(gap_cost(rules, Minutes(g)).amount(), w(g), 1e-9) << g;
  }
}

TEST(PairingCost, AddsGapsDeadheadsAndGuarantee) {
  const auto schedule = small_schedule(
      {"*BOS", "JFK", "ORD"}, {"A BOS JFK 2008-01-01T08:00Z 60", "B JFK ORD 2008-01-01T10:40Z 150",
                               "C ORD BOS 2008-01-02T09:00Z 120"});
  const Rules rules = preset_rules("gerad");
  const PairingCost cost = pairing_cost(schedule, rules, legs(schedule, "A (B) C"));
  const double rest = 24 * 60 + 9 * 60 - (13 * 60 + 10);
  EXPECT_NEAR(cost.gaps.amount(), w(100) + w(static_cast<int>(rest)), 1e-9);
  EXPECT_NEAR(cost.deadheads.amount(), 400 + 150 * 100.0 / 60, 1e-9);
  EXPECT_NEAR(cost.guarantee.amount(), (240 + 180) * 100.0 / 60, 1e-9);
  EXPECT_NEAR(cost.total().amount(),
              cost.gaps.amount() + cost.deadheads.amount() + cost.guarantee.amount(), 1e-9);
  EXPECT_NEAR(credited_hours(schedule, rules.cost, legs(schedule, "A (B) C")), 3 + 1.25, 1e-12);
}

TEST(PairingCost, ADutyOfDeadheadsIsPaidTheWholeGuarantee) {
  const auto schedule = small_schedule(
      {"*BOS", "JFK"}, {"A BOS JFK 2008-01-01T08:00Z 60", "B JFK BOS 2008-01-02T08:00Z 300"});
  const Rules rules = preset_rules("gerad");
  EXPECT_NEAR(pairing_cost(schedule, rules, legs(schedule, "(A) B")).guarantee.amount(), 500, 1e-9);
}

TEST(PairingCost, ChargesAircraftChangesInShortConnectionsOnly) {
  const auto schedule =
      small_schedule({"*BOS", "JFK"},
                     {"A BOS JFK 2008-01-01T08:00Z 60 F T1", "B JFK BOS 2008-01-01T09:59Z 60 F T2",
                      "C BOS JFK 2008-01-01T11:59Z 60 F T3", "D JFK BOS 2008-01-01T13:40Z 60 F"});
  Rules rules = preset_rules("gerad");
  rules.cost.aircraft_change = Cost(50);
  EXPECT_EQ(pairing_cost(schedule, rules, legs(schedule, "A B C D")).aircraft_changes, Cost(50))
      << "A-B changes in 59 minutes; B-C takes 60; the aircraft of D is unknown";
}

}  // namespace
}  // namespace skein::pairing
