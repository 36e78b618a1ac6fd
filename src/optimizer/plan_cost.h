// What a set of pairings costs as a plan: pairings, uncovered flights, and hours above the shares.
// Locked pairings are not in it, nor their flights.
#pragma once

#include <vector>

#include "optimizer/master.h"

namespace skein::optimizer {

struct PlanFigures {
  double cost = 0;
  std::size_t uncovered = 0;  // flights
  std::size_t deadheads = 0;
  double base_excess = 0;  // hours above the shares
};

// `targets` empty: without base rows.
PlanFigures plan_figures(const schedule::Schedule& schedule, const pairing::Rules& rules,
                         const std::vector<double>& targets, const std::vector<Candidate>& plan);
double plan_cost(const schedule::Schedule& schedule, const pairing::Rules& rules,
                 const std::vector<double>& targets, const std::vector<Candidate>& plan);

}  // namespace skein::optimizer
