#include "generator/aircraft.h"

namespace skein::generator {
namespace {

constexpr Minutes kShortestTurn{30};

}  // namespace

Aircraft::Aircraft(const Network& network)
    : stations_(network.cities.size()),
      queues_(network.fleets.size() * network.cities.size()),
      fleet_sizes_(network.fleets.size()) {}

void Aircraft::assign(std::vector<DatedFlight>& flights) {
  for (DatedFlight& flight : flights) {
    flight.aircraft = take(flight);
    parked(flight.fleet, flight.destination)
        .push({flight.arrival + kShortestTurn, flight.aircraft});
  }
}

Aircraft::Queue& Aircraft::parked(FleetId fleet, StationId station) {
  return queues_[fleet.index() * stations_ + station.index()];
}

std::size_t Aircraft::take(const DatedFlight& flight) {
  Queue& queue = parked(flight.fleet, flight.origin);
  if (queue.empty() || queue.top().ready > flight.departure) return ++fleet_sizes_[flight.fleet];
  const std::size_t number = queue.top().number;
  queue.pop();
  return number;
}

}  // namespace skein::generator
