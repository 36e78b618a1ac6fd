// Which flights may follow each other in a pairing of some crew, by the rules that look at no more
// than the two: place and fleet, the time between them, and the limits of a duty or pairing that
// holds just both.
#pragma once

#include "base/ids.h"
#include "pairing/rules.h"
#include "schedule/schedule.h"

namespace skein::seeding {

// As operated one right after the other. Rules that depend on the crew's base are not asked.
bool may_connect(const schedule::Schedule& schedule, const pairing::WorkRules& rules,
                 FlightId flight, FlightId next);

}  // namespace skein::seeding
