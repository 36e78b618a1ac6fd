// The relaxation and the plan against the enumeration of all pairings of tiny schedules.

#include "optimizer/optimizer.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <vector>

#include <gtest/gtest.h>

#include "base/workers.h"
#include "cover/integer.h"
#include "cover/restricted_lp.h"
#include "cover/simplex.h"
#include "optimizer/bound.h"
#include "optimizer/column_generation.h"
#include "optimizer/diving.h"
#include "optimizer/filling.h"
#include "optimizer/improvement.h"
#include "optimizer/lost_flights.h"
#include "optimizer/merging.h"
#include "optimizer/plan_cost.h"
#include "optimizer/tightening.h"
#include "plan/checker.h"
#include "support/enumeration.h"

namespace skein {
namespace {

using optimizer::Master;
using optimizer::MasterMethod;
using schedule::Schedule;

std::size_t base_index(const Schedule& schedule, StationId base) {
  std::size_t index = 0;
  while (schedule.bases()[index] != base) ++index;
  return index;
}

// A master with every pairing there is.
Master full_master(const Schedule& schedule, const pairing::Rules& rules,
                   const std::vector<double>& targets) {
  Master master(schedule, rules, optimizer::whole_month(schedule, targets));
  for (const auto& pairing : test::all_legal_pairings(schedule, rules)) {
    master.add({base_index(schedule, pairing.base), pairing.legs});
  }
  return master;
}

std::vector<std::size_t> all_columns(const Master& master) {
  std::vector<std::size_t> all;
  for (std::size_t j = 0; j < master.columns(); ++j) all.push_back(j);
  return all;
}

class OptimizerUnderPreset : public testing::TestWithParam<const char*> {};

// Links that some pairings have, whether they go together or not.
std::vector<optimizer::FlightLink> random_links(Rng& rng, const Master& all) {
  std::vector<optimizer::Candidate> some;
  for (std::size_t j = 0; j < all.columns(); ++j) {
    if (rng.chance(0.2)) some.push_back(all.pairing(j));
  }
  return optimizer::links_of(some);
}

// Column generation on a tiny month against the simplex method over all its pairings. `choose` sets
// options, given all pairings.
using ChooseOptions = std::function<void(Rng&, const Master&, optimizer::ColumnGenerationOptions&)>;

void expect_relaxation_of_all(const char* preset, std::uint64_t seed, const ChooseOptions& choose,
                              const optimizer::RoundObserver& observer = {}) {
  Rng rng = Rng(seed).split(preset);
  const pairing::Rules rules = pairing::preset_rules(preset);
  const Schedule schedule = test::tiny_schedule(rng, rng.between(3, 12), 2, rng.between(1, 2));
  const auto targets = rng.chance(0.5) ? optimizer::base_targets(schedule) : std::vector<double>();
  const Master all = full_master(schedule, rules, targets);
  const double exact = cover::solve_simplex(all.problem(), all_columns(all)).value;

  Workers workers(1);
  pricing::Pricer pricer(schedule, rules, workers);
  const optimizer::Part month = optimizer::whole_month(schedule, targets);
  if (seed % 3 != 0) pricer.leave_out(optimizer::lost_flights(rules, pricer, {}, month.open));
  Master master(schedule, rules, month);
  optimizer::ColumnGenerationOptions options;
  options.gap = 1e-7;
  choose(rng, all, options);
  const optimizer::LpResult result = generate_columns(master, pricer, options, observer);
  EXPECT_EQ(result.stopped, optimizer::GenerationStop::kOptimal);
  EXPECT_NEAR(result.lp, exact, 1e-5 * (1 + std::abs(exact))) << "seed " << seed;
  EXPECT_LE(result.bound, exact + 1e-6 * (1 + std::abs(exact))) << "seed " << seed;
  EXPECT_GE(result.bound, exact - 1e-5 * (1 + std::abs(exact))) << "seed " << seed;
}

TEST_P(OptimizerUnderPreset, RelaxationEqualsThatOfAllPairings) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    expect_relaxation_of_all(GetParam(), seed,
                             [&](Rng&, const Master&, optimizer::ColumnGenerationOptions& options) {
                               if (seed % 2 == 0) options.method = MasterMethod::kInteriorPoint;
                             });
  }
}

