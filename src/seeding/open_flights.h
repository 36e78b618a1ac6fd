// The flights that no crew operates yet, by station and fleet, in order of departure.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/ids.h"
#include "base/units.h"
#include "schedule/schedule.h"

namespace skein::seeding {

class OpenFlights {
 public:
  struct Departure {
    Instant departure;
    FlightId flight;
  };

  // All flights of the schedule, which must live as long as this.
  explicit OpenFlights(const schedule::Schedule& schedule);
  // Some of them only, in order of departure.
  OpenFlights(const schedule::Schedule& schedule, std::vector<FlightId> flights);

  bool is_open(FlightId flight) const { return is_open_[flight]; }
  void close(FlightId flight);

  // Open flights of the fleet that leave the station at `from` or later, in order of departure.
  std::span<const Departure> departures(StationId station, FleetId fleet, Instant from) const;
  std::vector<FlightId> all() const;

 private:
  std::size_t list_number(StationId station, FleetId fleet) const;

  const schedule::Schedule& schedule_;
  std::vector<FlightId> flights_;  // that were open at first
  IdVector<FlightId, bool> is_open_;
  std::vector<std::vector<Departure>> lists_;
};

}  // namespace skein::seeding
