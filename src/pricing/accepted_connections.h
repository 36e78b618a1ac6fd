// Connections shorter than allowed that the rules accept by name.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "pairing/rules.h"
#include "schedule/schedule.h"

namespace skein::pricing {

class AcceptedConnections {
 public:
  // Of the pairs in the rules, those that the schedule has, with a gap that needs to be accepted.
  AcceptedConnections(const schedule::Schedule& schedule, const pairing::WorkRules& rules);

  bool contain(FlightId flight, FlightId next) const;
  // All accepted connections from a flight.
  std::span<const std::pair<FlightId, FlightId>> from(FlightId flight) const;

 private:
  std::vector<std::pair<FlightId, FlightId>> pairs_;  // sorted
};

}  // namespace skein::pricing
