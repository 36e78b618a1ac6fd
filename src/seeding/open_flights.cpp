#include "seeding/open_flights.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace skein::seeding {

using schedule::Flight;
using schedule::Schedule;

namespace {

std::vector<FlightId> all_flights(const Schedule& schedule) {
  std::vector<FlightId> flights;
  for (FlightId flight : schedule.flight_ids()) flights.push_back(flight);
  return flights;
}

}  // namespace

OpenFlights::OpenFlights(const Schedule& schedule) : OpenFlights(schedule, all_flights(schedule)) {}

OpenFlights::OpenFlights(const Schedule& schedule, std::vector<FlightId> flights)
    : schedule_(schedule),
      flights_(std::move(flights)),
      is_open_(schedule.flights().size(), false),
      lists_(schedule.stations().size() * schedule.fleets().size()) {
  for (FlightId id : flights_) {
    is_open_[id] = true;
    const Flight& flight = schedule.flight(id);
    lists_[list_number(flight.origin, flight.fleet)].push_back({flight.departure, id});
  }
}

std::size_t OpenFlights::list_number(StationId station, FleetId fleet) const {
  return station.index() * schedule_.fleets().size() + fleet.index();
}

void OpenFlights::close(FlightId id) {
  assert(is_open(id));
  const Flight& flight = schedule_.flight(id);
  std::vector<Departure>& list = lists_[list_number(flight.origin, flight.fleet)];
  list.erase(std::partition_point(list.begin(), list.end(),
                                  [id](const Departure& entry) { return entry.flight < id; }));
  is_open_[id] = false;
}

std::span<const OpenFlights::Departure> OpenFlights::departures(StationId station, FleetId fleet,
                                                                Instant from) const {
  const std::vector<Departure>& list = lists_[list_number(station, fleet)];
  const auto first = std::partition_point(
      list.begin(), list.end(), [from](const Departure& entry) { return entry.departure < from; });
  return {first, list.end()};
}

std::vector<FlightId> OpenFlights::all() const {
  std::vector<FlightId> open;
  for (FlightId id : flights_) {
    if (is_open(id)) open.push_back(id);
  }
  return open;
}

}  // namespace skein::seeding
