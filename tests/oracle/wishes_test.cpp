// Wishes against the enumeration of all pairings of tiny schedules, filtered by their plain
// definition.

#include "pairing/wishes.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "base/input_error.h"
#include "base/workers.h"
#include "cover/integer.h"
#include "cover/simplex.h"
#include "optimizer/bound.h"
#include "optimizer/column_generation.h"
#include "optimizer/month_left.h"
#include "optimizer/optimizer.h"
#include "pairing/broken_wishes.h"
#include "plan/checker.h"
#include "plan/wishes_builder.h"
#include "support/enumeration.h"

namespace skein {
namespace {

using optimizer::Candidate;
using optimizer::Master;
using pairing::Leg;
using pairing::Pairing;
using pairing::Role;
using schedule::Schedule;

// A tiny month with wishes, and all its pairings that keep to them.
struct WishedMonth {
  pairing::Rules rules;
  Schedule schedule;
  bool base_rows = false;
  std::vector<Candidate> pairings;

  WishedMonth(const char* preset, std::uint64_t seed) {
    Rng rng = Rng(seed).split(preset);
    rules = pairing::preset_rules(preset);
    schedule = test::tiny_schedule(rng, rng.between(4, 12), 2, rng.between(1, 2));
    base_rows = rng.chance(0.5);
    const std::vector<Pairing> all = test::all_legal_pairings(schedule, rules);
    rules.wishes = random_wishes(rng, all);
    for (const Pairing& pairing : all) {
      const auto broken =
          pairing::broken_wishes(schedule, rules.wishes, pairing.base, pairing.legs);
      const auto& bases = schedule.bases();
      const auto base = std::find(bases.begin(), bases.end(), pairing.base) - bases.begin();
      const Candidate candidate{static_cast<std::size_t>(base), pairing.legs};
      if (broken.empty() && optimizer::operates_only(left().part.open, candidate)) {
        pairings.push_back(candidate);
      }
    }
  }

  optimizer::MonthLeft left() const { return optimizer::month_left(schedule, rules, base_rows); }

  // With every pairing there is.
  Master full_master() const {
    Master master(schedule, rules, left().part);
    for (const Candidate& pairing : pairings) EXPECT_TRUE(master.add(pairing));
    return master;
  }

 private:
  // Those that go together, of some that are thrown.
  pairing::Wishes random_wishes(Rng& rng, const std::vector<Pairing>& all) const {
    plan::WishesBuilder builder(schedule, &rules);
    if (all.empty()) return builder.wishes();
    for (int k = rng.between(1, 8); k > 0; --k) {
      Pairing pairing = all[rng.below(all.size())];
      pairing.name = "L" + std::to_string(k);
      try {
        wish(rng, pairing, builder);
      } catch (const InputError&) {  // it contradicts another
      }
    }
    return builder.wishes();
  }

  static void wish(Rng& rng, const Pairing& pairing, plan::WishesBuilder& builder) {
    if (rng.chance(0.1)) return builder.lock(pairing);
    if (rng.chance(0.3)) return builder.forbid(pairing);
    const std::vector<Leg>& legs = pairing.legs;
    std::vector<std::size_t> operated;  // directly after another
    for (std::size_t i = 1; i < legs.size(); ++i) {
      if (legs[i - 1].role == Role::kOperate && legs[i].role == Role::kOperate)
        operated.push_back(i);
    }
    if (operated.empty()) return;
    const std::size_t i = operated[rng.below(operated.size())];
    const pairing::Connection connection{legs[i - 1].flight, legs[i].flight};
    rng.chance(0.5) ? builder.lock(connection) : builder.forbid(connection);
  }
};

std::vector<std::size_t> all_columns(const Master& master) {
  std::vector<std::size_t> all(master.columns());
  for (std::size_t j = 0; j < all.size(); ++j) all[j] = j;
  return all;
}

pricing::Prices random_prices(Rng& rng, const Schedule& schedule) {
  pricing::Prices prices;
  for (std::size_t f = 0; f < schedule.flights().size(); ++f) {
    prices.flight.push_back(rng.between(-200, 1500));
  }
  for (std::size_t b = 0; b < schedule.bases().size(); ++b) {
    prices.base.push_back(rng.between(0, 100));
  }
  return prices;
}

class WishesUnderPreset : public testing::TestWithParam<const char*> {};

TEST_P(WishesUnderPreset, RelaxationEqualsThatOfAllPairingsThatKeepToThem) {
  std::size_t locked = 0;
  std::size_t forbidden = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const WishedMonth month(GetParam(), seed);
    const Master all = month.full_master();
    const double exact = cover::solve_simplex(all.problem(), all_columns(all)).value;
    Workers workers(1);
    pricing::Pricer pricer(month.schedule, month.rules, workers);
    Master master(month.schedule, month.rules, month.left().part);
    optimizer::ColumnGenerationOptions options;
    options.gap = 1e-7;
    const optimizer::LpResult result = generate_columns(master, pricer, options);
    EXPECT_NEAR(result.lp, exact, 1e-5 * (1 + std::abs(exact))) << "seed " << seed;
    EXPECT_LE(result.bound, exact + 1e-6 * (1 + std::abs(exact))) << "seed " << seed;
    EXPECT_GE(result.bound, exact - 1e-5 * (1 + std::abs(exact))) << "seed " << seed;
    locked += month.rules.wishes.locked_connections.size();
    forbidden += month.rules.wishes.forbidden_pairings.size();
  }
  EXPECT_GT(locked, 10U);
  EXPECT_GT(forbidden, 10U);
}

// The cheapest for each base and operated flights, as `enumerate` gives them.
using Work = std::pair<std::size_t, std::vector<FlightId>>;

Work work_of(const Candidate& pairing) {
  Work work{pairing.base_index, {}};
  for (const Leg& leg : pairing.legs) {
    if (leg.role == Role::kOperate) work.second.push_back(leg.flight);
  }
  return work;
}

TEST_P(WishesUnderPreset, EnumerationFindsExactlyThePairingsThatKeepToThem) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const WishedMonth month(GetParam(), seed);
    const Master master(month.schedule, month.rules, month.left().part);
    Rng rng(seed);
    const pricing::Prices prices = random_prices(rng, month.schedule);
    const double threshold = 400;
    std::map<Work, double> expected;
    for (const Candidate& pairing : month.pairings) {
      const double cost = master.reduced_cost(prices, pairing);
      if (cost >= threshold) continue;
      const auto [known, is_new] = expected.emplace(work_of(pairing), cost);
      if (!is_new) known->second = std::min(known->second, cost);
    }
    Workers workers(1);
    pricing::Pricer pricer(month.schedule, month.rules, workers);
    const pricing::AllPairings found = pricer.enumerate(prices, {threshold});
    ASSERT_TRUE(found.complete) << "seed " << seed;
    EXPECT_EQ(found.pairings.size(), expected.size()) << "seed " << seed;
    for (const pricing::PricedPairing& pairing : found.pairings) {
      const Candidate candidate{pricer.groups()[pairing.group].base_index, pairing.legs};
      ASSERT_TRUE(expected.contains(work_of(candidate))) << "seed " << seed;
      EXPECT_NEAR(pairing.reduced_cost, expected[work_of(candidate)], 1e-6) << "seed " << seed;
    }
  }
}

