// Prices for a month of which only a plan is known.
#pragma once

#include <vector>

#include "optimizer/master.h"
#include "pricing/pricer.h"
#include "pricing/prices.h"

namespace skein::optimizer {

// The cost of each pairing, shared out among its flights; for flights that nobody covers, what
// flights cost on average.
pricing::Prices shared_costs(const schedule::Schedule& schedule, const pairing::Rules& rules,
                             const std::vector<Candidate>& plan);

// Shares the cost of each pairing out among its flights, and proves a part of that: the part with
// the best bound. The pricer must have all flights open.
pricing::Prices first_prices(const schedule::Schedule& schedule, const pairing::Rules& rules,
                             pricing::Pricer& pricer, const std::vector<Candidate>& plan);

}  // namespace skein::optimizer
