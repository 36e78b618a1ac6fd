// Pricing against the enumeration of all pairings of tiny schedules.
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.h"
#include "base/workers.h"
#include "pairing/cost.h"
#include "pairing/legality.h"
#include "pricing/pricer.h"
#include "support/enumeration.h"
#include "support/random_month.h"

namespace skein {
namespace {

using pairing::Leg;
using pairing::Pairing;
using pairing::Role;
using pricing::PricedPairing;
using pricing::Pricer;
using pricing::Prices;
using schedule::Schedule;

struct Tiny {
  Schedule schedule;
  pairing::Rules rules;
  std::vector<Pairing> pairings;  // all
};

double reduced_cost(const Tiny& tiny, const Prices& prices, StationId base,
                    const std::vector<Leg>& legs) {
  double cost = pairing_cost(tiny.schedule, tiny.rules, legs).total().amount();
  for (const Leg& leg : legs) {
    if (leg.role == Role::kOperate) cost -= prices.flight[leg.flight];
  }
  for (std::size_t b = 0; b < prices.base.size(); ++b) {
    if (tiny.schedule.bases()[b] != base) continue;
    cost += prices.base[b] * credited_hours(tiny.schedule, tiny.rules.cost, legs);
  }
  return cost;
}

Prices random_prices(Rng& rng, const Tiny& tiny) {
  Prices prices;
  const double scale = rng.chance(0.5) ? 300 : 1500;
  for (std::size_t i = 0; i < tiny.schedule.flights().size(); ++i) {
    prices.flight.push_back(rng.uniform() * scale - 0.1 * scale);
  }
  for (std::size_t b = 0; b < tiny.schedule.bases().size(); ++b) {
    prices.base.push_back(rng.chance(0.5) ? 0 : rng.uniform() * 100);
  }
  return prices;
}

// The least reduced cost of a pairing that a group may do, by group; nothing where it has none.
std::vector<std::optional<double>> least_by_group(const Tiny& tiny, const Pricer& pricer,
                                                  const Prices& prices) {
  std::vector<std::optional<double>> least(pricer.groups().size());
  for (const Pairing& pairing : tiny.pairings) {
    FleetId fleet;
    for (const Leg& leg : pairing.legs) {
      if (leg.role == Role::kOperate) fleet = tiny.schedule.flight(leg.flight).fleet;
    }
    for (std::size_t g = 0; g < least.size(); ++g) {
      const auto& group = pricer.groups()[g];
      if (group.base != pairing.base || group.fleet != fleet) continue;
      const double cost = reduced_cost(tiny, prices, pairing.base, pairing.legs);
      least[g] = std::min(least[g].value_or(cost), cost);
    }
  }
  return least;
}

void expect_exact_pricing(const Tiny& tiny, Pricer& pricer, const Prices& prices, int& negative) {
  const auto truth = least_by_group(tiny, pricer, prices);
  std::vector<double> found(truth.size(), 0.0);
  for (const PricedPairing& pairing : pricer.price(prices)) {
    const StationId base = pricer.groups()[pairing.group].base;
    ASSERT_TRUE(violations(tiny.schedule, tiny.rules.work, base, pairing.legs).empty());
    EXPECT_NEAR(pairing.reduced_cost, reduced_cost(tiny, prices, base, pairing.legs), 1e-6);
    found[pairing.group] = std::min(found[pairing.group], pairing.reduced_cost);
  }
  for (std::size_t g = 0; g < truth.size(); ++g) {
    const double least = std::min(0.0, truth[g].value_or(0));
    EXPECT_NEAR(found[g], least, 1e-5);
    negative += least < -1e-5;
  }
}

void expect_sound_proof(const Tiny& tiny, Pricer& pricer, const Prices& prices) {
  const Prices proven = pricer.prove(prices);
  for (FlightId flight : tiny.schedule.flight_ids()) {
    EXPECT_LE(proven.flight[flight], prices.flight[flight]);
  }
  for (const Pairing& pairing : tiny.pairings) {
    ASSERT_GE(reduced_cost(tiny, proven, pairing.base, pairing.legs), -1e-5);
  }
}

void compare(Rng& rng, const Tiny& tiny, int& negative) {
  Workers workers(1);
  Pricer pricer(tiny.schedule, tiny.rules, workers);
  for (int trial = 0; trial < 4; ++trial) {
    const Prices prices = random_prices(rng, tiny);
    expect_exact_pricing(tiny, pricer, prices, negative);
    expect_sound_proof(tiny, pricer, prices);
    if (testing::Test::HasFailure()) return;
  }
}

Tiny tiny_case(Rng& rng, const pairing::Rules& rules) {
  Tiny tiny{test::tiny_schedule(rng, rng.between(4, 12), 2, rng.between(1, 2)), rules, {}};
  tiny.pairings = test::all_legal_pairings(tiny.schedule, tiny.rules);
  return tiny;
}

class PricingUnderPreset : public testing::TestWithParam<const char*> {};

TEST_P(PricingUnderPreset, EqualsEnumeration) {
  std::size_t pairings = 0;
  int negative = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    Rng rng = Rng(seed).split(GetParam());
    const Tiny tiny = tiny_case(rng, pairing::preset_rules(GetParam()));
    pairings += tiny.pairings.size();
    compare(rng, tiny, negative);
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
  EXPECT_GT(pairings, 2'000U);
  EXPECT_GT(negative, 300);
}

INSTANTIATE_TEST_SUITE_P(Presets, PricingUnderPreset, testing::Values("gerad", "faa117", "easa"));

TEST(Pricing, EqualsEnumerationUnderRandomRules) {
  int negative = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    Rng rng(seed);
    const Schedule schedule = test::tiny_schedule(rng, 10);
    Tiny tiny = tiny_case(rng, test::random_rules(rng, schedule));
    compare(rng, tiny, negative);
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
  EXPECT_GT(negative, 300);
}

// Few legs, and no other limit on a day's work: the completion bound counts them.
pairing::Rules rules_with_few_legs(Rng& rng) {
  pairing::Rules rules = pairing::preset_rules("gerad");
  rules.work.max_duty_legs = rng.between(1, 3);
  rules.work.max_duty_flying = Minutes(1'200);
  if (rng.chance(0.3)) rules.work.max_duty_flying.reset();
  return rules;
}

TEST(Pricing, EqualsEnumerationWhereDutiesHaveFewLegs) {
  int negative = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Rng rng(seed);
    const Tiny tiny = tiny_case(rng, rules_with_few_legs(rng));
    compare(rng, tiny, negative);
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
  EXPECT_GT(negative, 200);
}

// Links between flights that may follow each other, each flight in at most one on either side.
pricing::ClusterLinks random_links(Rng& rng, const Tiny& tiny) {
  const std::size_t flights = tiny.schedule.flights().size();
  pricing::ClusterLinks links{IdVector<FlightId, FlightId>(flights),
                              IdVector<FlightId, FlightId>(flights)};
  for (const Pairing& pairing : tiny.pairings) {
    if (!rng.chance(0.3)) continue;
    FlightId before;
    for (const Leg& leg : pairing.legs) {
      if (leg.role != Role::kOperate) continue;
      const bool is_free =
          before.exists() && !links.next[before].exists() && !links.previous[leg.flight].exists();
      if (is_free) {
        links.next[before] = leg.flight;
        links.previous[leg.flight] = before;
      }
      before = leg.flight;
    }
  }
  return links;
}

int cuts_of(const pricing::ClusterLinks& links, const std::vector<Leg>& legs) {
  std::vector<FlightId> operated;
  for (const Leg& leg : legs) {
    if (leg.role == Role::kOperate) operated.push_back(leg.flight);
  }
  int cuts = links.before(operated.front()) + links.after(operated.back());
  for (std::size_t k = 1; k < operated.size(); ++k) {
    if (links.lead(operated[k - 1], operated[k])) continue;
    cuts += links.after(operated[k - 1]) + links.before(operated[k]);
  }
  return cuts;
}

bool has_deadheads(const std::vector<Leg>& legs) {
  return std::any_of(legs.begin(), legs.end(),
                     [](const Leg& leg) { return leg.role == Role::kDeadhead; });
}

void expect_few_cuts(const Tiny& tiny, Pricer& pricer, const Prices& prices,
                     const pricing::PricingOptions& options, int& negative) {
  double least = 0;
  for (const Pairing& pairing : tiny.pairings) {
    if (has_deadheads(pairing.legs) || cuts_of(*options.links, pairing.legs) > options.max_cuts) {
      continue;
    }
    least = std::min(least, reduced_cost(tiny, prices, pairing.base, pairing.legs));
  }
  double found = 0;
  for (const PricedPairing& pairing : pricer.price(prices, options)) {
    const StationId base = pricer.groups()[pairing.group].base;
    ASSERT_TRUE(violations(tiny.schedule, tiny.rules.work, base, pairing.legs).empty());
    EXPECT_NEAR(pairing.reduced_cost, reduced_cost(tiny, prices, base, pairing.legs), 1e-6);
    EXPECT_LE(cuts_of(*options.links, pairing.legs), options.max_cuts);
    found = std::min(found, pairing.reduced_cost);
  }
  EXPECT_LE(found, least + 1e-5);
  negative += least < -1e-5;
}

TEST(Pricing, FindsTheBestPairingsThatCutFewLinks) {
  int negative = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Rng rng(seed);
    const Schedule schedule = test::tiny_schedule(rng, 10);
    const Tiny tiny = tiny_case(rng, rng.chance(0.3)   ? pairing::preset_rules("gerad")
                                     : rng.chance(0.3) ? rules_with_few_legs(rng)
                                                       : test::random_rules(rng, schedule));
    Workers workers(1);
    Pricer pricer(tiny.schedule, tiny.rules, workers);
    const pricing::ClusterLinks links = random_links(rng, tiny);
    const Prices prices = random_prices(rng, tiny);
    for (int cuts = 0; cuts <= 3; ++cuts) {
      pricing::PricingOptions options;
      options.links = &links;
      options.max_cuts = cuts;
      expect_few_cuts(tiny, pricer, prices, options, negative);
    }
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
  EXPECT_GT(negative, 300);
}

// Connections below the minimum that are accepted by name, in duties that are nearly full: what is
// left of a duty must not be reckoned with the minimum.
pairing::Rules rules_with_accepted_connections(Rng& rng, const Schedule& schedule) {
  pairing::Rules rules = pairing::preset_rules("gerad");
  rules.work.min_connection = Minutes(rng.between(60, 240));
  rules.work.max_duty_flying = Minutes(rng.between(150, 400));
  rules.work.max_duty_span = Minutes(rng.between(300, 720));
  for (const schedule::Flight& a : schedule.flights()) {
    for (const schedule::Flight& b : schedule.flights()) {
      const Minutes gap = b.departure - a.arrival;
      const bool is_short = gap >= Minutes(0) && gap < rules.work.min_connection;
      if (a.destination == b.origin && is_short && rng.chance(0.7)) {
        rules.work.accepted_connections.emplace_back(a.id, b.id);
      }
    }
  }
  return rules;
}

TEST(Pricing, EqualsEnumerationWhereShortConnectionsAreAccepted) {
  int negative = 0;
  std::size_t accepted = 0;
  for (std::uint64_t seed = 1'000; seed < 1'400; ++seed) {
    Rng rng(seed);
    Tiny tiny{test::tiny_schedule(rng, 12), {}, {}};
    tiny.rules = rules_with_accepted_connections(rng, tiny.schedule);
    accepted += tiny.rules.work.accepted_connections.size();
    tiny.pairings = test::all_legal_pairings(tiny.schedule, tiny.rules);
    compare(rng, tiny, negative);
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
  EXPECT_GT(accepted, 400U);
  EXPECT_GT(negative, 300);
}

using OperatedSet = std::pair<std::size_t, std::vector<FlightId>>;  // by a group

std::vector<FlightId> operated(const std::vector<Leg>& legs) {
  std::vector<FlightId> flights;
  for (const Leg& leg : legs) {
    if (leg.role == Role::kOperate) flights.push_back(leg.flight);
  }
  return flights;
}

std::map<OperatedSet, double> least_by_operated(const Tiny& tiny, const Pricer& pricer,
                                                const Prices& prices, double threshold) {
  std::map<OperatedSet, double> least;
  for (const Pairing& pairing : tiny.pairings) {
    const std::vector<FlightId> flights = operated(pairing.legs);
    const FleetId fleet = tiny.schedule.flight(flights.front()).fleet;
    for (std::size_t g = 0; g < pricer.groups().size(); ++g) {
      const auto& group = pricer.groups()[g];
      if (group.base != pairing.base || group.fleet != fleet) continue;
      const double cost = reduced_cost(tiny, prices, pairing.base, pairing.legs);
      if (cost >= threshold) continue;
      const auto [at, is_new] = least.try_emplace({g, flights}, cost);
      if (!is_new) at->second = std::min(at->second, cost);
    }
  }
  return least;
}

TEST_P(PricingUnderPreset, EnumeratesAllPairingsBelowTheThreshold) {
  std::size_t compared = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Rng rng = Rng(seed).split(GetParam());
    const Tiny tiny = tiny_case(rng, pairing::preset_rules(GetParam()));
    const Prices prices = random_prices(rng, tiny);
    Workers workers(2);
    Pricer pricer(tiny.schedule, tiny.rules, workers);
    pricing::EnumerationOptions options;
    options.threshold = 1500 * rng.uniform() - 300;
    const pricing::AllPairings all = pricer.enumerate(prices, options);
    ASSERT_TRUE(all.complete);
    std::map<OperatedSet, double> found;
    for (const PricedPairing& pairing : all.pairings) {
      const StationId base = pricer.groups()[pairing.group].base;
      ASSERT_TRUE(violations(tiny.schedule, tiny.rules.work, base, pairing.legs).empty());
      ASSERT_NEAR(pairing.reduced_cost, reduced_cost(tiny, prices, base, pairing.legs), 1e-6);
      const OperatedSet key{pairing.group, operated(pairing.legs)};
      ASSERT_TRUE(found.emplace(key, pairing.reduced_cost).second) << "seed " << seed;
    }
    const auto truth = least_by_operated(tiny, pricer, prices, options.threshold);
    ASSERT_EQ(found.size(), truth.size()) << "seed " << seed;
    for (const auto& [key, cost] : truth) ASSERT_NEAR(found.at(key), cost, 1e-5);
    compared += truth.size();
  }
  EXPECT_GT(compared, 200U);
}

// Whether it operates open flights and rides in allowed ones only.
bool keeps_to(const std::vector<Leg>& legs, const pricing::OpenFlights& open,
              const pricing::OpenFlights& rides) {
  return std::all_of(legs.begin(), legs.end(), [&](const Leg& leg) {
    return (leg.role == Role::kOperate ? open : rides)[leg.flight] != 0;
  });
}

TEST_P(PricingUnderPreset, EqualsEnumerationWhereRidesAndFlightsAreFew) {
  int negative = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Rng rng = Rng(seed).split(GetParam());
    Tiny tiny = tiny_case(rng, pairing::preset_rules(GetParam()));
    pricing::OpenFlights open;
    pricing::OpenFlights rides;
    for (std::size_t i = 0; i < tiny.schedule.flights().size(); ++i) {
      open.push_back(rng.chance(0.7) ? 1 : 0);
      rides.push_back(rng.chance(0.5) ? 1 : 0);
    }
    std::erase_if(tiny.pairings,
                  [&](const Pairing& pairing) { return !keeps_to(pairing.legs, open, rides); });
    Workers workers(1);
    Pricer pricer(tiny.schedule, tiny.rules, workers);
    pricer.set_open(open);
    pricer.set_rides(rides);
    const Prices prices = random_prices(rng, tiny);
    expect_exact_pricing(tiny, pricer, prices, negative);
    expect_sound_proof(tiny, pricer, prices);
    for (const PricedPairing& found : pricer.price(prices)) {
      EXPECT_TRUE(keeps_to(found.legs, open, rides)) << "seed " << seed;
    }
  }
  EXPECT_GT(negative, 10);
}

TEST_P(PricingUnderPreset, GivesUpEnumerationWhereItTakesTooLong) {
  int given_up = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Rng rng = Rng(seed).split(GetParam());
    const Tiny tiny = tiny_case(rng, pairing::preset_rules(GetParam()));
    const Prices prices = random_prices(rng, tiny);
    Workers workers(2);
    Pricer pricer(tiny.schedule, tiny.rules, workers);
    pricing::EnumerationOptions options;
    options.threshold = 2000;
    const std::size_t all = pricer.enumerate(prices, options).pairings.size();
    options.max_all_steps = 1;
    EXPECT_TRUE(pricer.enumerate(prices, options).too_many || all == 0) << "seed " << seed;
    options.max_all_steps = std::numeric_limits<std::size_t>::max();
    if (all == 0) continue;
    options.max_pairings = all - 1;
    EXPECT_TRUE(pricer.enumerate(prices, options).too_many) << "seed " << seed;
    options.max_pairings = all;
    EXPECT_FALSE(pricer.enumerate(prices, options).too_many) << "seed " << seed;
    ++given_up;
  }
  EXPECT_GT(given_up, 5);
}

TEST(Pricing, TellsTheSameForAnyNumberOfThreads) {
  Rng rng(7);
  const Schedule schedule = test::random_schedule(rng, {.flights = 300});
  const pairing::Rules rules = pairing::preset_rules("gerad");
  Prices prices;
  for (std::size_t i = 0; i < schedule.flights().size(); ++i) {
    prices.flight.push_back(1500 * rng.uniform());
  }
  prices.base.assign(schedule.bases().size(), 0.0);
  Workers one(1);
  Workers three(3);
  Pricer alone(schedule, rules, one);
  Pricer together(schedule, rules, three);
  const auto expected = alone.price(prices);
  const auto found = together.price(prices);
  ASSERT_FALSE(expected.empty());
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].legs, expected[i].legs);
    EXPECT_EQ(found[i].reduced_cost, expected[i].reduced_cost);
  }
  EXPECT_EQ(alone.prove(prices).flight, together.prove(prices).flight);
}

}  // namespace
}  // namespace skein
