// What a planner wishes of one month beyond the rules: pairings and connections that the plan must
// have as they are, and others that it must not have.
#pragma once

#include <vector>

#include "base/ids.h"
#include "pairing/pairing.h"

namespace skein::pairing {

// Two legs of a pairing, the second directly after the first, both operated.
struct Connection {
  FlightId flight;
  FlightId next;

  friend auto operator<=>(const Connection&, const Connection&) = default;
};

struct Wishes {
  // In the plan with these very legs. Other crews may ride on their flights.
  std::vector<Pairing> locked_pairings;
  // No crew of the base operates these flights, all of them and no others, with whatever deadheads.
  std::vector<Pairing> forbidden_pairings;
  // A pairing operates both flights, the second directly after the first, or neither.
  std::vector<Connection> locked_connections;
  // No pairing operates the second flight directly after it has operated the first.
  std::vector<Connection> forbidden_connections;

  bool empty() const {
    return locked_pairings.empty() && forbidden_pairings.empty() && locked_connections.empty() &&
           forbidden_connections.empty();
  }

  friend bool operator==(const Wishes&, const Wishes&) = default;
};

}  // namespace skein::pairing
