// The flights of one month, from the timetable.
#pragma once

#include <chrono>
#include <cstddef>
#include <vector>

#include "base/ids.h"
#include "base/random.h"
#include "base/units.h"
#include "generator/network.h"
#include "generator/round_trip.h"

namespace skein::generator {

struct DatedFlight {
  int number = 0;
  StationId origin;
  StationId destination;
  FleetId fleet;
  Instant departure;
  Instant arrival;
  std::size_t aircraft = 0;  // number within the fleet, once assigned
};

// Adds or drops days of operation until the month has about `flights` flights, within two per cent;
// the same round trips go first every month. Does what it can where there are too few or too many.
void fit_days_of_operation(std::vector<RoundTrip>& round_trips, std::chrono::year_month month,
                           std::size_t flights);

// All flights of the month but a few round trips that are cancelled for a day; in order of
// departure, then number.
std::vector<DatedFlight> flights_of_month(const Network& network,
                                          const std::vector<RoundTrip>& round_trips,
                                          std::chrono::year_month month, Rng rng);

}  // namespace skein::generator
