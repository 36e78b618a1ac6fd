#include "seeding/greedy_chains.h"

#include <map>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/calendar.h"
#include "plan/checker.h"
#include "seeding/static_scorer.h"
#include "support/planted_scorer.h"
#include "support/random_month.h"
#include "support/small_schedule.h"

namespace skein::seeding {
namespace {

using pricing::ConnectionScores;
using pricing::CrewState;
using pricing::FlightOutlook;
using schedule::Schedule;
using testing::ElementsAre;
using testing::IsEmpty;

// Two ways out of AAA, two ways back, two days.
Schedule two_days() {
  return test::small_schedule({"*AAA", "BBB"}, {
                                                   "a1 AAA BBB 2008-01-01T08:00Z 90",
                                                   "a2 AAA BBB 2008-01-01T08:10Z 90",
                                                   "b1 BBB AAA 2008-01-01T11:00Z 90",
                                                   "b2 BBB AAA 2008-01-01T13:00Z 90",
                                                   "c1 AAA BBB 2008-01-01T14:00Z 90",
                                                   "d1 BBB AAA 2008-01-02T08:00Z 90",
                                               });
}

std::vector<std::string> chained(const Schedule& schedule,
                                 std::initializer_list<std::string> scores,
                                 const GreedyChainsOptions& options = {}) {
  const ConnectionScores known = test::small_scores(schedule, scores);
  return test::described(schedule, plan_greedy_chains(schedule, pairing::preset_rules("gerad"),
                                                      StaticScorer(known), options)
                                       .plan.pairings);
}

TEST(GreedyChains, FollowTheLikeliestFlightThatNoCrewHas) {
  EXPECT_THAT(chained(two_days(), {"a1 starts 1", "a2 starts 1", "a1>b2 0.6", "a1>b1 0.4",
                                   "a2>b2 0.9", "a2>b1 0.1", "b1 ends 1", "b2 ends 1"}),
              ElementsAre("AAA: a1 b2", "AAA: a2 b1"));
}

TEST(GreedyChains, StartOnlyWhereAPairingIsPredictedToStartAtABase) {
  EXPECT_THAT(chained(two_days(), {"a1 starts 0.4", "b1 starts 1", "a1>b1 1", "b1 ends 1"}),
              IsEmpty());
  EXPECT_THAT(chained(two_days(), {"a1 starts 0.5", "b1 starts 1", "a1>b1 1", "b1 ends 1"}),
              ElementsAre("AAA: a1 b1"));
}

TEST(GreedyChains, EndAtTheBaseWhereThatIsLikelierThanWhatIsLeft) {
  EXPECT_THAT(chained(two_days(), {"a1 starts 1", "a1>b1 0.4", "a1 ends 0.6", "b1>c1 0.4",
                                   "b1 ends 0.6", "c1>d1 1"}),
              ElementsAre("AAA: a1 b1"));
  EXPECT_THAT(chained(two_days(), {"a1 starts 1", "a1>b1 1", "b1>c1 0.6", "b1 ends 0.4", "c1>d1 1",
                                   "d1 ends 1"}),
              ElementsAre("AAA: a1 b1 c1 d1"));
}

TEST(GreedyChains, AreCutBackToTheLastArrivalAtBaseAndFreeWhatIsCut) {
  // The first crew would strand with c1; a later one takes it home.
  const auto pairings =
      chained(two_days(), {"a1 starts 1", "c1 starts 1", "a1>b1 1", "b1>c1 1", "c1 ends 1"});
  EXPECT_THAT(pairings, ElementsAre("AAA: a1 b1"));
}

TEST(GreedyChains, DeleteWhatNeverComesHome) {
  const ConnectionScores scores = test::small_scores(two_days(), {"a1 starts 1", "a1 ends 1"});
  const ChainPlan plan =
      plan_greedy_chains(two_days(), pairing::preset_rules("gerad"), StaticScorer(scores));
  EXPECT_THAT(plan.plan.pairings, IsEmpty());
  EXPECT_EQ(plan.summary.chains, 1U);
  EXPECT_EQ(plan.summary.never_home, 1U);
  EXPECT_EQ(plan.summary.cut_flights, 1U);
}

TEST(GreedyChains, MakeNoLayoverBelowTheThreshold) {
  const std::initializer_list<std::string> scores = {"a1 starts 1",     "a1>b1 0.6", "a1>d1 0.4",
                                                     "b1 layover 0.95", "b1 ends 1", "d1 ends 1"};
  EXPECT_THAT(chained(two_days(), scores), ElementsAre("AAA: a1 d1"));
  GreedyChainsOptions options;
  options.least_layover = hours(1);
  EXPECT_THAT(chained(two_days(), scores, options), ElementsAre("AAA: a1 b1"));
  options = {};
  options.layover_from = 2;
  EXPECT_THAT(chained(two_days(), scores, options), ElementsAre("AAA: a1 b1"));
}

TEST(GreedyChains, CountIllegalPairingsAndAvoidThemWhereAllRulesAreAsked) {
  // A connection of 10 minutes, and one of two hours.
  const Schedule schedule =
      test::small_schedule({"*AAA", "BBB"}, {
                                                "a AAA BBB 2008-01-01T08:00Z 90",
                                                "b BBB AAA 2008-01-01T09:40Z 90",
                                                "c BBB AAA 2008-01-01T11:30Z 90",
                                            });
  const ConnectionScores scores =
      test::small_scores(schedule, {"a starts 1", "a>b 0.8", "a>c 0.2", "b ends 1", "c ends 1"});
  GreedyChainsOptions options;
  const ChainPlan rough =
      plan_greedy_chains(schedule, pairing::preset_rules("gerad"), StaticScorer(scores), options);
  EXPECT_THAT(test::described(schedule, rough.plan.pairings), ElementsAre("AAA: a b"));
  EXPECT_EQ(rough.summary.illegal, 1U);
  EXPECT_EQ(rough.summary.infeasible_share(), 1);
  options.mask = RuleMask::kAll;
  const ChainPlan masked =
      plan_greedy_chains(schedule, pairing::preset_rules("gerad"), StaticScorer(scores), options);
  EXPECT_THAT(test::described(schedule, masked.plan.pairings), ElementsAre("AAA: a c"));
  EXPECT_EQ(masked.summary.illegal, 0U);
}

TEST(GreedyChains, CloseWhenTheDaysOfAPairingAreUsedUp) {
  const Schedule schedule = test::small_schedule(
      {"*AAA", "BBB"}, {"a1 AAA BBB 2008-01-01T08:00Z 60", "b1 BBB AAA 2008-01-01T10:00Z 60",
                        "a2 AAA BBB 2008-01-02T08:00Z 60", "b2 BBB AAA 2008-01-02T10:00Z 60",
                        "a3 AAA BBB 2008-01-03T08:00Z 60", "b3 BBB AAA 2008-01-03T10:00Z 60",
                        "a4 AAA BBB 2008-01-04T08:00Z 60", "b4 BBB AAA 2008-01-04T10:00Z 60",
                        "a5 AAA BBB 2008-01-05T08:00Z 60", "b5 BBB AAA 2008-01-05T10:00Z 60"});
  EXPECT_THAT(chained(schedule, {"a1 starts 1", "a5 starts 1", "a1>b1 1", "b1>a2 1", "a2>b2 1",
                                 "b2>a3 1", "a3>b3 1", "b3>a4 1", "a4>b4 1", "b4>a5 1", "a5>b5 1"}),
              ElementsAre("AAA: a1 b1 a2 b2 a3 b3 a4 b4", "AAA: a5 b5"));
}

TEST(GreedyChains, BeginBeforeThePeriodOnlyWhereItIsExtended) {
  schedule::ScheduleBuilder builder;
  for (const char* code : {"AAA", "BBB"}) {
    schedule::Station station;
    station.code = code;
    station.is_base = code[0] == 'A';
    builder.add_station(station);
  }
  const Instant begin = parse_instant("2008-01-02T00:00Z").value();
  builder.add_flight({"a", "1", "AAA", "BBB", begin - hours(3), begin - hours(1), "F", ""});
  builder.add_flight({"b", "2", "BBB", "AAA", begin + hours(10), begin + hours(12), "F", ""});
  builder.set_period({begin, begin + kDay});
  const Schedule schedule = std::move(builder).build();
  const std::initializer_list<std::string> scores = {"a starts 1", "a>b 1", "b ends 1"};
  EXPECT_THAT(chained(schedule, scores), IsEmpty());
  GreedyChainsOptions options;
  options.period = ChainPeriod::kExtended;
  EXPECT_THAT(chained(schedule, scores, options), ElementsAre("AAA: a b"));
  const ConnectionScores known = test::small_scores(schedule, scores);
  options.mask = RuleMask::kAll;
  const ChainPlan plan =
      plan_greedy_chains(schedule, pairing::preset_rules("gerad"), StaticScorer(known), options);
  EXPECT_EQ(plan.summary.pairings, 1U);
  EXPECT_EQ(plan.summary.illegal, 1U);
}

// Remembers the states in which it was asked.
class Listening final : public pricing::ConnectionScorer {
 public:
  explicit Listening(const ConnectionScores& scores) : scores_(scores) {}

