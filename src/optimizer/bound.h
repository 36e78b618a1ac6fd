// The lower bound that prices prove: what a plan's promise rests on, worked out anew.
#pragma once

#include "base/workers.h"
#include "pairing/rules.h"
#include "pricing/prices.h"
#include "schedule/schedule.h"

namespace skein::optimizer {

// No plan costs less than this. Holds for any prices: where a pairing would beat them, they are
// lowered until none does, by exact pricing of the whole month (Pricer::prove).
double proven_bound(const schedule::Schedule& schedule, const pairing::Rules& rules,
                    const pricing::Prices& prices, bool base_rows, Workers& workers);

}  // namespace skein::optimizer
