// What a pairing costs, from the definition. The incremental version is in `pricing`; a property
// test ties the two.
#pragma once

#include <span>

#include "base/units.h"
#include "pairing/duty.h"
#include "pairing/pairing.h"
#include "pairing/rules.h"
#include "schedule/schedule.h"

namespace skein::pairing {

struct PairingCost {
  Cost gaps;  // sum of w(g)
  Cost deadheads;
  Cost guarantee;  // flying paid but not flown
  Cost aircraft_changes;

  Cost total() const { return gaps + deadheads + guarantee + aircraft_changes; }
  PairingCost& operator+=(const PairingCost& other);
};

// w(g): the cost of a gap between two legs.
Cost gap_cost(const CostRules& rules, Minutes gap);
Cost deadhead_cost(const CostRules& rules, Minutes flying);
// What a duty with that much operated flying is paid on top, up to the guarantee.
Cost guarantee_cost(const CostRules& rules, Minutes flying);
// The cost of changing aircraft between two flights in `gap`; zero where a tail is unknown.
Cost aircraft_change_cost(const CostRules& rules, const schedule::Flight& flight,
                          const schedule::Flight& next, Minutes gap);

PairingCost pairing_cost(const schedule::Schedule& schedule, const Rules& rules,
                         std::span<const Leg> legs);

// h_p: operated flying, plus the credited share of deadheads, in hours.
double credited_hours(const schedule::Schedule& schedule, const CostRules& rules,
                      std::span<const Leg> legs);

}  // namespace skein::pairing