// Of flights and hours, some of them beyond what may be charged.
pricing::Prices random_prices(Rng& rng, const Master& all) {
  pricing::Prices prices;
  for (std::size_t flight = 0; flight < all.all_flights(); ++flight) {
    prices.flight.push_back(rng.between(-2'000, 20'000));
  }
  if (rng.chance(0.5)) prices.base = {-50, 1'000};
  return prices;
}

TEST_P(OptimizerUnderPreset, RelaxationFromAnyPricesEqualsThatOfAllPairings) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    expect_relaxation_of_all(
        GetParam(), seed,
        [](Rng& rng, const Master& all, optimizer::ColumnGenerationOptions& options) {
          options.guess = random_prices(rng, all);
        });
  }
}

TEST_P(OptimizerUnderPreset, LostFlightsAreThoseOfNoPairing) {
  std::size_t lost_in_all = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Rng rng = Rng(seed).split(GetParam());
    const pairing::Rules rules = pairing::preset_rules(GetParam());
    const Schedule schedule = test::tiny_schedule(rng, rng.between(3, 12), 2, rng.between(1, 2));
    const Master all = full_master(schedule, rules, {});
    pricing::OpenFlights is_lost(schedule.flights().size(), 1);
    for (std::size_t j = 0; j < all.columns(); ++j) {
      optimizer::mark_operated(all.pairing(j), 0, is_lost);
    }
    std::vector<FlightId> expected;
    for (FlightId flight : schedule.flight_ids()) {
      if (is_lost[flight]) expected.push_back(flight);
    }
    Workers workers(1);
    pricing::Pricer pricer(schedule, rules, workers);
    const pricing::OpenFlights every(schedule.flights().size(), 1);
    EXPECT_EQ(optimizer::lost_flights(rules, pricer, {}, every), expected) << "seed " << seed;
    lost_in_all += expected.size();
  }
  EXPECT_GT(lost_in_all, 50U);
}

TEST_P(OptimizerUnderPreset, RelaxationOverClustersEqualsThatOfAllPairings) {
  const MasterMethod methods[] = {MasterMethod::kFirstOrder, MasterMethod::kInteriorPoint,
                                  MasterMethod::kSimplex};
  std::size_t limited = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    expect_relaxation_of_all(
        GetParam(), seed,
        [&](Rng& rng, const Master& all, optimizer::ColumnGenerationOptions& options) {
          options.links = random_links(rng, all);
          options.clusters.last_phase = static_cast<int>(seed / 3 % 3);
          options.method = methods[seed % 3];
        },
        [&](const optimizer::RoundReport& round) { limited += round.phase >= 0; });
  }
  EXPECT_GT(limited, 100U);
}

// It ends with the first round that brings little, so it may miss a little.
TEST_P(OptimizerUnderPreset, RelaxationWithoutProofsIsNearlyThatOfAllPairings) {
  double found = 0;
  double least = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Rng rng = Rng(seed).split(GetParam());
    const pairing::Rules rules = pairing::preset_rules(GetParam());
    const Schedule schedule = test::tiny_schedule(rng, rng.between(3, 12), 2, rng.between(1, 2));
    const Master all = full_master(schedule, rules, optimizer::base_targets(schedule));
    const double exact = cover::solve_simplex(all.problem(), all_columns(all)).value;
    Workers workers(1);
    pricing::Pricer pricer(schedule, rules, workers);
    const optimizer::Part month =
        optimizer::whole_month(schedule, optimizer::base_targets(schedule));
    Master known(schedule, rules, month);
    optimizer::ColumnGenerationOptions options;
    options.start = generate_columns(known, pricer).prices;
    options.proves = false;
    options.gap = 1e-6;
    Master master(schedule, rules, month);
    const optimizer::LpResult result = generate_columns(master, pricer, options);
    EXPECT_EQ(result.prices.flight.items(), options.start.flight.items());
    EXPECT_GE(result.lp, exact - 1e-6 * (1 + exact)) << "seed " << seed;
    EXPECT_LE(result.lp, 1.01 * exact + 1e-3) << "seed " << seed;
    found += result.lp;
    least += exact;
  }
  EXPECT_LT(found, (1 + 2e-4) * least);
}

