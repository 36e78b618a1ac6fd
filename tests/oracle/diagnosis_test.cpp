// What could be done about flights, against the enumeration of all pairings of tiny schedules.
#include "diagnosis/diagnosis.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.h"
#include "base/workers.h"
#include "diagnosis/changes.h"
#include "pairing/cost.h"
#include "pairing/legality.h"
#include "support/enumeration.h"
#include "support/random_month.h"

namespace skein {
namespace {

using diagnosis::Change;
using pairing::Pairing;
using pairing::Role;
using pairing::Rules;
using plan::Outlook;
using plan::Remedy;
using schedule::Schedule;

std::vector<FlightId> all_flights(const Schedule& schedule) {
  std::vector<FlightId> flights;
  for (FlightId flight : schedule.flight_ids()) flights.push_back(flight);
  return flights;
}

std::vector<FlightId> operated_by(const Pairing& pairing) {
  std::vector<FlightId> flights;
  for (const pairing::Leg& leg : pairing.legs) {
    if (leg.role == Role::kOperate) flights.push_back(leg.flight);
  }
  return flights;
}

// By flight that some legal pairing operates: the least cost of those that operate nothing else.
std::map<FlightId, double> least_costs(const Schedule& schedule, const Rules& rules) {
  std::map<FlightId, double> least;
  for (const Pairing& pairing : test::all_legal_pairings(schedule, rules)) {
    const std::vector<FlightId> operated = operated_by(pairing);
    if (operated.size() != 1) continue;
    const double cost = pairing_cost(schedule, rules, pairing.legs).total().amount();
    const auto [place, is_new] = least.try_emplace(operated.front(), cost);
    if (!is_new) place->second = std::min(place->second, cost);
  }
  return least;
}

std::set<FlightId> operable(const Schedule& schedule, const Rules& rules) {
  std::set<FlightId> flights;
  for (const Pairing& pairing : test::all_legal_pairings(schedule, rules)) {
    for (FlightId flight : operated_by(pairing)) flights.insert(flight);
  }
  return flights;
}

void expect_pairings_as_enumerated(const Schedule& schedule, const Rules& rules,
                                   const std::vector<Outlook>& outlooks, int& without) {
  const std::set<FlightId> truth = operable(schedule, rules);
  const std::map<FlightId, double> costs = least_costs(schedule, rules);
  for (const Outlook& outlook : outlooks) {
    ASSERT_EQ(outlook.pairing.has_value(), truth.contains(outlook.flight));
    if (!outlook.pairing) {
      ++without;
      continue;
    }
    EXPECT_TRUE(is_legal(schedule, rules.work, *outlook.pairing));
    EXPECT_EQ(operated_by(*outlook.pairing), std::vector{outlook.flight});
    EXPECT_NEAR(outlook.cost.amount(),
                pairing_cost(schedule, rules, outlook.pairing->legs).total().amount(), 1e-6);
    const double least = costs.at(outlook.flight);
    if (least < rules.cost.uncovered_flight.amount()) {
      EXPECT_NEAR(outlook.cost.amount(), least, 1e-6);
    }
  }
}

Rules with_excess(const Rules& rules, Change change, int excess) {
  Rules changed = rules;
  changed.work = diagnosis::changed_rules(rules.work, change,
                                          diagnosis::value_needed(rules.work, change, excess));
  return changed;
}

const Remedy* remedy_of(const Outlook& outlook, Change change) {
  for (const Remedy& remedy : outlook.remedies) {
    if (remedy.change == change) return &remedy;
  }
  return nullptr;
}

int excess_of(const Remedy& remedy) {
  return std::abs(remedy.needed - remedy.now);
}

// One change after another, from the smallest up.
void expect_smallest_by_scan(const Schedule& schedule, const Rules& rules, Change change,
                             const std::vector<Outlook>& outlooks, int& found) {
  std::map<FlightId, int> least;
  for (int excess = 1; excess <= diagnosis::most_excess(rules.work, change); ++excess) {
    for (FlightId flight : operable(schedule, with_excess(rules, change, excess))) {
      least.try_emplace(flight, excess);
    }
  }
  for (const Outlook& outlook : outlooks) {
    if (outlook.pairing) continue;
    const Remedy* remedy = remedy_of(outlook, change);
    ASSERT_EQ(remedy != nullptr, least.contains(outlook.flight)) << change_name(change);
    if (remedy == nullptr) continue;
    ++found;
    EXPECT_EQ(excess_of(*remedy), least.at(outlook.flight)) << change_name(change);
  }
}

// Enough, and one less is not.
void expect_tight(const Schedule& schedule, const Rules& rules, const Outlook& outlook,
                  const Remedy& remedy) {
  EXPECT_TRUE(diagnosis::is_sound(schedule, rules.work, remedy)) << change_name(remedy.change);
  const bool is_value = remedy.change < Change::kCarryIn;
  if (!is_value || excess_of(remedy) <= 1) return;
  const Rules almost = with_excess(rules, remedy.change, excess_of(remedy) - 1);
  EXPECT_FALSE(operable(schedule, almost).contains(outlook.flight)) << change_name(remedy.change);
}

// A value that has no remedy does not help at its largest change either.
void expect_complete(const Schedule& schedule, const Rules& rules,
                     const std::vector<Outlook>& outlooks) {
  for (Change change : diagnosis::possible_changes(rules.work)) {
    // A shorter least rest may also forbid: sits become rests. That one is scanned elsewhere.
    if (change >= Change::kCarryIn || change == Change::kMinRest) continue;
    const int most = diagnosis::most_excess(rules.work, change);
    const std::set<FlightId> helped = operable(schedule, with_excess(rules, change, most));
    for (const Outlook& outlook : outlooks) {
      if (outlook.pairing) continue;
      EXPECT_EQ(remedy_of(outlook, change) != nullptr, helped.contains(outlook.flight))
          << change_name(change);
    }
  }
}

class DiagnosisUnderPreset : public testing::TestWithParam<const char*> {};

TEST_P(DiagnosisUnderPreset, EqualsEnumeration) {
  Workers workers(1);
  const Rules rules = pairing::preset_rules(GetParam());
  int without = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Rng rng = Rng(seed).split(GetParam());
    const Schedule schedule =
        test::tiny_schedule(rng, rng.between(4, 10), rng.between(1, 2), rng.between(1, 2));
    const auto outlooks = diagnosis::diagnose(schedule, rules, all_flights(schedule), workers);
    expect_pairings_as_enumerated(schedule, rules, outlooks, without);
    for (const Outlook& outlook : outlooks) {
      for (const Remedy& remedy : outlook.remedies) {
        expect_tight(schedule, rules, outlook, remedy);
      }
    }
    expect_complete(schedule, rules, outlooks);
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
  EXPECT_GT(without, 100);
}

TEST_P(DiagnosisUnderPreset, FindsTheSmallestChangeOfARuleByScan) {
  Workers workers(1);
  const Rules rules = pairing::preset_rules(GetParam());
  std::map<Change, int> found;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    Rng rng = Rng(seed).split(GetParam());
    const Schedule schedule = test::tiny_schedule(rng, rng.between(4, 8));
    const auto outlooks = diagnosis::diagnose(schedule, rules, all_flights(schedule), workers);
    for (Change change : {Change::kMinConnection, Change::kMinRest}) {
      expect_smallest_by_scan(schedule, rules, change, outlooks, found[change]);
    }
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
  EXPECT_GT(found[Change::kMinConnection] + found[Change::kMinRest], 0);
}

INSTANTIATE_TEST_SUITE_P(Presets, DiagnosisUnderPreset, testing::Values("gerad", "faa117", "easa"));

TEST(Diagnosis, EqualsEnumerationUnderRandomRules) {
  Workers workers(2);
  int without = 0;
  std::map<Change, int> remedies;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Rng rng(seed);
    const Schedule schedule = test::tiny_schedule(rng, rng.between(4, 9), rng.between(1, 2), 2);
    const Rules rules = test::random_rules(rng, schedule);
    const auto outlooks = diagnosis::diagnose(schedule, rules, all_flights(schedule), workers);
    expect_pairings_as_enumerated(schedule, rules, outlooks, without);
    for (const Outlook& outlook : outlooks) {
      for (const Remedy& remedy : outlook.remedies) {
        expect_tight(schedule, rules, outlook, remedy);
        ++remedies[remedy.change];
      }
    }
    expect_complete(schedule, rules, outlooks);
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
  EXPECT_GT(without, 500);
  for (Change change : diagnosis::possible_changes({})) {
    EXPECT_GT(remedies[change], 0) << change_name(change);
  }
}

TEST(Diagnosis, TellsTheSameForAnyNumberOfThreads) {
  Rng rng(7);
  const Schedule schedule = test::random_schedule(rng, {.flights = 200});
  const Rules rules = pairing::preset_rules("gerad");
  Workers one(1);
  Workers three(3);
  const auto expected = diagnosis::diagnose(schedule, rules, all_flights(schedule), one);
  const auto found = diagnosis::diagnose(schedule, rules, all_flights(schedule), three);
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].pairing, expected[i].pairing);
    EXPECT_EQ(found[i].remedies, expected[i].remedies);
  }
}

}  // namespace
}  // namespace skein
