// Where a crew stands in a pairing that is being built: all that the rules and the cost of its next
// leg depend on. A small value, copied freely; only CrewModel makes and extends it.
#pragma once

#include <cstdint>

#include "base/ids.h"
#include "base/units.h"

namespace skein::pricing {

struct CrewState {
  // Legs, gaps, and the guarantee of the duties before the current one; CrewModel::total_cost adds
  // that of the current duty, which shrinks while the crew flies on.
  Cost settled;

  FlightId last;        // the leg just done
  StationId station;    // where the crew is
  Instant free_from;    // since when
  FlightId duty_start;  // first leg of the current duty
  Instant report;       // when that duty began
  Minutes duty_flying;  // operated, in that duty
  Minutes flying;       // operated, in the pairing
  FleetId fleet;        // that the crew operates; none while it has only deadheaded

  std::int16_t duty_legs = 0;  // operated, in the current duty
  std::int16_t landings = 0;   // operated legs of the pairing
  std::int16_t duties = 0;
  std::int16_t days = 0;  // calendar days at the base with a departure
};
static_assert(sizeof(CrewState) <= 64, "labels are copied by the million");

}  // namespace skein::pricing
