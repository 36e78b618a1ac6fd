// The figures by which start plans are compared, as in the feasibility tables of the Struct-CKN
// paper.
#pragma once

#include <cstddef>

#include "base/units.h"
#include "pairing/rules.h"
#include "plan/plan.h"
#include "schedule/schedule.h"

namespace skein::seeding {

struct PlanFigures {
  std::size_t flights = 0;
  std::size_t pairings = 0;
  std::size_t infeasible = 0;  // of the pairings
  std::size_t covered = 0;
  std::size_t over_covered = 0;
  std::size_t deadheads = 0;
  Minutes flying;  // of the covered flights
  Cost pairing_cost;
  Cost uncovered_cost;
  // Each crew too many on a flight at the price of an uncovered one.
  Cost over_covered_cost;

  std::size_t uncovered() const { return flights - covered; }
  double covered_share() const;
  double infeasible_share() const;
  Cost cost() const { return pairing_cost + uncovered_cost + over_covered_cost; }
};

// By the independent checker; the balance between bases is left out.
PlanFigures figures_of(const schedule::Schedule& schedule, const pairing::Rules& rules,
                       const plan::Plan& plan);

}  // namespace skein::seeding
