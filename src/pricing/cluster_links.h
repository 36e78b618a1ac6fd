// Which flights are expected to follow each other in a crew's work: the clusters of dynamic
// constraint aggregation (cover/partition.h), as pricing sees them.
//
// A pairing cuts a link if it operates one of its flights and does not go on to the other one with
// its next leg. (For the master deadheads between them do not count, so it may count fewer.) Along
// a partial pairing links are counted as cut as soon as a flight is operated, those before it and
// after it, and are given back where the pairing goes on along the link.
#pragma once

#include "base/ids.h"

namespace skein::pricing {

struct ClusterLinks {
  IdVector<FlightId, FlightId> next;  // none: the last flight of its cluster
  IdVector<FlightId, FlightId> previous;

  int before(FlightId flight) const { return previous[flight].exists() ? 1 : 0; }
  int after(FlightId flight) const { return next[flight].exists() ? 1 : 0; }
  bool lead(FlightId flight, FlightId to) const { return flight.exists() && next[flight] == to; }
};

}  // namespace skein::pricing
