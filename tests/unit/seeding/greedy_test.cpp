#include "seeding/greedy.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/random.h"
#include "plan/checker.h"
#include "support/random_month.h"
#include "support/small_schedule.h"

namespace skein::seeding {
namespace {

using schedule::Schedule;
using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> planned(const Schedule& schedule) {
  return test::described(schedule,
                         plan_greedily(schedule, pairing::preset_rules("gerad")).plan.pairings);
}

TEST(Greedy, ChainsFlightsAndClosesAtBase) {
  const Schedule schedule =
      test::small_schedule({"*AAA", "BBB", "CCC"}, {
                                                       "1 AAA BBB 2008-01-01T08:00Z 90",
                                                       "2 BBB CCC 2008-01-01T10:10Z 90",
                                                       "3 CCC AAA 2008-01-01T12:20Z 120",
                                                       "4 AAA BBB 2008-01-02T08:00Z 150",
                                                       "5 BBB AAA 2008-01-02T11:10Z 150",
                                                   });
  EXPECT_THAT(planned(schedule), ElementsAre("AAA: 1 2 3", "AAA: 4 5"));
}

TEST(Greedy, TakesNoFlightFromWhichItCannotComeHome) {
  const Schedule schedule =
      test::small_schedule({"*AAA", "BBB", "CCC"}, {
                                                       "out AAA BBB 2008-01-01T08:00Z 90",
                                                       "trap BBB CCC 2008-01-01T10:00Z 90",
                                                       "back BBB AAA 2008-01-01T11:00Z 90",
                                                   });
  const GreedyResult result = plan_greedily(schedule, pairing::preset_rules("gerad"));
  EXPECT_THAT(test::described(schedule, result.plan.pairings), ElementsAre("AAA: out back"));
  EXPECT_THAT(result.summary.uncovered, ElementsAre(schedule.find_flight("trap")));
}

TEST(Greedy, DeadheadsHomeOnAnotherFleet) {
  const Schedule schedule =
      test::small_schedule({"*AAA", "BBB"}, {
                                                "f1 AAA BBB 2008-01-01T08:00Z 90",
                                                "g1 AAA BBB 2008-01-01T08:10Z 90 G",
                                                "g2 BBB AAA 2008-01-01T11:00Z 90 G",
                                            });
  EXPECT_THAT(planned(schedule), ElementsAre("AAA: f1 (g2)", "AAA: g1 g2"));
}

TEST(Greedy, FetchesAFlightBetweenTwoOutstations) {
  const Schedule schedule =
      test::small_schedule({"*AAA", "BBB", "CCC"}, {
                                                       "g1 AAA BBB 2008-01-01T08:00Z 90 G",
                                                       "f BBB CCC 2008-01-01T10:10Z 90",
                                                       "g2 BBB CCC 2008-01-01T10:10Z 90 G",
                                                       "g3 CCC AAA 2008-01-01T12:20Z 120 G",
                                                   });
  EXPECT_THAT(planned(schedule), ElementsAre("AAA: g1 g2 g3", "AAA: (g1) f (g3)"));
}

TEST(Greedy, WaitsDaysWhereTheStationIsRarelyServed) {
  const Schedule schedule =
      test::small_schedule({"*AAA", "BBB"}, {
                                                "1 AAA BBB 2008-01-01T20:00Z 120",
                                                "2 BBB AAA 2008-01-04T10:00Z 120",
                                            });
  EXPECT_THAT(planned(schedule), ElementsAre("AAA: 1 2"));
}

TEST(Greedy, PlansNothingWithoutBasesOrFlights) {
  const pairing::Rules rules = pairing::preset_rules("gerad");
  const Schedule no_base =
      test::small_schedule({"AAA", "BBB"}, {"1 AAA BBB 2008-01-01T20:00Z 120"});
  EXPECT_THAT(plan_greedily(no_base, rules).summary.uncovered, ElementsAre(FlightId(0)));
  EXPECT_THAT(plan_greedily(test::small_schedule({"*AAA"}, {}), rules).plan.pairings, IsEmpty());
}

TEST(Greedy, StopsAtTheDeadline) {
  Rng rng(1);
  const Schedule schedule = test::random_schedule(rng);
  GreedyOptions options;
  options.deadline = Deadline::in_seconds(0);
  const GreedyResult result = plan_greedily(schedule, pairing::preset_rules("gerad"), options);
  EXPECT_EQ(result.summary.stopped, GreedyStop::kTimeLimit);
  EXPECT_EQ(result.summary.rounds, 1);
  EXPECT_EQ(result.summary.uncovered.size(), schedule.flights().size());
}

TEST(Greedy, MoreRoundsAreNeverWorse) {
  Rng rng(2);
  const Schedule schedule = test::random_schedule(rng, {.flights = 300, .fleets = 1});
  const pairing::Rules rules = pairing::preset_rules("gerad");
  GreedyOptions options;
  options.max_rounds = 1;
  const Cost one = plan_greedily(schedule, rules, options).summary.cost;
  options.max_rounds = 10;
  const GreedyResult ten = plan_greedily(schedule, rules, options);
  EXPECT_LE(ten.summary.cost, one);
  EXPECT_EQ(ten.summary.rounds, 10);
  options.max_flights_planned = 700;
  EXPECT_EQ(plan_greedily(schedule, rules, options).summary.rounds, 2);
}

}  // namespace
}  // namespace skein::seeding
