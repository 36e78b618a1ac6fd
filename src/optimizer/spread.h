// Of many pairings, those that bring something new.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "optimizer/master.h"

namespace skein::optimizer {

// Adds pairings to the master, those with the least reduced costs (first) before others; not one
// of which more than half of the flights are in `per_flight` that were added. Returns how many.
std::size_t add_spread(Master& master, std::vector<std::pair<double, Candidate>> pairings,
                       int per_flight);

}  // namespace skein::optimizer
