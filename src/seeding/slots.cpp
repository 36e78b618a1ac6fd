#include "seeding/slots.h"

#include <algorithm>

namespace skein::seeding {

using schedule::Flight;
using schedule::Schedule;

Instant clock_at_departure(const Schedule& schedule, const Flight& flight) {
  return flight.departure + schedule.station(flight.origin).zone.offset_at(flight.departure);
}

SlotMatching::SlotMatching(const Schedule& month, const std::vector<Slot>& slots,
                           Minutes longest_move) {
  std::map<Route, std::vector<Flown>> by_route;
  for (FlightId id : month.flight_ids()) {
    const Flight& flight = month.flight(id);
    by_route[{month.station(flight.origin).code, month.station(flight.destination).code,
              month.fleets()[flight.fleet]}]
        .push_back({clock_at_departure(month, flight), id});
  }
  for (auto& [route, flown] : by_route) {
    std::stable_sort(flown.begin(), flown.end(),
                     [](const Flown& a, const Flown& b) { return a.clock < b.clock; });
  }
  for (const Slot& slot : slots) chosen_.try_emplace(slot, FlightId::none());
  for (const auto& [slot, none] : chosen_) {
    const auto route = by_route.find({slot.origin, slot.destination, slot.fleet});
    if (route != by_route.end()) add_matches(month, slot, longest_move, route->second);
  }
  choose(month.flights().size());
}

void SlotMatching::add_matches(const Schedule& month, const Slot& slot, Minutes longest_move,
                               const std::vector<Flown>& flown) {
  auto next = std::partition_point(flown.begin(), flown.end(), [&](const Flown& other) {
    return other.clock < slot.clock - longest_move;
  });
  for (; next != flown.end() && next->clock <= slot.clock + longest_move; ++next) {
    const Minutes moved = std::max(next->clock - slot.clock, slot.clock - next->clock);
    matches_.push_back(
        {month.flight(next->flight).number != slot.number, moved, next->flight, &slot});
  }
}

// The best matches first; in the order of flights and slots among equals.
void SlotMatching::choose(std::size_t flights) {
  std::sort(matches_.begin(), matches_.end(), [](const Match& a, const Match& b) {
    return std::tie(a.other_number, a.moved, a.flight, *a.slot) <
           std::tie(b.other_number, b.moved, b.flight, *b.slot);
  });
  IdVector<FlightId, bool> is_taken(flights, false);
  for (const Match& match : matches_) {
    FlightId& chosen = chosen_.at(*match.slot);
    if (chosen.exists() || is_taken[match.flight]) continue;
    chosen = match.flight;
    is_taken[match.flight] = true;
  }
  matches_.clear();
}

FlightId SlotMatching::flight_of(const Slot& slot) const {
  const auto found = chosen_.find(slot);
  return found == chosen_.end() ? FlightId::none() : found->second;
}

}  // namespace skein::seeding