TEST_P(OptimizerUnderPreset, PlanCostsAsMuchAsTheBestOfAllPairings) {
  int above_relaxation = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Rng rng = Rng(seed).split(GetParam());
    const pairing::Rules rules = pairing::preset_rules(GetParam());
    const Schedule schedule = test::tiny_schedule(rng, rng.between(3, 12), 2, rng.between(1, 2));
    optimizer::Options options;
    options.base_rows = rng.chance(0.5);
    const auto targets =
        options.base_rows ? optimizer::base_targets(schedule) : std::vector<double>();
    const Master all = full_master(schedule, rules, targets);
    const cover::IntegerResult best = cover::solve_integer(all.problem(), all_columns(all));
    Workers workers(2);
    const optimizer::Result result = optimize(schedule, rules, {}, workers, options);
    Workers other(1);
    EXPECT_NEAR(optimizer::proven_bound(schedule, rules, result.proof, options.base_rows, other),
                result.bound, 1e-6 * (1 + std::abs(result.bound)))
        << "seed " << seed;
    EXPECT_NEAR(result.cost, best.value, 1e-3) << "seed " << seed;
    EXPECT_LE(result.bound, best.value + 1e-6 * (1 + best.value)) << "seed " << seed;
    const plan::CheckReport check =
        plan::check(schedule, rules, result.plan, {.base_rows = options.base_rows});
    EXPECT_TRUE(check.legal());
    EXPECT_NEAR(check.cost.total().amount(), result.cost, 1e-3);
    above_relaxation += best.value > result.lp * (1 + 1e-6);
  }
  EXPECT_GT(above_relaxation, 0);
}

TEST(Tightening, RaisesTheBoundButNotAboveTheBestPlan) {
  int tightened = 0;
  const pairing::Rules rules = pairing::preset_rules("gerad");
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Rng rng(seed);
    const Schedule schedule = test::tiny_schedule(rng, 12, 2, 1);
    const auto targets = optimizer::base_targets(schedule);
    const Master all = full_master(schedule, rules, targets);
    Workers workers(2);
    pricing::Pricer pricer(schedule, rules, workers);
    Master master(schedule, rules, optimizer::whole_month(schedule, targets));
    const optimizer::LpResult lp = generate_columns(master, pricer);
    master.lift_ceilings();
    cover::RestrictedLp vertex(master.problem(), all_columns(master));
    ASSERT_TRUE(vertex.solve());
    const auto bound = tighten(master, vertex, pricer, lp.prices, lp.bound);
    if (!bound) continue;
    EXPECT_GT(bound->value, lp.bound);
    const double best = cover::solve_integer(all.problem(), all_columns(all)).value;
    EXPECT_LE(bound->value, best + 1e-6 * (1 + best)) << "seed " << seed;
    EXPECT_NEAR(optimizer::proven_bound(schedule, rules, bound->proof, true, workers), bound->value,
                1e-6 * (1 + best))
        << "seed " << seed;
    tightened += bound->value > lp.lp + 1e-3;
  }
  EXPECT_GT(tightened, 5);
}

plan::Plan plan_of(const Schedule& schedule, const std::vector<optimizer::Candidate>& pairings) {
  plan::Plan plan;
  for (const optimizer::Candidate& pairing : pairings) {
    plan.pairings.push_back({"P" + std::to_string(plan.pairings.size()),
                             schedule.bases()[pairing.base_index], pairing.legs});
  }
  return plan;
}

