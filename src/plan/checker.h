// The independent checker: what a plan covers, whether it is legal, what it costs, and why. It uses
// only the plain definitions of `pairing`; nothing that builds plans is used here.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "pairing/cost.h"
#include "pairing/legality.h"
#include "pairing/rules.h"
#include "plan/plan.h"
#include "schedule/schedule.h"

namespace skein::plan {

struct CheckOptions {
  // Charge credited hours above a base's share. Turn off to compare with figures made without.
  bool base_rows = true;
};

struct PairingVerdict {
  std::size_t duties = 0;
  std::size_t deadheads = 0;
  pairing::PairingCost cost;
  double credited_hours = 0;
  std::vector<pairing::Violation> violations;
};

struct OverCoveredFlight {
  FlightId flight;
  std::vector<std::size_t> pairings;  // that operate it
};

// The work of a base against its share: target = crews / all crews * flying hours of the month.
struct BaseBalance {
  StationId base;
  double credited_hours = 0;
  double target_hours = 0;

  double excess_hours() const { return std::max(0.0, credited_hours - target_hours); }
};

struct PlanCost {
  pairing::PairingCost pairings;
  Cost uncovered;
  Cost base_excess;

  Cost total() const { return pairings.total() + uncovered + base_excess; }
};

struct CheckReport {
  std::vector<PairingVerdict> pairings;  // in the plan's order
  std::vector<FlightId> uncovered;
  std::vector<OverCoveredFlight> over_covered;
  std::vector<std::size_t> missing_locks;  // of the locked pairings, those that are not in the plan
  std::vector<BaseBalance> bases;
  PlanCost cost;
  std::size_t flights = 0;
  std::size_t duties = 0;
  std::size_t deadheads = 0;

  std::size_t covered() const { return flights - uncovered.size(); }
  // Broken rules and wishes of pairings, locked pairings that are missing, and flights that are
  // operated more than once. An uncovered flight is no violation: it has its price.
  std::size_t violations() const;
  // The same, by the names of the rules.
  std::map<std::string, std::size_t> violations_by_rule() const;
  bool legal() const { return violations() == 0; }
};

// Against the rules and the wishes. Pairings with legs that the schedule does not have are judged
// and priced up to the first such leg.
CheckReport check(const schedule::Schedule& schedule, const pairing::Rules& rules, const Plan& plan,
                  const CheckOptions& options = {});

}  // namespace skein::plan
