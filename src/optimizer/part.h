// A part of a month: what is left to be covered while the rest of the plan stays.
#pragma once

#include <vector>

#include "base/units.h"
#include "pricing/pricer.h"
#include "pricing/prices.h"

namespace skein::optimizer {

struct Part {
  pricing::OpenFlights open;    // flights that may be operated
  std::vector<double> targets;  // hours that each base may still do; empty: without base rows
  double excess_cost = 0;       // of an hour above the target; 0: R
  // Cost of every hour, by base; empty: nothing.
  std::vector<double> hour_costs;
  // Of leaving an open flight, where it is less than U: it may be covered later. Empty: U for all.
  IdVector<FlightId, double> left_costs;
  Instant last_start = pricing::Pricer::kNoLastStart;  // pairings begin no later
  // Pairings that begin later than this may be taken in part.
  Instant last_whole = pricing::Pricer::kNoLastStart;
};

}  // namespace skein::optimizer
