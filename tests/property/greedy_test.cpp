// The greedy planner against the independent checker, on random months under all presets and under
// random rules.
#include "seeding/greedy.h"

#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.h"
#include "plan/checker.h"
#include "pricing/crew_model.h"
#include "support/random_month.h"

namespace skein {
namespace {

using pairing::Role;
using pricing::CrewState;
using schedule::Schedule;
using seeding::plan_greedily;

void expect_sound(const Schedule& schedule, const pairing::Rules& rules,
                  const seeding::GreedyResult& result) {
  const plan::CheckReport report = plan::check(schedule, rules, result.plan, {.base_rows = false});
  EXPECT_TRUE(report.over_covered.empty());
  for (const plan::PairingVerdict& verdict : report.pairings) {
    for (const pairing::Violation& violation : verdict.violations) {
      ADD_FAILURE() << rule_name(violation.rule) << ": " << violation.detail;
    }
  }
  EXPECT_EQ(report.uncovered, result.summary.uncovered);
  EXPECT_EQ(report.pairings.size(), result.summary.pairings);
  const double cost = report.cost.total().amount();
  EXPECT_NEAR(result.summary.cost.amount(), cost, 1e-9 * (1 + cost));
}

// Whether a crew can operate a flight with a few deadheads before it and after it, by trying all.
class ShortPairings {
 public:
  ShortPairings(const pricing::CrewModel& model, FlightId target)
      : model_(model), target_(target) {}

  bool exist(int before, int after) const {
    const auto at_once = model_.start({target_, Role::kOperate});
    if (at_once && leads_home(*at_once, after)) return true;
    for (FlightId first(0); first < target_; first = FlightId(first.index() + 1)) {
      const auto state = model_.start({first, Role::kDeadhead});
      if (state && reaches_target(*state, before - 1, after)) return true;
    }
    return false;
  }

 private:
  bool reaches_target(const CrewState& state, int before, int after) const {
    const auto operating = model_.extend(state, {target_, Role::kOperate});
    if (operating && leads_home(*operating, after)) return true;
    return before > 0 && any_deadhead(state, [&](const CrewState& next) {
             return reaches_target(next, before - 1, after);
           });
  }

  bool leads_home(const CrewState& state, int after) const {
    if (model_.may_end(state)) return true;
    return after > 0 &&
           any_deadhead(state, [&](const CrewState& next) { return leads_home(next, after - 1); });
  }

  template <class Predicate>
  bool any_deadhead(const CrewState& state, const Predicate& holds) const {
    for (std::size_t i = state.last.index(); i < model_.schedule().flights().size(); ++i) {
      const auto next = model_.extend(state, {FlightId(i), Role::kDeadhead});
      if (next && holds(*next)) return true;
    }
    return false;
  }

  const pricing::CrewModel& model_;
  FlightId target_;
};

// Flights that the planner left although a short pairing could cover them.
std::size_t missed(const Schedule& schedule, const pairing::Rules& rules,
                   const std::vector<FlightId>& uncovered) {
  std::set<FlightId> coverable;
  for (StationId base : schedule.bases()) {
    const pricing::CrewModel model(schedule, rules, base);
    for (FlightId flight : uncovered) {
      if (ShortPairings(model, flight).exist(2, 2)) coverable.insert(flight);
    }
  }
  return coverable.size();
}

class GreedyOfPreset : public testing::TestWithParam<const char*> {};

TEST_P(GreedyOfPreset, PlansAreLegalAndTheSameOnEveryRun) {
  const pairing::Rules rules = pairing::preset_rules(GetParam());
  seeding::GreedyOptions options;
  options.max_rounds = 4;
  for (std::uint64_t seed = 0; seed < 25; ++seed) {
    Rng rng(seed);
    const Schedule schedule = test::random_schedule(rng, {.flights = 250});
    const seeding::GreedyResult result = plan_greedily(schedule, rules, options);
    expect_sound(schedule, rules, result);
    EXPECT_EQ(result.plan, plan_greedily(schedule, rules, options).plan);
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
}

TEST_P(GreedyOfPreset, LeavesHardlyAFlightThatAShortPairingCovers) {
  const pairing::Rules rules = pairing::preset_rules(GetParam());
  std::size_t left = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Rng rng(seed);
    const Schedule schedule = test::random_schedule(rng, {.flights = 250});
    left += missed(schedule, rules, plan_greedily(schedule, rules).summary.uncovered);
  }
  EXPECT_LE(left, 20U);  // of 5,000 flights
}

INSTANTIATE_TEST_SUITE_P(Presets, GreedyOfPreset, testing::Values("gerad", "faa117", "easa"));

TEST(Greedy, PlansAreLegalUnderRandomRules) {
  seeding::GreedyOptions options;
  options.max_rounds = 2;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    Rng rng(seed);
    const Schedule schedule =
        test::random_schedule(rng, {.flights = 120, .late_period = rng.chance(0.3)});
    const pairing::Rules rules = test::random_rules(rng, schedule);
    expect_sound(schedule, rules, plan_greedily(schedule, rules, options));
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
}

}  // namespace
}  // namespace skein
