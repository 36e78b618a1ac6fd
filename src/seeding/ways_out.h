// The ways in which a crew of a base can reach a flight in time, as a passenger or operating open
// flights on the way.
#pragma once

#include <cstddef>
#include <vector>

#include "base/ids.h"
#include "base/units.h"
#include "pricing/crew_model.h"
#include "seeding/open_flights.h"
#include "seeding/pairing_search.h"
#include "seeding/routes.h"

namespace skein::seeding {

struct WaysOutOptions {
  // Most legs before the flight. Raise it for networks with many stations that no base serves.
  std::size_t max_legs = 3;
  // Inbound flights considered per leg, the latest first, for a connection and for a rest.
  std::size_t inbound = 4;
  // Longest time between two legs, on top of the minimum rest. Raise it for stations that are
  // served once in many days.
  Minutes longest_wait = hours(96);
};

// Legal beginnings of pairings that operate `flight` as their last leg so far.
std::vector<Beginning> ways_out(const pricing::CrewModel& model, const Routes& routes,
                                const OpenFlights& open, FlightId flight,
                                const WaysOutOptions& options);

}  // namespace skein::seeding