TEST_P(OptimizerUnderPreset, DiveEndsWithALegalPlanNearTheBest) {
  double dived = 0;
  double best = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Rng rng = Rng(seed).split(GetParam());
    const pairing::Rules rules = pairing::preset_rules(GetParam());
    const Schedule schedule = test::tiny_schedule(rng, rng.between(3, 12), 2, rng.between(1, 2));
    const auto targets = optimizer::base_targets(schedule);
    const Master all = full_master(schedule, rules, targets);
    const double least = cover::solve_integer(all.problem(), all_columns(all)).value;
    Workers workers(2);
    pricing::Pricer pricer(schedule, rules, workers);
    Master master(schedule, rules, optimizer::whole_month(schedule, targets));
    optimizer::Relaxation relaxation;
    relaxation.prices = generate_columns(master, pricer).prices;
    // It finds the pairings by itself.
    const auto pairings = dive(schedule, rules, pricer, targets, relaxation).taken;
    const double cost = optimizer::plan_cost(schedule, rules, targets, pairings);
    const plan::CheckReport check = plan::check(schedule, rules, plan_of(schedule, pairings));
    EXPECT_TRUE(check.legal()) << "seed " << seed;
    EXPECT_NEAR(check.cost.total().amount(), cost, 1e-3) << "seed " << seed;
    EXPECT_GE(cost, least - 1e-3) << "seed " << seed;
    dived += cost;
    best += least;
  }
  EXPECT_LT(dived, 1.05 * best);
}

// Some pairings of which no two operate the same flight.
std::vector<optimizer::Candidate> some_of(Rng& rng, const Master& all) {
  pricing::OpenFlights open(all.all_flights(), 1);
  std::vector<optimizer::Candidate> some;
  for (std::size_t j = 0; j < all.columns(); ++j) {
    if (!rng.chance(0.1) || !optimizer::operates_only(open, all.pairing(j))) continue;
    mark_operated(all.pairing(j), 0, open);
    some.push_back(all.pairing(j));
  }
  return some;
}

TEST_P(OptimizerUnderPreset, FilledPlansAreLegalAndLeaveNothingThatKnownPairingsCover) {
  std::size_t added = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Rng rng = Rng(seed).split(GetParam());
    const pairing::Rules rules = pairing::preset_rules(GetParam());
    const Schedule schedule = test::tiny_schedule(rng, rng.between(3, 12), 2, rng.between(1, 2));
    const Master all = full_master(schedule, rules, optimizer::base_targets(schedule));
    optimizer::Relaxation relaxation;
    for (std::size_t j = 0; j < all.columns(); ++j) relaxation.pool.push_back(all.pairing(j));
    const cover::Duals duals = cover::solve_simplex(all.problem(), all_columns(all)).duals;
    relaxation.prices = all.prices(duals);
    const auto begun = some_of(rng, all);
    const auto pairings = optimizer::filled(schedule, rules, relaxation, begun);
    EXPECT_TRUE(plan::check(schedule, rules, plan_of(schedule, pairings)).legal()) << seed;
    ASSERT_GE(pairings.size(), begun.size());
    EXPECT_TRUE(std::equal(begun.begin(), begun.end(), pairings.begin())) << seed;
    pricing::OpenFlights open(schedule.flights().size(), 1);
    for (const optimizer::Candidate& pairing : pairings) mark_operated(pairing, 0, open);
    for (optimizer::Candidate pairing : relaxation.pool) {
      for (pairing::Leg& leg : pairing.legs) {
        if (!open[leg.flight]) leg.role = pairing::Role::kDeadhead;
      }
      const double cost = pairing::pairing_cost(schedule, rules, pairing.legs).total().amount();
      const auto flights = static_cast<double>(optimizer::operated_flights(pairing));
      EXPECT_GE(cost, flights * rules.cost.uncovered_flight.amount()) << seed;
    }
    added += pairings.size() - begun.size();
  }
  EXPECT_GT(added, 60U);
}

