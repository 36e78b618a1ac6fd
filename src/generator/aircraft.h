// The aircraft of the airline, and which of them flies which flight.
#pragma once

#include <cstddef>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "base/units.h"
#include "generator/dated_flights.h"
#include "generator/network.h"

namespace skein::generator {

// First in, first out: a flight takes the aircraft of its fleet that has stood longest at its
// origin, or a new one where none is ready. Aircraft stay where they are between months.
class Aircraft {
 public:
  explicit Aircraft(const Network& network);

  // Flights in order of departure; later calls give later months.
  void assign(std::vector<DatedFlight>& flights);

 private:
  struct Parked {
    Instant ready;
    std::size_t number = 0;
    friend auto operator<=>(const Parked&, const Parked&) = default;
  };
  using Queue = std::priority_queue<Parked, std::vector<Parked>, std::greater<>>;

  Queue& parked(FleetId fleet, StationId station);
  std::size_t take(const DatedFlight& flight);

  std::size_t stations_;
  std::vector<Queue> queues_;  // by fleet and station
  IdVector<FleetId, std::size_t> fleet_sizes_;
};

}  // namespace skein::generator
