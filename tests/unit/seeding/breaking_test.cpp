#include "seeding/breaking.h"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/random.h"
#include "pairing/cost.h"
#include "pairing/legality.h"
#include "plan/checker.h"
#include "support/random_month.h"
#include "support/small_schedule.h"

namespace skein::seeding {
namespace {

using pairing::Leg;
using pairing::Pairing;
using pairing::Role;
using schedule::Schedule;
using testing::ElementsAre;
using testing::IsEmpty;

const pairing::Rules kRules = pairing::preset_rules("gerad");

// Out and back twice, then on to a station from which nothing leads home.
Schedule day() {
  return test::small_schedule({"*AAA", "BBB", "CCC"}, {
                                                          "a AAA BBB 2008-01-01T08:00Z 60",
                                                          "b BBB AAA 2008-01-01T09:40Z 60",
                                                          "c AAA BBB 2008-01-01T11:20Z 60",
                                                          "d BBB CCC 2008-01-01T13:00Z 60",
                                                          "e CCC BBB 2008-01-01T14:40Z 60",
                                                          "f BBB AAA 2008-01-01T15:45Z 60",
                                                      });
}

plan::Plan plan_of(const Schedule& schedule, std::initializer_list<const char*> pairings) {
  plan::Plan plan;
  for (const char* text : pairings) {
    plan.pairings.push_back(test::small_pairing(schedule, "AAA", text));
    plan.pairings.back().name = std::to_string(plan.pairings.size());
  }
  return plan;
}

TEST(Breaking, KeepsLegalPairingsAsTheyAre) {
  const Schedule schedule = day();
  const plan::Plan plan = plan_of(schedule, {"a b"});
  const BrokenPlan broken = break_illegal(schedule, kRules, plan);
  EXPECT_EQ(broken.plan, plan);
  EXPECT_EQ(broken.summary.kept, 1U);
  EXPECT_EQ(broken.summary.before.cost(), broken.summary.after.cost());
}

TEST(Breaking, KeepsThePartThatComesHomeAndLinksTheRest) {
  const Schedule schedule = day();
  // e to f is a connection of five minutes.
  const BrokenPlan broken = break_illegal(schedule, kRules, plan_of(schedule, {"a b c d e f"}));
  EXPECT_THAT(test::described(schedule, broken.plan.pairings), ElementsAre("AAA: a b"));
  EXPECT_EQ(broken.plan.pairings[0].name, "1.1");
  const auto id = [&](const char* name) { return schedule.find_flight(name); };
  EXPECT_THAT(broken.clusters,
              ElementsAre(ElementsAre(id("a"), id("b")), ElementsAre(id("c"), id("d"), id("e"))));
  EXPECT_EQ(broken.summary.broken, 1U);
  EXPECT_EQ(broken.summary.links, 2U);
  EXPECT_EQ(broken.summary.before.infeasible, 1U);
  EXPECT_EQ(broken.summary.before.covered, 6U);
  EXPECT_EQ(broken.summary.after.covered, 2U);
  EXPECT_EQ(broken.summary.after.uncovered_cost, Cost(40'000));
}

TEST(Breaking, LeavesAFlightOfTwoPairingsToOneOfThem) {
  const Schedule schedule = day();
  const BrokenPlan broken = break_illegal(schedule, kRules, plan_of(schedule, {"a b", "a b c f"}));
  EXPECT_THAT(test::described(schedule, broken.plan.pairings), ElementsAre("AAA: a b", "AAA: c f"));
  EXPECT_EQ(broken.summary.before.over_covered, 2U);
  EXPECT_EQ(broken.summary.before.over_covered_cost, Cost(20'000));
  EXPECT_EQ(broken.summary.after.over_covered, 0U);
}

TEST(Breaking, LetsACrewRideAlongWhereItMust) {
  const Schedule schedule = day();
  const BrokenPlan broken = break_illegal(schedule, kRules, plan_of(schedule, {"c f", "c d"}));
  EXPECT_THAT(test::described(schedule, broken.plan.pairings), ElementsAre("AAA: c f"));
  const BrokenPlan riding = break_illegal(schedule, kRules, plan_of(schedule, {"a b", "a f"}));
  EXPECT_THAT(test::described(schedule, riding.plan.pairings),
              ElementsAre("AAA: a b", "AAA: (a) f"));
}

TEST(Breaking, PassesOverLegsThatTheScheduleDoesNotHave) {
  const Schedule schedule = day();
  plan::Plan plan = plan_of(schedule, {"a b c f"});
  plan.pairings[0].legs[0].flight = FlightId::none();
  plan.unknown_legs.push_back({0, 0, "gone"});
  const BrokenPlan broken = break_illegal(schedule, kRules, plan);
  EXPECT_THAT(test::described(schedule, broken.plan.pairings), ElementsAre("AAA: c f"));
}

// Any legs, with a bias to those that connect.
plan::Plan random_plan(Rng& rng, const Schedule& schedule) {
  plan::Plan plan;
  for (int i = 0; i < 12; ++i) {
    Pairing pairing;
    pairing.name = std::to_string(i);
    pairing.base = schedule.bases()[rng.below(schedule.bases().size())];
    for (FlightId flight : schedule.flight_ids()) {
      const schedule::Flight& next = schedule.flight(flight);
      const bool fits =
          pairing.legs.empty()
              ? next.origin == pairing.base
              : schedule.flight(pairing.legs.back().flight).destination == next.origin &&
                    schedule.flight(pairing.legs.back().flight).arrival < next.departure;
      if (!rng.chance(fits ? 0.3 : 0.01)) continue;
      pairing.legs.push_back({flight, rng.chance(0.9) ? Role::kOperate : Role::kDeadhead});
      if (pairing.legs.size() == 8) break;
    }
    if (!pairing.legs.empty()) plan.pairings.push_back(pairing);
  }
  return plan;
}

// The most flights that disjoint legal runs of the legs cover, by trying all.
std::size_t most_covered(const Schedule& schedule, const pairing::Rules& rules,
                         const std::vector<Leg>& legs, std::size_t from) {
  std::size_t most = 0;
  for (std::size_t begin = from; begin < legs.size(); ++begin) {
    for (std::size_t end = begin + 1; end <= legs.size(); ++end) {
      Pairing part;
      part.base = schedule.flight(legs[begin].flight).origin;
      part.legs.assign(legs.begin() + static_cast<std::ptrdiff_t>(begin),
                       legs.begin() + static_cast<std::ptrdiff_t>(end));
      if (!pairing::is_legal(schedule, rules.work, part)) continue;
      std::size_t covered = 0;
      for (const Leg& leg : part.legs) covered += leg.role == Role::kOperate ? 1 : 0;
      if (covered == 0) continue;
      most = std::max(most, covered + most_covered(schedule, rules, legs, end));
    }
  }
  return most;
}

TEST(Breaking, CoversAsMuchOfAPairingAsItsPartsCan) {
  std::size_t covered = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Rng rng(seed);
    const Schedule schedule = test::random_schedule(rng, {.flights = 80});
    const pairing::Rules rules = test::random_rules(rng, schedule);
    for (const Pairing& pairing : random_plan(rng, schedule).pairings) {
      plan::Plan alone;
      alone.pairings = {pairing};
      const BrokenPlan broken = break_illegal(schedule, rules, alone);
      EXPECT_EQ(broken.summary.after.covered, most_covered(schedule, rules, pairing.legs, 0));
      covered += broken.summary.after.covered;
    }
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
  EXPECT_GT(covered, 100U);
}

TEST(Breaking, GivesLegalPlansAndEachFlightToOneCluster) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Rng rng(seed);
    const Schedule schedule = test::random_schedule(rng, {.flights = 80});
    const pairing::Rules rules = test::random_rules(rng, schedule);
    const BrokenPlan broken = break_illegal(schedule, rules, random_plan(rng, schedule));
    EXPECT_TRUE(plan::check(schedule, rules, broken.plan).legal());
    EXPECT_EQ(break_illegal(schedule, rules, broken.plan).plan, broken.plan);
    std::set<FlightId> seen;
    for (const plan::Cluster& cluster : broken.clusters) {
      EXPECT_GT(cluster.size(), 1U);
      for (FlightId flight : cluster) EXPECT_TRUE(seen.insert(flight).second);
    }
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
}

}  // namespace
}  // namespace skein::seeding
