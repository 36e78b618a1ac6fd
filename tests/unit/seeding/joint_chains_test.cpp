#include "seeding/joint_chains.h"

#include <functional>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plan/checker.h"
#include "seeding/connection_mask.h"
#include "seeding/rolling_chains.h"
#include "seeding/static_scorer.h"
#include "support/enumeration.h"
#include "support/planted_scorer.h"
#include "support/random_month.h"
#include "support/small_schedule.h"

namespace skein::seeding {
namespace {

using pricing::ConnectionScores;
using schedule::Schedule;
using testing::ElementsAre;
using testing::IsEmpty;

// The best links by trying all.
double best_score(const Schedule& schedule, const pairing::Rules& rules,
                  const ConnectionScores& scores, const JointOptions& options) {
  Links links;
  links.next = IdVector<FlightId, FlightId>(schedule.flights().size());
  links.previous = links.next;
  double best = -std::numeric_limits<double>::infinity();
  const std::function<void(std::size_t)> choose = [&](std::size_t flight) {
    if (flight == schedule.flights().size()) {
      best = std::max(best, score_of(schedule, rules, scores, links, options));
      return;
    }
    const FlightId id(flight);
    choose(flight + 1);
    for (const pricing::NextFlight& next : scores.outlook[id].next) {
      if (links.previous[next.flight].exists()) continue;
      links.next[id] = next.flight;
      links.previous[next.flight] = id;
      choose(flight + 1);
      links.next[id] = FlightId::none();
      links.previous[next.flight] = FlightId::none();
    }
  };
  choose(0);
  return best;
}

TEST(JointChains, AreTheBestOfAll) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Rng rng(seed);
    const Schedule schedule = test::tiny_schedule(rng, 8, 2, rng.between(1, 2));
    const pairing::Rules rules = test::random_rules(rng, schedule);
    const ConnectionScores scores = test::random_scores(rng, schedule, 4);
    JointOptions options;
    options.start_weight = rng.uniform();
    const JointLinks joint = decode_jointly(schedule, rules, scores, options);
    EXPECT_NEAR(joint.score, best_score(schedule, rules, scores, options), 1e-6);
    EXPECT_NEAR(joint.score, score_of(schedule, rules, scores, joint.links, options), 1e-6);
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
}

TEST(JointChains, LeaveTheFlightToWhoNeedsItMost) {
  // Both go on to c rather than to d; the second has no other way.
  const Schedule schedule =
      test::small_schedule({"*AAA", "BBB"}, {
                                                "a AAA BBB 2008-01-01T08:00Z 60",
                                                "b AAA BBB 2008-01-01T08:10Z 60",
                                                "c BBB AAA 2008-01-01T11:00Z 60",
                                                "d BBB AAA 2008-01-01T12:00Z 60",
                                            });
  const ConnectionScores scores =
      test::small_scores(schedule, {"a starts 1", "b starts 1", "a>c 0.6", "a>d 0.4", "b>c 0.99",
                                    "b ends 0.01", "c ends 1", "d ends 1"});
  const ChainPlan plan = plan_joint_chains(schedule, pairing::preset_rules("gerad"), scores);
  EXPECT_THAT(test::described(schedule, plan.plan.pairings), ElementsAre("AAA: a d", "AAA: b c"));
}

TEST(JointChains, BeginAgainWhereALimitCutsThem) {
  const Schedule schedule = test::small_schedule(
      {"*AAA", "BBB"}, {"a1 AAA BBB 2008-01-01T08:00Z 60", "b1 BBB AAA 2008-01-01T10:00Z 60",
                        "a2 AAA BBB 2008-01-02T08:00Z 60", "b2 BBB AAA 2008-01-02T10:00Z 60"});
  const ConnectionScores scores =
      test::small_scores(schedule, {"a1 starts 1", "a1>b1 1", "b1>a2 1", "a2>b2 1", "b2 ends 1"});
  JointOptions options;
  EXPECT_EQ(
      plan_joint_chains(schedule, pairing::preset_rules("gerad"), scores, options).summary.illegal,
      1U);
  options.mask = RuleMask::kAll;  // no rest at the own base
  const ChainPlan plan =
      plan_joint_chains(schedule, pairing::preset_rules("gerad"), scores, options);
  EXPECT_THAT(test::described(schedule, plan.plan.pairings),
              ElementsAre("AAA: a1 b1", "AAA: a2 b2"));
  EXPECT_EQ(plan.summary.chains, 2U);
}

TEST(JointChains, UseNoFlightTwiceAndNeverBreakTheMask) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Rng rng(seed);
    const Schedule schedule = test::random_schedule(rng, {.flights = 150});
    const pairing::Rules rules = test::random_rules(rng, schedule);
    const ConnectionScores scores = test::random_scores(rng, schedule, 20);
    const Links links = decode_jointly(schedule, rules, scores).links;
    IdVector<FlightId, int> used(schedule.flights().size(), 0);
    for (FlightId flight : schedule.flight_ids()) {
      const FlightId next = links.next[flight];
      if (!next.exists()) continue;
      EXPECT_EQ(++used[next], 1);
      EXPECT_EQ(links.previous[next], flight);
      EXPECT_TRUE(may_connect(schedule, rules.work, flight, next));
      EXPECT_GT(probability_of(scores.outlook[flight], next), 0);
    }
    JointOptions options;
    options.mask = RuleMask::kAll;
    EXPECT_TRUE(
        plan::check(schedule, rules, plan_joint_chains(schedule, rules, scores, options).plan)
            .legal());
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
}

