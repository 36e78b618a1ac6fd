// Which legs a planner lets a crew take one directly after the other: the wishes on connections as
// pricing asks for them, a leg at a time. (The plain definition is in pairing/broken_wishes.h.)
//
// What may follow a leg depends on the flight and the crew's role in it, and on nothing before it.
// So partial pairings at a flight can be compared as ever, but only with those of the same role
// where a wish makes the role matter.
#pragma once

#include <cstddef>
#include <vector>

#include "base/ids.h"
#include "pairing/pairing.h"
#include "pairing/wishes.h"

namespace skein::pricing {

class ConnectionWishes {
 public:
  ConnectionWishes(std::size_t flights, const pairing::Wishes& wishes);

  // Whether any wish is about them; else all that follows is allowed.
  bool concern(FlightId flight, FlightId next) const {
    return any_ && (role_matters_[flight] != 0 || before_[next].exists());
  }
  // Whether what may follow depends on the role in this flight.
  bool role_matters(FlightId flight) const { return any_ && role_matters_[flight] != 0; }

  bool allow(pairing::Leg leg, pairing::Leg next) const;
  // As the first leg of a pairing, or the last one that is operated.
  bool allow_first(pairing::Leg leg) const;
  bool allow_last(FlightId operated) const { return !any_ || !after_[operated].exists(); }

 private:
  bool any_ = false;                    // else the lists are empty
  IdVector<FlightId, FlightId> after_;  // locked to this one; none: to no other
  IdVector<FlightId, FlightId> before_;
  IdVector<FlightId, char> role_matters_;
  std::vector<pairing::Connection> forbidden_;  // sorted
};

}  // namespace skein::pricing
