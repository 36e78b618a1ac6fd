// The pairings of one base's crews that operate one flight and ride on others: a way out, the
// flight, and a way home.
#pragma once

#include <optional>
#include <span>

#include "base/ids.h"
#include "diagnosis/travel_rules.h"
#include "diagnosis/ways_home.h"
#include "diagnosis/ways_out.h"
#include "pairing/pairing.h"
#include "pricing/prices.h"

namespace skein::diagnosis {

struct Journey {
  int need = kForbidden;
  double cost = 0;
  pairing::Pairing pairing;

  bool exists() const { return need != kForbidden; }
  bool is_better_than(const Journey& other) const {
    return need != other.need ? need < other.need : cost < other.cost;
  }
};

class Journeys {
 public:
  // Through any of the flights, which are in order, riding on those of the range. Rules must live
  // as long as this.
  Journeys(const TravelRules& rules, StationId base, std::span<const FlightId> flights,
           pricing::FlightRange range, const WayLimits& limits);

  // The one with the least need, and of those with the least cost, under the relaxed rule; that
  // must be the one of the rules, or one that does not bear on travel.
  Journey best(FlightId flight, std::optional<Change> relaxed) const;

 private:
  int meeting_need(const WayOut& out, const WayHome& home) const;
  pairing::Pairing pairing_of(FlightId flight, const WayOut& out, const WayHome& home) const;

  const TravelRules& rules_;
  Crews crews_;
  WayLimits limits_;
  WaysOut out_;
  WaysHome home_;
};

}  // namespace skein::diagnosis
