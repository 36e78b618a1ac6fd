// The incremental rules and costs of `pricing` against the plain definitions of `pairing`, on
// random walks through random schedules.
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.h"
#include "pairing/cost.h"
#include "pairing/legality.h"
#include "pricing/crew_model.h"
#include "support/random_month.h"

namespace skein {
namespace {

using pairing::Extent;
using pairing::Leg;
using pairing::Role;
using pairing::Rule;
using pricing::CrewModel;
using pricing::CrewState;
using schedule::Schedule;

// Flights that leave a station, in order of departure.
using Departures = std::map<StationId, std::vector<FlightId>>;

Departures departures_of(const Schedule& schedule) {
  Departures departures;
  for (FlightId id : schedule.flight_ids()) departures[schedule.flight(id).origin].push_back(id);
  return departures;
}

// Operates most flights of the crew's fleet and few others, so that walks stay legal for long.
Leg random_leg(Rng& rng, const Schedule& schedule, FlightId flight, FleetId& crew_fleet) {
  const FleetId fleet = schedule.flight(flight).fleet;
  const bool own = !crew_fleet.exists() || crew_fleet == fleet;
  if (!rng.chance(own ? 0.85 : 0.05)) return {flight, Role::kDeadhead};
  crew_fleet = fleet;
  return {flight, Role::kOperate};
}

// One of the next flights from where `flight` lands: most often a connection, else a rest; now and
// then one that leaves too early or from another station.
std::optional<FlightId> random_next(Rng& rng, const Schedule& schedule,
                                    const Departures& departures, FlightId flight) {
  if (rng.chance(0.02)) return FlightId(rng.below(schedule.flights().size()));
  const auto found = departures.find(schedule.flight(flight).destination);
  if (found == departures.end()) return std::nullopt;
  const Minutes wait =
      rng.chance(0.6) ? Minutes(rng.between(-20, 60)) : Minutes(rng.between(0, 900));
  const Instant from = schedule.flight(flight).arrival + wait;
  const auto next = std::find_if(found->second.begin(), found->second.end(), [&](FlightId id) {
    return schedule.flight(id).departure >= from;
  });
  if (next == found->second.end()) return std::nullopt;
  return *next;
}

std::vector<Leg> random_walk(Rng& rng, const Schedule& schedule, const Departures& departures,
                             StationId base) {
  std::vector<Leg> legs;
  FleetId fleet;
  const auto found = departures.find(base);
  const bool elsewhere = found == departures.end() || rng.chance(0.02);
  FlightId flight = elsewhere ? FlightId(rng.below(schedule.flights().size()))
                              : found->second[rng.below(found->second.size())];
  const int length = rng.between(1, 14);
  while (true) {
    legs.push_back(random_leg(rng, schedule, flight, fleet));
    if (legs.size() == static_cast<std::size_t>(length)) return legs;
    const auto next = random_next(rng, schedule, departures, flight);
    if (!next) return legs;
    flight = *next;
  }
}

// What the walks met: the claims hold for what was tried, so it must be plenty.
struct Tally {
  int legal_beginnings = 0;
  int legal_pairings = 0;
  int longest_legal = 0;
  std::map<Rule, int> first_broken;        // how often a rule broke, where nothing had before
  std::map<Rule, int> first_broken_alone;  // and no other rule with it
};

std::set<Rule> rules_broken(const Schedule& schedule, const pairing::Rules& rules, StationId base,
                            std::span<const Leg> legs, Extent extent) {
  std::set<Rule> broken;
  for (const auto& violation : violations(schedule, rules.work, base, legs, extent)) {
    broken.insert(violation.rule);
  }
  return broken;
}

void count_broken(Tally& tally, const std::set<Rule>& broken) {
  for (Rule rule : broken) {
    ++tally.first_broken[rule];
    if (broken.size() == 1) ++tally.first_broken_alone[rule];
  }
}

void expect_same_cost(const CrewModel& model, const pairing::Rules& rules, const CrewState& state,
                      std::span<const Leg> legs) {
  const double plain = pairing_cost(model.schedule(), rules, legs).total().amount();
  EXPECT_NEAR(model.total_cost(state).amount(), plain, 1e-9 * (1 + std::abs(plain)));
}

// Goes along the walk in both ways and compares them after every leg.
void compare_along(const CrewModel& model, const pairing::Rules& rules,
                   const std::vector<Leg>& walk, Tally& tally) {
  std::optional<CrewState> state = model.start(walk.front());
  bool legal_before = true;
  for (std::size_t length = 1; length <= walk.size(); ++length) {
    const std::span<const Leg> legs(walk.data(), length);
    if (length > 1 && state) state = model.extend(*state, legs.back());
    const auto broken =
        rules_broken(model.schedule(), rules, model.base(), legs, Extent::kBeginning);
    // Once refused, every longer walk must be illegal too: the rules are monotone.
    ASSERT_EQ(state.has_value(), broken.empty());
    if (legal_before) count_broken(tally, broken);
    legal_before = broken.empty();
    if (!state) continue;
    ++tally.legal_beginnings;
    tally.longest_legal = std::max(tally.longest_legal, static_cast<int>(length));
    expect_same_cost(model, rules, *state, legs);
    const auto unfinished =
        rules_broken(model.schedule(), rules, model.base(), legs, Extent::kWhole);
    ASSERT_EQ(model.may_end(*state), unfinished.empty());
    tally.legal_pairings += unfinished.empty();
  }
}

void compare_on_walks(Rng& rng, const Schedule& schedule, const pairing::Rules& rules, int walks,
                      Tally& tally) {
  const Departures departures = departures_of(schedule);
  const StationId base = schedule.bases()[rng.below(schedule.bases().size())];
  const CrewModel model(schedule, rules, base);
  for (int i = 0; i < walks; ++i) {
    compare_along(model, rules, random_walk(rng, schedule, departures, base), tally);
    if (testing::Test::HasFatalFailure()) return;
  }
}

std::string describe(const Tally& tally) {
  std::string text;
  for (const auto& [rule, count] : tally.first_broken) {
    text += std::string(rule_name(rule)) + " " + std::to_string(count) + " alone " +
            std::to_string(tally.first_broken_alone.at(rule)) + "\n";
  }
  return text;
}

class CrewModelOfPreset : public testing::TestWithParam<const char*> {};

TEST_P(CrewModelOfPreset, AgreesWithThePlainRulesOnRandomWalks) {
  const pairing::Rules rules = pairing::preset_rules(GetParam());
  Tally tally;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    Rng rng = Rng(seed).split(GetParam());
    const Schedule schedule = test::random_schedule(rng, {.flights = 400});
    compare_on_walks(rng, schedule, rules, 100, tally);
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
  EXPECT_GT(tally.legal_beginnings, 10'000);
  EXPECT_GT(tally.legal_pairings, 1'000);
  EXPECT_GE(tally.longest_legal, 8);
}

INSTANTIATE_TEST_SUITE_P(Presets, CrewModelOfPreset, testing::Values("gerad", "faa117", "easa"));

TEST(CrewModel, AgreesWithThePlainRulesUnderRandomRules) {
  Tally tally;
  for (std::uint64_t seed = 0; seed < 1'500; ++seed) {
    Rng rng(seed);
    const Schedule schedule =
        test::random_schedule(rng, {.flights = 200, .late_period = rng.chance(0.3)});
    const pairing::Rules rules = test::random_rules(rng, schedule);
    compare_on_walks(rng, schedule, rules, 40, tally);
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
  EXPECT_GT(tally.legal_beginnings, 30'000);
  EXPECT_GT(tally.legal_pairings, 5'000);
  for (Rule rule :
       {Rule::kStartsAtBase, Rule::kContinuity, Rule::kOneFleet, Rule::kMinConnection,
        Rule::kMaxSit, Rule::kMinRest, Rule::kRestAtBase, Rule::kMaxDutyFlying, Rule::kMaxDutyLegs,
        Rule::kMaxDutySpan, Rule::kDutyPeriodLimit, Rule::kFlightTimeLimit, Rule::kMaxDuties,
        Rule::kMaxDays, Rule::kMaxLandings, Rule::kMaxFlying, Rule::kWithinPeriod}) {
    EXPECT_GE(tally.first_broken_alone[rule], 200) << rule_name(rule) << "\n" << describe(tally);
  }
}

}  // namespace
}  // namespace skein
