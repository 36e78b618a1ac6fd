#include "features/ways_home.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace skein::features {

// Flights from the last departure back. Those that leave a station stand in the order in which they
// are met, each with the soonest arrival at home over itself and all later ones.
WaysHome::WaysHome(const schedule::Schedule& schedule, Minutes least_connection, StationId base)
    : home_(schedule.flights().size(), kNever) {
  using Later = std::pair<Instant, Instant>;  // departure, home
  IdVector<StationId, std::vector<Later>> later(schedule.stations().size());
  for (std::size_t k = schedule.flights().size(); k-- > 0;) {
    const FlightId id(k);
    const schedule::Flight& flight = schedule.flight(id);
    if (flight.destination == base) {
      home_[id] = flight.arrival;
    } else {
      const std::vector<Later>& from = later[flight.destination];
      const auto end = std::ranges::partition_point(
          from, [&](const Later& next) { return next.first >= flight.arrival + least_connection; });
      if (end != from.begin()) home_[id] = std::prev(end)->second;
    }
    std::vector<Later>& own = later[flight.origin];
    const Instant best = own.empty() ? kNever : own.back().second;
    own.emplace_back(flight.departure, std::min(best, home_[id]));
  }
}

}  // namespace skein::features
