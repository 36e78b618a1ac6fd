// What the solved relaxation of a month knows: the start for plans and their improvement.
#pragma once

#include <vector>

#include "optimizer/master.h"
#include "pricing/prices.h"

namespace skein::optimizer {

struct Relaxation {
  std::vector<Candidate> pool;  // pairings worth trying
  std::vector<double> shares;   // of the pool's pairings; may be shorter: 0
  pricing::Prices prices;       // proven
  std::vector<FlightId> lost;   // flights that no pairing can operate

  // They cost the same in every plan, and would hide what the other flights cost behind it.
  void close_lost(pricing::OpenFlights& open) const {
    for (FlightId flight : lost) open[flight] = 0;
  }

  // Shares above this are taken for 1.
  static constexpr double kWholeShare = 0.999;
  bool is_whole(std::size_t j) const { return j < shares.size() && shares[j] > kWholeShare; }
};

}  // namespace skein::optimizer
