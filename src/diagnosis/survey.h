// Journeys through many flights for the crews of many stations, in parallel.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "base/ids.h"
#include "base/workers.h"
#include "diagnosis/journeys.h"
#include "diagnosis/travel_rules.h"
#include "pricing/prices.h"

namespace skein::diagnosis {

using Flights = std::vector<FlightId>;  // in order
using Found = std::map<FlightId, Journey>;

// Whether the crews of a station could operate these flights, riding on flights of the range.
struct Question {
  StationId base;
  Flights flights;  // not empty
  pricing::FlightRange range;
};

// For each station, with all flights of the month to ride on.
std::vector<Question> whole_month(const schedule::Schedule& schedule,
                                  const std::vector<StationId>& stations, const Flights& flights);

// The same with only the flights of some days around, which is quicker: no rest is much longer.
std::vector<Question> days_around(const schedule::Schedule& schedule,
                                  const std::vector<StationId>& stations, const Flights& flights);

// The best journey of each flight that has one, by relaxed rule; `relaxed` as in Journeys::best.
std::vector<Found> survey(const TravelRules& rules, const std::vector<Question>& questions,
                          const std::vector<std::optional<Change>>& relaxed,
                          const WayLimits& limits, Workers& workers);

}  // namespace skein::diagnosis
