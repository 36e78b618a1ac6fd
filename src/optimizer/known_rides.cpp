#include "optimizer/known_rides.h"

#include <algorithm>

namespace skein::optimizer {

using pairing::Leg;
using pairing::Role;

KnownRides::KnownRides(std::size_t flights, const std::vector<Candidate>& pairings)
    : ridden_(flights) {
  for (const Candidate& pairing : pairings) add(pairing);
}

void KnownRides::add(const Candidate& pairing) {
  for (const Leg& ride : pairing.legs) {
    if (ride.role != Role::kDeadhead) continue;
    for (const Leg& leg : pairing.legs) {
      if (leg.role != Role::kOperate) continue;
      std::vector<FlightId>& known = ridden_[leg.flight];
      if (std::find(known.begin(), known.end(), ride.flight) == known.end()) {
        known.push_back(ride.flight);
      }
    }
  }
}

pricing::OpenFlights KnownRides::with(const pricing::OpenFlights& operated) const {
  pricing::OpenFlights rides(ridden_.size(), 0);
  for (std::size_t index = 0; index < ridden_.size(); ++index) {
    if (!operated[FlightId(index)]) continue;
    for (FlightId ride : ridden_[FlightId(index)]) rides[ride] = 1;
  }
  return rides;
}

}  // namespace skein::optimizer
