// Short forms for the tests of the generator.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "generator/airline.h"
#include "schedule/schedule.h"

namespace skein::generator {

using schedule::Flight;
using schedule::Schedule;

inline AirlineOptions options_of(std::size_t flights, int months = 1, std::uint64_t seed = 1) {
  AirlineOptions options;
  options.flights = flights;
  options.months = months;
  options.seed = seed;
  return options;
}

inline Schedule first_month(const AirlineOptions& options) {
  return generate_airline(options).front().month.schedule;
}

inline Minutes local_departure(const Schedule& schedule, const Flight& flight) {
  return schedule::local_time(schedule.station(flight.origin).zone, flight.departure).minute_of_day;
}

// The local departure times at which each flight code is flown.
inline std::map<std::string, std::set<Minutes>> times_by_code(const Schedule& schedule) {
  std::map<std::string, std::set<Minutes>> times;
  for (const Flight& flight : schedule.flights()) {
    times[flight.number].insert(local_departure(schedule, flight));
  }
  return times;
}

inline std::set<std::pair<StationId, StationId>> city_pairs(const Schedule& schedule) {
  std::set<std::pair<StationId, StationId>> pairs;
  for (const Flight& flight : schedule.flights()) pairs.emplace(flight.origin, flight.destination);
  return pairs;
}

}  // namespace skein::generator
