#include "seeding/scored_pairings.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plan/checker.h"
#include "seeding/completion.h"
#include "seeding/crew_models.h"
#include "seeding/score_clusters.h"
#include "seeding/static_scorer.h"
#include "support/planted_scorer.h"
#include "support/random_month.h"
#include "support/small_schedule.h"

namespace skein::seeding {
namespace {

using pricing::ConnectionScores;
using schedule::Schedule;
using testing::ElementsAre;
using testing::IsEmpty;

Schedule morning() {
  return test::small_schedule({"*AAA", "BBB"}, {
                                                   "a AAA BBB 2008-01-01T08:00Z 60",
                                                   "b AAA BBB 2008-01-01T08:10Z 60",
                                                   "c BBB AAA 2008-01-01T10:00Z 60",
                                                   "d BBB AAA 2008-01-01T10:10Z 60",
                                               });
}

TEST(ConnectionCosts, ChargeWhatIsLessLikelyThanTheBest) {
  const Schedule schedule = morning();
  const ConnectionScores scores =
      test::small_scores(schedule, {"a starts 0.8", "c starts 0.25", "d starts 0.9", "a>c 0.6",
                                    "a>d 0.3", "a ends 0.1", "c ends 0.5"});
  const StaticScorer scorer(scores);
  BeliefOptions options;
  options.weight = 10;
  options.least_probability = 0.01;
  ConnectionCosts costs(schedule, scorer, options);
  const auto id = [&](const char* name) { return schedule.find_flight(name); };
  EXPECT_NEAR(costs.start(id("a")).amount(), 0, 1e-5);
  EXPECT_NEAR(costs.start(id("c")).amount(), 10 * std::log(3), 1e-5);
  const BelievedNext& next = costs.after(id("a"), schedule.find_station("AAA"), {});
  EXPECT_NEAR(next.cost_of(id("c")).amount(), 0, 1e-5);
  EXPECT_NEAR(next.cost_of(id("d")).amount(), 10 * (std::log(2) + std::log(9)), 1e-5);
  EXPECT_NEAR(next.cost_of(id("b")).amount(), 10 * std::log(60), 1e-5);
  EXPECT_NEAR(next.end, 10 * std::log(6), 1e-5);
  EXPECT_THAT(next.likely, ElementsAre(id("c"), id("d")));
}

TEST(ConnectionCosts, AddUpToTheLikelihoodOfAPlan) {
  const Schedule schedule = morning();
  const pairing::Rules rules = pairing::preset_rules("gerad");
  Rng rng(3);
  const ConnectionScores scores = test::random_scores(rng, schedule);
  const StaticScorer scorer(scores);
  BeliefOptions options;
  options.weight = 1;
  options.least_probability = 1e-9;
  ConnectionCosts costs(schedule, scorer, options);
  const CrewModels models(schedule, rules, RuleMask::kAll);
  // Of two plans with the same flights the difference is that of their log-likelihoods.
  const auto charge = [&](std::initializer_list<const char*> pairings) {
    double sum = 0;
    for (const char* text : pairings) {
      const auto legs = test::legs(schedule, text);
      sum += belief_of_pairing(*models.of(schedule.find_station("AAA")), legs, costs).amount();
    }
    return sum;
  };
  const auto id = [&](const char* name) { return schedule.find_flight(name); };
  const auto link = [&](const char* from, const char* to) {
    return std::log(std::max(1e-9, probability_of(scores.outlook[id(from)], id(to))));
  };
  EXPECT_NEAR(charge({"a c", "b d"}) - charge({"a d", "b c"}),
              link("a", "d") + link("b", "c") - link("a", "c") - link("b", "d"), 1e-4);
}

TEST(ConnectionCosts, AskOnceForEachStateAndForgetWhereTheyKeepTooMuch) {
  const Schedule schedule = morning();
  const ConnectionScores scores = test::small_scores(schedule, {"a ends 1"});
  const StaticScorer scorer(scores);
  BeliefOptions options;
  options.most_kept = 1;
  ConnectionCosts costs(schedule, scorer, options);
  const StationId base = schedule.find_station("AAA");
  pricing::CrewState state;
  costs.after(FlightId(0), base, state);
  costs.after(FlightId(0), base, state);
  EXPECT_EQ(costs.asked(), 1U);
  state.duty_legs = 3;
  costs.after(FlightId(0), base, state);
  EXPECT_EQ(costs.asked(), 2U);
  costs.forget_old();
  costs.after(FlightId(0), base, state);
  EXPECT_EQ(costs.asked(), 3U);
}

TEST(ScoredPairings, FollowTheScores) {
  const Schedule schedule = morning();
  const auto planned = [&](std::initializer_list<std::string> texts) {
    const ConnectionScores scores = test::small_scores(schedule, texts);
    return test::described(schedule, plan_scored_pairings(schedule, pairing::preset_rules("gerad"),
                                                          StaticScorer(scores))
                                         .plan.pairings);
  };
  EXPECT_THAT(planned({"a starts 1", "b starts 1", "a>c 0.9", "a>d 0.1", "b>c 0.1", "b>d 0.9",
                       "c ends 1", "d ends 1"}),
              ElementsAre("AAA: a c", "AAA: b d"));
  EXPECT_THAT(planned({"a starts 1", "b starts 1", "a>d 0.9", "a>c 0.1", "b>d 0.1", "b>c 0.9",
                       "c ends 1", "d ends 1"}),
              ElementsAre("AAA: a d", "AAA: b c"));
}

TEST(ScoredPairings, AreLegalUnderRandomRulesAndTheSameOnEveryRun) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    Rng rng(seed);
    const Schedule schedule =
        test::random_schedule(rng, {.flights = 120, .late_period = rng.chance(0.3)});
    const pairing::Rules rules = test::random_rules(rng, schedule);
    const ConnectionScores scores = test::random_scores(rng, schedule, 10);
    const StaticScorer scorer(scores);
    ScoredOptions options;
    options.greedy.max_rounds = 3;
    options.replan.passes = 2;
    const ScoredPlan plan = plan_scored_pairings(schedule, rules, scorer, options);
    const plan::CheckReport report = plan::check(schedule, rules, plan.plan);
    EXPECT_TRUE(report.legal());
    EXPECT_LE(plan.summary.replan.after, plan.summary.replan.before);
    EXPECT_NEAR(plan.summary.replan.before.amount(),
                std::min(plan.summary.greedy_total, plan.summary.joint_total).amount(), 0.01);
    EXPECT_EQ(plan.plan, plan_scored_pairings(schedule, rules, scorer, options).plan);
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
}

TEST(ScoredPairings, FindAPlanAgainThatTheScoresKnow) {
  std::size_t connections = 0;
  std::size_t expected = 0;
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    Rng rng(seed);
    const Schedule schedule = test::random_schedule(rng, {.flights = 200, .fleets = 1});
    const pairing::Rules rules = pairing::preset_rules("gerad");
    const plan::Plan known = plan_greedily(schedule, rules).plan;
    const ConnectionScores scores =
        test::planted_scores(schedule, known, {.certainty = 0.999, .seed = seed});
    const ScoredPlan plan = plan_scored_pairings(schedule, rules, StaticScorer(scores));
    connections += plan.summary.connections;
    expected += plan.summary.expected;
  }
  EXPECT_GT(expected, connections * 9 / 10);
}

