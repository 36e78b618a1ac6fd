// Duties: the working days of a pairing, between rests.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/units.h"
#include "pairing/pairing.h"
#include "pairing/rules.h"
#include "schedule/schedule.h"

namespace skein::pairing {

struct Duty {
  std::size_t begin = 0;  // legs begin, ..., end-1 of the pairing
  std::size_t end = 0;
  Instant report;
  Instant release;
  Minutes flying;  // operated
  int operated_legs = 0;
  // End of the flight duty period: arrival of the last operated flight; `report` if there is none.
  Instant last_operated_arrival;

  Minutes span() const { return release - report; }
  Minutes duty_period() const { return last_operated_arrival - report; }
};

// Time between two legs, negative where the second leaves before the first has arrived.
Minutes gap_between(const schedule::Schedule& schedule, const Leg& leg, const Leg& next);

// Whether a gap of that length is a rest, so that the next leg starts a new duty.
bool is_rest(const WorkRules& rules, Minutes gap);

std::vector<Duty> split_into_duties(const schedule::Schedule& schedule, const WorkRules& rules,
                                    std::span<const Leg> legs);

}  // namespace skein::pairing
