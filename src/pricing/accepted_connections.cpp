#include "pricing/accepted_connections.h"

#include <algorithm>

namespace skein::pricing {

AcceptedConnections::AcceptedConnections(const schedule::Schedule& schedule,
                                         const pairing::WorkRules& rules) {
  for (const auto& [name, next_name] : rules.accepted_connections) {
    const FlightId flight = schedule.find_flight(name);
    const FlightId next = schedule.find_flight(next_name);
    if (!flight.exists() || !next.exists()) continue;
    const Minutes gap = schedule.flight(next).departure - schedule.flight(flight).arrival;
    const bool possible = schedule.flight(flight).destination == schedule.flight(next).origin &&
                          gap >= Minutes(0) && gap < rules.min_connection;
    if (possible) pairs_.emplace_back(flight, next);
  }
  std::sort(pairs_.begin(), pairs_.end());
  pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
}

bool AcceptedConnections::contain(FlightId flight, FlightId next) const {
  return std::binary_search(pairs_.begin(), pairs_.end(), std::pair(flight, next));
}

std::span<const std::pair<FlightId, FlightId>> AcceptedConnections::from(FlightId flight) const {
  if (pairs_.empty()) return {};
  const auto begin = std::lower_bound(pairs_.begin(), pairs_.end(), std::pair(flight, FlightId(0)));
  auto end = begin;
  while (end != pairs_.end() && end->first == flight) ++end;
  return {begin, end};
}

}  // namespace skein::pricing