// Flights that no pairing can operate neither keep a dive going nor are they taken.
TEST_P(OptimizerUnderPreset, DiveLeavesLostFlightsAndNoOthers) {
  std::size_t lost = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Rng rng = Rng(seed).split(GetParam());
    const pairing::Rules rules = pairing::preset_rules(GetParam());
    const Schedule schedule = test::tiny_schedule(rng, rng.between(3, 12), 2, 1);
    const auto targets = optimizer::base_targets(schedule);
    Workers workers(1);
    pricing::Pricer pricer(schedule, rules, workers);
    const optimizer::Part month = optimizer::whole_month(schedule, targets);
    optimizer::Relaxation relaxation;
    relaxation.lost = optimizer::lost_flights(rules, pricer, {}, month.open);
    pricer.leave_out(relaxation.lost);
    Master master(schedule, rules, month);
    relaxation.prices = generate_columns(master, pricer).prices;
    double reported = 0;
    const auto dived = dive(
        schedule, rules, pricer, targets, relaxation, {}, [&](const optimizer::DiveReport& step) {
          reported = step.cost;
          EXPECT_LE(step.open + relaxation.lost.size(), schedule.flights().size());
        });
    pricing::OpenFlights left = month.open;
    for (const optimizer::Candidate& pairing : dived.taken) mark_operated(pairing, 0, left);
    relaxation.close_lost(left);
    EXPECT_EQ(std::count(left.begin(), left.end(), 1), 0) << seed;
    const double cost = optimizer::plan_cost(schedule, rules, targets, dived.taken);
    EXPECT_LE(reported, 1.001 * cost) << seed;
    lost += relaxation.lost.size();
  }
  EXPECT_GT(lost, 0U);
}

// A dive that ends early leaves flights to those who go on from its shares.
TEST_P(OptimizerUnderPreset, DiveThatLeavesFlightsTellsTheirShares) {
  std::size_t shared = 0;
  std::size_t taken = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Rng rng = Rng(seed).split(GetParam());
    const pairing::Rules rules = pairing::preset_rules(GetParam());
    const Schedule schedule = test::tiny_schedule(rng, 12, 2, 1);
    const auto targets = optimizer::base_targets(schedule);
    Workers workers(1);
    pricing::Pricer pricer(schedule, rules, workers);
    Master master(schedule, rules, optimizer::whole_month(schedule, targets));
    const optimizer::LpResult lp = generate_columns(master, pricer);
    optimizer::Relaxation relaxation{{}, lp.shares, lp.prices, {}};
    for (std::size_t j = 0; j < master.columns(); ++j) {
      relaxation.pool.push_back(master.pairing(j));
    }
    optimizer::DivingOptions options;
    options.leave = schedule.flights().size();
    const auto dived = dive(schedule, rules, pricer, targets, relaxation, options);
    ASSERT_EQ(dived.shares.size(), relaxation.pool.size());
    pricing::OpenFlights open(schedule.flights().size(), 1);
    for (const optimizer::Candidate& pairing : dived.taken) mark_operated(pairing, 0, open);
    std::vector<optimizer::Candidate> whole;
    for (std::size_t j = 0; j < dived.shares.size(); ++j) {
      const optimizer::Candidate& pairing = relaxation.pool[j];
      if (optimizer::operates_only(open, pairing)) {
        if (dived.shares[j] > 0) ++shared;
      } else if (dived.shares[j] == 1) {
        whole.push_back(pairing);
      } else {
        EXPECT_EQ(dived.shares[j], 0) << "seed " << seed;
      }
    }
    EXPECT_EQ(whole.size(), dived.taken.size()) << "seed " << seed;
    taken += whole.size();
  }
  EXPECT_GT(shared, 0U);
  EXPECT_GT(taken, 0U);
}

