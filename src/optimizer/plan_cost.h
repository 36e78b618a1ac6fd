// What a set of pairings costs as a plan: pairings, uncovered flights, and hours above the shares.
#pragma once

#include <vector>

#include "optimizer/master.h"

namespace skein::optimizer {

// `targets` empty: without base rows.
double plan_cost(const schedule::Schedule& schedule, const pairing::Rules& rules,
                 const std::vector<double>& targets, const std::vector<Candidate>& plan);

}  // namespace skein::optimizer