TEST(ConnectionMask, RefusesOnlyWhatNoCrewMayDo) {
  const Schedule schedule =
      test::small_schedule({"*AAA", "BBB"}, {
                                                "a AAA BBB 2008-01-01T08:00Z 60",
                                                "short BBB AAA 2008-01-01T09:20Z 60",
                                                "other BBB AAA 2008-01-01T09:30Z 60 G",
                                                "fits BBB AAA 2008-01-01T09:30Z 60",
                                                "long BBB AAA 2008-01-01T18:00Z 180",
                                                "rested BBB AAA 2008-01-01T18:30Z 180",
                                                "away AAA BBB 2008-01-01T18:30Z 180",
                                            });
  const pairing::Rules rules = pairing::preset_rules("gerad");
  const auto may = [&](const char* next) {
    return may_connect(schedule, rules.work, schedule.find_flight("a"), schedule.find_flight(next));
  };
  EXPECT_FALSE(may("short"));
  EXPECT_FALSE(may("other"));
  EXPECT_TRUE(may("fits"));
  EXPECT_FALSE(may("long"));  // a duty of 13 hours
  EXPECT_TRUE(may("rested"));
  EXPECT_FALSE(may("away"));
}

// Flights from the base and back to it, at any time of two days.
Schedule out_and_back(Rng& rng) {
  schedule::ScheduleBuilder builder;
  for (const char* code : {"AAA", "BBB"}) {
    schedule::Station station;
    station.code = code;
    station.is_base = code[0] == 'A';
    builder.add_station(station);
  }
  for (int i = 0; i < 6; ++i) {
    const Instant out = Instant(20'000'000 + rng.between(0, 2'000));
    const Instant back = out + Minutes(rng.between(100, 400));
    builder.add_flight({"", std::to_string(2 * i), "AAA", "BBB", out, out + hours(1), "F", ""});
    builder.add_flight(
        {"", std::to_string(2 * i + 1), "BBB", "AAA", back, back + hours(1), "F", ""});
  }
  return std::move(builder).build();
}

TEST(RollingChains, AreTheJointChainsWhereAllIsSeenAheadAndStatesDoNotMatter) {
  std::size_t compared = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Rng rng(seed);
    const Schedule schedule = out_and_back(rng);
    pairing::Rules rules = pairing::preset_rules("gerad");
    rules.work.max_days = rules.work.max_duties = 100;
    const ConnectionScores scores = test::random_scores(rng, schedule, 4);
    RollingOptions options;
    options.look_ahead = 100 * kDay;
    const std::vector<Chain> rolled =
        plan_rolling_chains(schedule, rules, StaticScorer(scores), options).chains;
    std::vector<Chain> joint;
    bool is_alike = true;  // no chain begins, and none ends, where crews do not live
    for (const Chain& chain : chains_of(decode_jointly(schedule, rules, scores).links)) {
      const schedule::Flight& first = schedule.flight(chain.front());
      const schedule::Flight& last = schedule.flight(chain.back());
      is_alike &= schedule.station(first.origin).is_base && last.destination == first.origin;
      joint.push_back(chain);
    }
    if (!is_alike) continue;
    ++compared;
    EXPECT_EQ(rolled, joint) << "seed " << seed;
  }
  EXPECT_GT(compared, 20U);
}

TEST(RollingChains, OperateNoFlightTwiceAndAreLegalUnderAllRules) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Rng rng(seed);
    const Schedule schedule = test::random_schedule(rng, {.flights = 120});
    const pairing::Rules rules = test::random_rules(rng, schedule);
    const ConnectionScores scores = test::random_scores(rng, schedule, 10);
    for (const RuleMask mask : {RuleMask::kRough, RuleMask::kAll}) {
      RollingOptions options;
      options.joint.mask = mask;
      options.look_ahead = hours(rng.between(0, 30));
      const RollingChains rolled =
          plan_rolling_chains(schedule, rules, StaticScorer(scores), options);
      const plan::CheckReport report = plan::check(schedule, rules, rolled.plan.plan);
      EXPECT_THAT(report.over_covered, IsEmpty());
      if (mask == RuleMask::kAll) {
        EXPECT_TRUE(report.legal());
      }
    }
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
}