TEST(Completion, KeepsThePairingsAndCoversTheRest) {
  const Schedule schedule = morning();
  plan::Plan plan;
  plan.pairings = {test::small_pairing(schedule, "AAA", "a d")};
  const CompletedPlan whole = complete_plan(schedule, pairing::preset_rules("gerad"), plan);
  EXPECT_THAT(test::described(schedule, whole.plan.pairings), ElementsAre("AAA: a d", "AAA: b c"));
  EXPECT_EQ(whole.plan.pairings[1].name, "added-1");
  EXPECT_THAT(whole.added.uncovered, IsEmpty());
}

TEST(ScoreClusters, LeaveOutLinksOfLowConfidence) {
  const Schedule schedule =
      test::small_schedule({"*AAA", "BBB"}, {
                                                "a AAA BBB 2008-01-01T08:00Z 60",
                                                "b BBB AAA 2008-01-01T10:00Z 60",
                                                "c AAA BBB 2008-01-01T12:00Z 60",
                                                "d BBB AAA 2008-01-01T14:00Z 60",
                                            });
  const pairing::Rules rules = pairing::preset_rules("gerad");
  const ConnectionScores scores = test::small_scores(
      schedule, {"a>b 0.9", "a ends 0.1", "b>c 0.4", "b ends 0.6", "c>d 0.7", "c ends 0.3"});
  const std::vector<FlightId> f = {FlightId(0), FlightId(1), FlightId(2), FlightId(3)};
  plan::Plan plan;
  plan.pairings = {test::small_pairing(schedule, "AAA", "a b c d")};
  const ScoreClusters by_plan = clusters_of_plan(schedule, rules, plan, StaticScorer(scores));
  EXPECT_THAT(by_plan.clusters, ElementsAre(ElementsAre(f[0], f[1]), ElementsAre(f[2], f[3])));
  EXPECT_EQ(by_plan.links, 2U);
  EXPECT_EQ(by_plan.left_out, 1U);
  Links links;
  links.next = IdVector<FlightId, FlightId>(std::vector<FlightId>{f[1], f[2], f[3], {}});
  links.previous = IdVector<FlightId, FlightId>(std::vector<FlightId>{{}, f[0], f[1], f[2]});
  EXPECT_THAT(clusters_of_links(links, scores, {.least_probability = 0.4}).clusters,
              ElementsAre(ElementsAre(f[0], f[1], f[2], f[3])));
  EXPECT_THAT(clusters_of_links(links, scores, {.least_probability = 0.8}).clusters,
              ElementsAre(ElementsAre(f[0], f[1])));
}

}  // namespace
}  // namespace skein::seeding
