#include "seeding/routes.h"

#include <algorithm>

namespace skein::seeding {

using schedule::Flight;
using schedule::Schedule;

Routes::Routes(const Schedule& schedule, Minutes min_connection, StationId base)
    : schedule_(schedule),
      base_(base),
      home_(schedule.stations().size()),
      out_(schedule.stations().size()) {
  find_ways_home(min_connection);
  find_ways_out(min_connection);
}

// Backwards in time: when a flight is looked at, every flight that leaves after it arrives has its
// way home already. A flight that leads nowhere is left out.
void Routes::find_ways_home(Minutes min_connection) {
  for (std::size_t i = schedule_.flights().size(); i-- > 0;) {
    const FlightId id(i);
    const Flight& flight = schedule_.flight(id);
    Instant home = flight.arrival;
    if (flight.destination != base_) {
      const Step* next = home_step(flight.destination, flight.arrival + min_connection);
      if (next == nullptr) continue;
      home = next->base_time;
    }
    std::vector<Step>& steps = home_[flight.origin];
    if (steps.empty() || home < steps.back().base_time) {
      steps.push_back({flight.departure, id, home});
    }
  }
}

// Forwards in time, in order of arrival, in the same way.
void Routes::find_ways_out(Minutes min_connection) {
  std::vector<FlightId> by_arrival;
  for (FlightId id : schedule_.flight_ids()) by_arrival.push_back(id);
  std::stable_sort(by_arrival.begin(), by_arrival.end(), [this](FlightId a, FlightId b) {
    return schedule_.flight(a).arrival < schedule_.flight(b).arrival;
  });
  for (FlightId id : by_arrival) {
    const Flight& flight = schedule_.flight(id);
    Instant left = flight.departure;
    if (flight.origin != base_) {
      const Step* before = out_step(flight.origin, flight.departure - min_connection);
      if (before == nullptr) continue;
      left = before->base_time;
    }
    std::vector<Step>& steps = out_[flight.destination];
    if (steps.empty() || left > steps.back().base_time) {
      steps.push_back({flight.arrival, id, left});
    }
  }
}

// Steps are in order of their flights, each better than the one before: the last that is still in
// reach is the best.
const Routes::Step* Routes::home_step(StationId station, Instant from) const {
  const std::vector<Step>& steps = home_[station];
  const auto end = std::partition_point(steps.begin(), steps.end(),
                                        [from](const Step& step) { return step.at >= from; });
  return end == steps.begin() ? nullptr : &*std::prev(end);
}

const Routes::Step* Routes::out_step(StationId station, Instant until) const {
  const std::vector<Step>& steps = out_[station];
  const auto end = std::partition_point(steps.begin(), steps.end(),
                                        [until](const Step& step) { return step.at <= until; });
  return end == steps.begin() ? nullptr : &*std::prev(end);
}

FlightId Routes::soonest_home(StationId station, Instant from) const {
  const Step* step = home_step(station, from);
  return step == nullptr ? FlightId::none() : step->flight;
}

FlightId Routes::latest_out(StationId station, Instant until) const {
  const Step* step = out_step(station, until);
  return step == nullptr ? FlightId::none() : step->flight;
}

}  // namespace skein::seeding
