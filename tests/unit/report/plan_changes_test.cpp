#include "report/plan_changes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/small_schedule.h"

namespace skein::report {
namespace {

using test::small_pairing;
using test::small_schedule;
using testing::ElementsAre;

const schedule::Schedule& month() {
  static const schedule::Schedule schedule = small_schedule(
      {"*BOS", "*JFK"}, {"A BOS JFK 2008-01-01T06:00Z 60", "B JFK BOS 2008-01-01T08:00Z 60",
                         "C BOS JFK 2008-01-01T10:00Z 60", "D JFK BOS 2008-01-01T12:00Z 60",
                         "E BOS JFK 2008-01-02T06:00Z 60"});
  return schedule;
}

TEST(PlanChanges, NamesDoNotMatterBaseFlightsAndRolesDo) {
  plan::Plan before{{small_pairing(month(), "BOS", "A B"), small_pairing(month(), "BOS", "C D")},
                    {}};
  plan::Plan now{{small_pairing(month(), "BOS", "C D"), small_pairing(month(), "BOS", "A (B)"),
                  small_pairing(month(), "JFK", "A B")},
                 {}};
  now.pairings[0].name = "another name";
  const PlanChanges changes = changes_between(month(), before, now);
  EXPECT_THAT(changes.is_new, ElementsAre(false, true, true));
  EXPECT_EQ(changes.same_pairings, 1U);
  EXPECT_EQ(changes.new_pairings(), 2U);
  EXPECT_EQ(changes.gone_pairings, 1U);
}

TEST(PlanChanges, TheSamePairingTwiceIsMatchedOnlyAsOftenAsItIsThere) {
  const plan::Pairing pairing = small_pairing(month(), "BOS", "A B");
  const PlanChanges changes = changes_between(month(), {{pairing}, {}}, {{pairing, pairing}, {}});
  EXPECT_EQ(changes.same_pairings, 1U);
  EXPECT_EQ(changes.gone_pairings, 0U);
}

TEST(PlanChanges, CountConnectionsAcrossDeadheads) {
  const plan::Plan before{{small_pairing(month(), "BOS", "A B C D")}, {}};
  const plan::Plan now{{small_pairing(month(), "BOS", "A (B) C D")}, {}};
  const PlanChanges changes = changes_between(month(), before, now);
  EXPECT_EQ(changes.connections_before, 3U);
  EXPECT_EQ(changes.connections_now, 2U);  // A-C and C-D
  EXPECT_EQ(changes.same_connections, 1U);
}

TEST(PlanChanges, FollowFlightsToOtherBasesAndOutOfThePlan) {
  const plan::Plan before{
      {small_pairing(month(), "BOS", "A B"), small_pairing(month(), "BOS", "E")}, {}};
  const plan::Plan now{{small_pairing(month(), "JFK", "B C"), small_pairing(month(), "BOS", "A D")},
                       {}};
  const PlanChanges changes = changes_between(month(), before, now);
  EXPECT_EQ(changes.now_covered, 2U);  // C, D
  EXPECT_EQ(changes.now_open, 1U);     // E
  EXPECT_EQ(changes.moved_flights, 1U);
  const StationId bos = month().find_station("BOS");
  const StationId jfk = month().find_station("JFK");
  EXPECT_EQ(changes.flights_by_base.at({bos, jfk}), 1U);
  EXPECT_EQ(changes.flights_by_base.at({bos, bos}), 1U);
}

}  // namespace
}  // namespace skein::report
