// Clusters from the rotations of aircraft: a crew that stays with its aircraft needs no time to
// change it, so flights that one aircraft flies one after the other are often flown by one crew. It
// is all that is known of crews where there is no past plan and no prediction.
#pragma once

#include <vector>

#include "pairing/rules.h"
#include "plan/clusters_csv.h"
#include "schedule/schedule.h"

namespace skein::seeding {

// Flights of one aircraft, as far as a crew may operate them in one duty; single flights are left
// out, and so are those whose aircraft is unknown. In the order of their first departures.
std::vector<plan::Cluster> rotation_clusters(const schedule::Schedule& schedule,
                                             const pairing::Rules& rules);

}  // namespace skein::seeding
