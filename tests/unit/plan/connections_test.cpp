#include "plan/connections.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "support/small_schedule.h"

namespace skein::plan {
namespace {

using test::small_pairing;
using testing::ElementsAre;
using testing::IsEmpty;

Connection link(std::size_t from, std::size_t to) {
  return {FlightId(from), FlightId(to)};
}

TEST(Connections, OfAPlanLeadAcrossDeadheads) {
  const schedule::Schedule month = test::small_schedule(
      {"*BOS", "*JFK"}, {"A BOS JFK 2008-01-01T06:00Z 60", "B JFK BOS 2008-01-01T08:00Z 60",
                         "C BOS JFK 2008-01-01T10:00Z 60", "D JFK BOS 2008-01-01T12:00Z 60"});
  const Plan plan{{small_pairing(month, "BOS", "A (B) C"), small_pairing(month, "BOS", "A (B)")},
                  {}};
  EXPECT_THAT(connections_of(plan), ElementsAre(link(0, 2)));
}

TEST(Connections, OfClustersJoinNeighboursOnly) {
  const std::vector<Cluster> clusters{{FlightId(0), FlightId(2), FlightId(5)}, {FlightId(3)}};
  EXPECT_THAT(connections_of(clusters), ElementsAre(link(0, 2), link(2, 5)));
}

TEST(NearBest, TakesTheConnectionsOfAllPlansThatCostLittleMore) {
  const std::vector<PricedPlan> plans{{Cost(1004), true, {link(0, 1)}},
                                      {Cost(1000), true, {link(0, 2)}},
                                      {Cost(1006), true, {link(0, 3)}}};
  const NearBest near = near_best(plans, 0.005);
  EXPECT_EQ(near.cheapest, 1U);
  EXPECT_THAT(near.plans, ElementsAre(0U, 1U));
  EXPECT_THAT(near.connections, ElementsAre(link(0, 1), link(0, 2)));
}

TEST(NearBest, DoesNotCountPlansThatBreakRules) {
  const std::vector<PricedPlan> plans{{Cost(500), false, {link(0, 1)}},
                                      {Cost(1000), true, {link(0, 2)}}};
  const NearBest near = near_best(plans, 0.005);
  EXPECT_EQ(near.cheapest, 1U);
  EXPECT_THAT(near.connections, ElementsAre(link(0, 2)));
  const NearBest none = near_best(std::span(plans).first(1), 0.005);
  EXPECT_EQ(none.cheapest, NearBest::kNone);
  EXPECT_THAT(none.connections, IsEmpty());
}

TEST(NearBest, NeverLosesConnectionsWhenMorePlansOrDearerOnesCount) {
  rc::check([] {
    const auto costs =
        *rc::gen::nonEmpty(rc::gen::container<std::vector<int>>(rc::gen::inRange(1000, 1020)));
    std::vector<PricedPlan> plans;
    for (const int cost : costs) {
      const std::size_t to = *rc::gen::inRange<std::size_t>(1, 6);
      plans.push_back({Cost(cost), true, {link(0, to)}});
    }
    const NearBest narrow = near_best(plans, 0.002);
    const NearBest wide = near_best(plans, 0.01);
    RC_ASSERT(narrow.cheapest == wide.cheapest);
    RC_ASSERT(count_shared(narrow.connections, wide.connections) == narrow.connections.size());
    RC_ASSERT(wide.connections.contains(*plans[wide.cheapest].connections.begin()));
  });
}

}  // namespace
}  // namespace skein::plan
