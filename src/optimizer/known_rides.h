// Flights that crews ride in, as far as pairings are known.
//
// A dense month has thousands of flights that a crew could deadhead on, and nearly all of the time
// of pricing goes into those. Few of them are worth it: those that pairings which were found at
// some prices ride in.
#pragma once

#include <cstddef>
#include <vector>

#include "base/ids.h"
#include "optimizer/master.h"
#include "pricing/prices.h"

namespace skein::optimizer {

class KnownRides {
 public:
  KnownRides(std::size_t flights, const std::vector<Candidate>& pairings);

  void add(const Candidate& pairing);
  // What pairings that operate some of these flights ride in.
  pricing::OpenFlights with(const pricing::OpenFlights& operated) const;

 private:
  IdVector<FlightId, std::vector<FlightId>> ridden_;  // by flight that the same pairing operates
};

}  // namespace skein::optimizer