// From one pairing of each month, chosen by chance.
void expect_improvement(const char* preset, const optimizer::ImprovementOptions& options) {
  double begun = 0;
  double improved = 0;
  double best = 0;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    Rng rng = Rng(seed).split(preset);
    const pairing::Rules rules = pairing::preset_rules(preset);
    const Schedule schedule = test::tiny_schedule(rng, rng.between(3, 12), 2, rng.between(1, 2));
    const auto targets = optimizer::base_targets(schedule);
    const Master all = full_master(schedule, rules, targets);
    Workers workers(2);
    pricing::Pricer pricer(schedule, rules, workers);
    Master master(schedule, rules, optimizer::whole_month(schedule, targets));
    optimizer::Relaxation relaxation;
    relaxation.prices = generate_columns(master, pricer).prices;
    for (std::size_t j = 0; j < all.columns(); ++j) relaxation.pool.push_back(all.pairing(j));
    relaxation.shares.assign(relaxation.pool.size(), 0.0);
    std::vector<optimizer::Candidate> start;
    if (all.columns() > 0) start.push_back(all.pairing(rng.below(all.columns())));
    const auto after = improve(schedule, rules, workers, targets, start, relaxation, options);
    Workers alone(1);
    EXPECT_EQ(after, improve(schedule, rules, alone, targets, start, relaxation, options)) << seed;
    const double before_cost = optimizer::plan_cost(schedule, rules, targets, start);
    const double after_cost = optimizer::plan_cost(schedule, rules, targets, after);
    EXPECT_TRUE(plan::check(schedule, rules, plan_of(schedule, after)).legal()) << seed;
    EXPECT_LE(after_cost, before_cost) << "seed " << seed;
    begun += before_cost;
    improved += after_cost;
    best += cover::solve_integer(all.problem(), all_columns(all)).value;
  }
  EXPECT_LT(improved - best, 0.2 * (begun - best));
}

TEST_P(OptimizerUnderPreset, PartsOfDenseMonthsImproveAPlan) {
  optimizer::ImprovementOptions options;
  options.window = Minutes(0);
  expect_improvement(GetParam(), options);
}

// All pairings are known, and so are all rides that count.
TEST_P(OptimizerUnderPreset, PartsWithKnownRidesImproveAPlan) {
  optimizer::ImprovementOptions options;
  options.part.known_rides = true;
  expect_improvement(GetParam(), options);
}

TEST_P(OptimizerUnderPreset, PartsAroundLossesImproveAPlan) {
  optimizer::ImprovementOptions options;
  options.only_losing = true;
  options.losing_flights = 4;
  expect_improvement(GetParam(), options);
}

// Of pairings that are chosen by chance.
std::vector<optimizer::Candidate> chance_plan(const Master& all, Rng& rng) {
  std::vector<optimizer::Candidate> plan;
  pricing::OpenFlights open(all.all_flights(), 1);
  for (std::size_t k = 0; k < 2 * all.columns(); ++k) {
    const optimizer::Candidate& pairing = all.pairing(rng.below(all.columns()));
    if (!optimizer::operates_only(open, pairing)) continue;
    optimizer::mark_operated(pairing, 0, open);
    plan.push_back(pairing);
  }
  return plan;
}

// The best over the pairings of both, as CBC finds it.
TEST_P(OptimizerUnderPreset, MergedPlansAreTheBestOfTheirPairings) {
  int better = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Rng rng = Rng(seed).split(GetParam());
    const pairing::Rules rules = pairing::preset_rules(GetParam());
    const Schedule schedule = test::tiny_schedule(rng, rng.between(3, 12), 2, rng.between(1, 2));
    const auto targets = optimizer::base_targets(schedule);
    const Master all = full_master(schedule, rules, targets);
    const std::vector<std::vector<optimizer::Candidate>> plans{chance_plan(all, rng),
                                                               chance_plan(all, rng)};
    const optimizer::Part month = optimizer::whole_month(schedule, targets);
    Master both(schedule, rules, month);
    for (const auto& plan : plans) {
      for (const optimizer::Candidate& pairing : plan) both.add(pairing);
    }
    const double best = cover::solve_integer(both.problem(), all_columns(both)).value;
    const auto plan = optimizer::merged(schedule, rules, month, plans);
    const auto cost = [&](const std::vector<optimizer::Candidate>& any) {
      return optimizer::plan_cost(schedule, rules, targets, any);
    };
    EXPECT_TRUE(plan::check(schedule, rules, plan_of(schedule, plan)).legal()) << "seed " << seed;
    EXPECT_NEAR(cost(plan), best, 1e-6 * (1 + best)) << "seed " << seed;
    if (cost(plan) < std::min(cost(plans[0]), cost(plans[1])) - 1e-6) ++better;
  }
  EXPECT_GT(better, 5);
}

INSTANTIATE_TEST_SUITE_P(Presets, OptimizerUnderPreset, testing::Values("gerad", "faa117", "easa"));

}  // namespace
}  // namespace skein
