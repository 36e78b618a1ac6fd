// Every legal pairing of a tiny schedule, from the plain definitions: the slow truth that pricing
// and the optimizer are compared with.
#pragma once

#include <vector>

#include "base/random.h"
#include "pairing/pairing.h"
#include "pairing/rules.h"
#include "schedule/schedule.h"

namespace skein::test {

// All that operate at least one flight, bases in the schedule's order.
std::vector<pairing::Pairing> all_legal_pairings(const schedule::Schedule& schedule,
                                                 const pairing::Rules& rules);

// Up to a dozen flights, mostly out and back between a base and a few stations, over some days.
schedule::Schedule tiny_schedule(Rng& rng, int flights, int bases = 2, int fleets = 1);

}  // namespace skein::test