// After an odd number of flights crews go on, after an even one they end.
class CountsLandings final : public pricing::ConnectionScorer {
 public:
  explicit CountsLandings(const ConnectionScores& scores) : scores_(scores) {}

  pricing::FlightOutlook outlook(FlightId flight, StationId,
                                 const pricing::CrewState* state) const final {
    pricing::FlightOutlook outlook = scores_.outlook[flight];
    if (state == nullptr) return outlook;
    outlook.ends = state->landings % 2 == 0 ? 1 : 0;
    if (outlook.ends == 1) outlook.next.clear();
    return outlook;
  }
  double starts(FlightId flight) const final { return scores_.starts[flight]; }
  double layover_before(FlightId) const final { return 0; }

 private:
  const ConnectionScores& scores_;
};

TEST(RollingChains, KnowWhereTheirCrewsStand) {
  const Schedule schedule =
      test::small_schedule({"*AAA", "BBB"}, {
                                                "a AAA BBB 2008-01-01T08:00Z 60",
                                                "b BBB AAA 2008-01-01T10:00Z 60",
                                                "c AAA BBB 2008-01-01T12:00Z 60",
                                                "d BBB AAA 2008-01-01T14:00Z 60",
                                            });
  const ConnectionScores scores = test::small_scores(
      schedule, {"a starts 1", "c starts 0.1", "a>b 1", "b>c 1", "c>d 1", "d ends 1"});
  const pairing::Rules rules = pairing::preset_rules("gerad");
  RollingOptions options;
  EXPECT_THAT(
      test::described(
          schedule,
          plan_rolling_chains(schedule, rules, CountsLandings(scores), options).plan.plan.pairings),
      ElementsAre("AAA: a b", "AAA: c d"));
  options.use_state = false;
  EXPECT_THAT(
      test::described(
          schedule,
          plan_rolling_chains(schedule, rules, CountsLandings(scores), options).plan.plan.pairings),
      ElementsAre("AAA: a b c d"));
}

}  // namespace
}  // namespace skein::seeding