  FlightOutlook outlook(FlightId flight, StationId base, const CrewState* state) const final {
    if (state != nullptr) asked[flight] = {base, *state};
    return scores_.outlook[flight];
  }
  double starts(FlightId flight) const final { return scores_.starts[flight]; }
  double layover_before(FlightId flight) const final { return scores_.layover[flight]; }

  mutable std::map<FlightId, std::pair<StationId, CrewState>> asked;

 private:
  const ConnectionScores& scores_;
};

TEST(GreedyChains, AskInTheStateOfThePredictedPairingSoFar) {
  const Schedule schedule = two_days();
  const ConnectionScores scores =
      test::small_scores(schedule, {"a1 starts 1", "a1>b1 1", "b1>c1 1", "c1>d1 1", "d1 ends 1"});
  const Listening scorer(scores);
  const pairing::Rules rules = pairing::preset_rules("gerad");
  plan_greedy_chains(schedule, rules, scorer);
  const CrewModels models(schedule, rules, RuleMask::kRough);
  const StationId base = schedule.find_station("AAA");
  std::optional<CrewState> state;
  for (const pairing::Leg& leg : test::legs(schedule, "a1 b1 c1 d1")) {
    state = state ? models.of(base)->extend(*state, leg) : models.of(base)->start(leg);
    ASSERT_TRUE(state && scorer.asked.contains(leg.flight));
    const auto& [asked_base, asked] = scorer.asked.at(leg.flight);
    EXPECT_EQ(asked_base, base);
    EXPECT_EQ(asked.landings, state->landings);
    EXPECT_EQ(asked.duties, state->duties);
    EXPECT_EQ(asked.report, state->report);
    EXPECT_EQ(asked.duty_flying, state->duty_flying);
  }
}

TEST(GreedyChains, OperateNoFlightTwiceAndAreLegalUnderAllRules) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Rng rng(seed);
    const Schedule schedule =
        test::random_schedule(rng, {.flights = 120, .late_period = rng.chance(0.3)});
    const pairing::Rules rules = test::random_rules(rng, schedule);
    const ConnectionScores scores = test::random_scores(rng, schedule);
    for (const RuleMask mask : {RuleMask::kRough, RuleMask::kAll}) {
      GreedyChainsOptions options;
      options.mask = mask;
      const ChainPlan found = plan_greedy_chains(schedule, rules, StaticScorer(scores), options);
      const plan::CheckReport report = plan::check(schedule, rules, found.plan);
      EXPECT_THAT(report.over_covered, IsEmpty());
      std::size_t illegal = 0;
      for (const plan::PairingVerdict& verdict : report.pairings) {
        if (!verdict.violations.empty()) ++illegal;
      }
      EXPECT_EQ(found.summary.illegal, illegal);
      if (mask == RuleMask::kAll) {
        EXPECT_EQ(illegal, 0U);
      }
    }
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
}

}  // namespace
}  // namespace skein::seeding
