// A whole plan from a part of one, at once, out of pairings that are known.
//
// For when there is no time for better: what a search leaves when it is cut off covers some of the
// flights, and each of the others would cost more than many pairings do.
#pragma once

#include <vector>

#include "optimizer/relaxation.h"
#include "pairing/rules.h"
#include "schedule/schedule.h"

namespace skein::optimizer {

// The plan with pairings of the pool for flights that it leaves, one after the other: first those
// that lose least, at the relaxation's prices, for each flight that they add. Flights that are
// operated already are ridden in. A flight is left where every pairing for it costs more.
std::vector<Candidate> filled(const schedule::Schedule& schedule, const pairing::Rules& rules,
                              const Relaxation& relaxation, std::vector<Candidate> plan);

// Pairings with shares of more than a half, of which no two operate the same flight.
std::vector<Candidate> mostly_taken(const schedule::Schedule& schedule,
                                    const Relaxation& relaxation);

}  // namespace skein::optimizer
