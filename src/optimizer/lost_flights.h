// Flights that no legal pairing can operate: they stay uncovered in every plan.
//
// A pairing that operates several flights stays legal if it deadheads all but one of them, so a
// flight has a pairing if and only if it has one that operates nothing else. Such pairings are
// looked for with a price for the flights in question that outweighs every cost. Not with wishes,
// which may tie flights to others or forbid the pairings of one flight.
#pragma once

#include <vector>

#include "base/ids.h"
#include "optimizer/master.h"
#include "pairing/rules.h"
#include "pricing/pricer.h"

namespace skein::optimizer {

// Of the open flights that the plan leaves. Opens the pricer's month again.
std::vector<FlightId> lost_flights(const pairing::Rules& rules, pricing::Pricer& pricer,
                                   const std::vector<Candidate>& plan, pricing::OpenFlights open);

}  // namespace skein::optimizer