TEST_P(WishesUnderPreset, NoPairingThatKeepsToThemBeatsProvenPrices) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const WishedMonth month(GetParam(), seed);
    const Master master(month.schedule, month.rules, month.left().part);
    Rng rng(seed);
    Workers workers(1);
    pricing::Pricer pricer(month.schedule, month.rules, workers);
    const pricing::Prices proven = pricer.prove(random_prices(rng, month.schedule));
    for (const Candidate& pairing : month.pairings) {
      EXPECT_GE(master.reduced_cost(proven, pairing), -1e-6) << "seed " << seed;
    }
  }
}

TEST_P(WishesUnderPreset, PlanCostsAsMuchAsTheBestThatKeepsToThem) {
  std::size_t wished = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const WishedMonth month(GetParam(), seed);
    const Master all = month.full_master();
    const double best =
        month.left().locked_cost + cover::solve_integer(all.problem(), all_columns(all)).value;
    Workers workers(2);
    optimizer::Options options;
    options.base_rows = month.base_rows;
    const optimizer::Result result = optimize(month.schedule, month.rules, {}, workers, options);
    EXPECT_NEAR(result.cost, best, 1e-3) << "seed " << seed;
    EXPECT_LE(result.bound, best + 1e-6 * (1 + best)) << "seed " << seed;
    EXPECT_NEAR(optimizer::proven_bound(month.schedule, month.rules, result.proof,
                                        options.base_rows, workers),
                result.bound, 1e-6 * (1 + std::abs(result.bound)))
        << "seed " << seed;
    const plan::CheckReport check =
        plan::check(month.schedule, month.rules, result.plan, {.base_rows = options.base_rows});
    EXPECT_TRUE(check.legal()) << "seed " << seed;
    EXPECT_NEAR(check.cost.total().amount(), result.cost, 1e-3) << "seed " << seed;
    wished += !month.rules.wishes.empty();
  }
  EXPECT_GT(wished, 30U);
}

TEST_P(WishesUnderPreset, PlansByWindowsKeepToThem) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const WishedMonth month(GetParam(), seed);
    Workers workers(1);
    optimizer::Options options;
    options.base_rows = month.base_rows;
    options.window = kDay;
    options.overlap = hours(12);
    const optimizer::Result result = optimize(month.schedule, month.rules, {}, workers, options);
    const plan::CheckReport check =
        plan::check(month.schedule, month.rules, result.plan, {.base_rows = options.base_rows});
    EXPECT_TRUE(check.legal()) << "seed " << seed;
    EXPECT_NEAR(check.cost.total().amount(), result.cost, 1e-3) << "seed " << seed;
    EXPECT_LE(result.bound, result.cost + 1e-6) << "seed " << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(Presets, WishesUnderPreset, testing::Values("gerad", "faa117", "easa"));

TEST(Wishes, AllPairingsOfAPlanCanBeLocked) {
  Rng rng(7);
  const Schedule schedule = test::tiny_schedule(rng, 12, 2, 1);
  pairing::Rules rules = pairing::preset_rules("gerad");
  Workers workers(1);
  const optimizer::Result free = optimizer::optimize(schedule, rules, {}, workers);
  ASSERT_FALSE(free.plan.pairings.empty());
  rules.wishes.locked_pairings = free.plan.pairings;
  const optimizer::Result locked = optimizer::optimize(schedule, rules, {}, workers);
  EXPECT_NEAR(locked.cost, free.cost, 1e-6);
  EXPECT_LE(locked.bound, locked.cost + 1e-6);
  EXPECT_EQ(locked.plan, free.plan);
}

}  // namespace
}  // namespace skein
