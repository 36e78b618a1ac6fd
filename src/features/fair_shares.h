// How the crews that land at a station would be shared out among its departures if only the cost of
// gaps counted: what many arrivals compete for is worth less to each of them.
//
// With the cost w(g) of gaps and a temperature tau, arrivals i and departures c of one fleet, it is
// the matching of largest entropy
//
//    p_ic = exp(-w(g_ic)/tau - v_i - u_c),   sum_c p_ic + p_i0 = 1,   sum_i p_ic <= 1
//
// where p_i0 stands for pairings that end, cheaply at bases only. Rows and columns are scaled in
// turns (Sinkhorn 1967). Nothing is known of crews here, so it is the same for all.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/ids.h"
#include "history/next_flights.h"
#include "pairing/rules.h"
#include "schedule/schedule.h"

namespace skein::features {

struct FairShareOptions {
  double temperature = 100;    // in cost: what an hour of waiting costs, in the default preset
  double end_at_base = 250;    // cost of ending a pairing
  double end_elsewhere = 600;  // the crew has to ride home
  int rounds = 30;
};

class FairShares {
 public:
  FairShares(const schedule::Schedule& schedule, const pairing::Rules& rules,
             const history::NextFlights& flights, const FairShareOptions& options = {});

  // Of a flight and one that may follow it; 0 for any other.
  double share(FlightId flight, FlightId next) const;
  // That it ends a pairing.
  double ends(FlightId flight) const { return ends_[flight]; }
  // That a flight is the first of its crew.
  double starts(FlightId flight) const { return starts_[flight]; }

 private:
  void match(StationId station, FleetId fleet, const history::NextFlights& flights,
             const FairShareOptions& options);

  const schedule::Schedule& schedule_;
  const pairing::Rules& rules_;
  // By flight: the flights that may follow it, one after the other, first to last.
  struct Range {
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  IdVector<FlightId, Range> ranges_;
  std::vector<FlightId> next_;
  std::vector<float> shares_;
  IdVector<FlightId, double> ends_;
  IdVector<FlightId, double> starts_;
};

}  // namespace skein::features
