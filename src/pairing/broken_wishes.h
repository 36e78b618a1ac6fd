// Which wishes a pairing breaks, from their definitions, one wish at a time. The incremental
// version is in `pricing`; tests compare the two by enumeration.
#pragma once

#include <span>
#include <vector>

#include "pairing/legality.h"
#include "pairing/pairing.h"
#include "pairing/wishes.h"
#include "schedule/schedule.h"

namespace skein::pairing {

// The same base, and the same flights operated.
bool do_the_same_work(const Pairing& pairing, StationId base, std::span<const Leg> legs);

// Of connections, and of pairings that are forbidden. Whether locked pairings are there is a
// question of the whole plan.
std::vector<Violation> broken_wishes(const schedule::Schedule& schedule, const Wishes& wishes,
                                     StationId base, std::span<const Leg> legs);

}  // namespace skein::pairing
