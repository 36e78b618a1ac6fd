// The connection network of one group of crews, with what the current prices make of it.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/ids.h"
#include "base/units.h"
#include "pricing/completion_bound.h"
#include "pricing/connections.h"
#include "pricing/duty_starts.h"
#include "pricing/forbidden_work.h"
#include "pricing/prices.h"

namespace skein::pricing {

// What a pairing has used of the limits on whole pairings.
struct PairingUse {
  Minutes flying;             // operated
  std::int16_t landings = 0;  // operated legs
  std::int16_t duties = 0;
  std::int16_t days = 0;
  std::int16_t cuts = 0;  // of links (cluster_links.h), where they are counted

  bool within(const PairingUse& other) const {
    return flying <= other.flying && landings <= other.landings && duties <= other.duties &&
           days <= other.days && cuts <= other.cuts;
  }
};

// The most that the rules allow.
PairingUse pairing_limits(const pairing::WorkRules& rules);

class GroupNetwork {
 public:
  // References must live as long as this.
  GroupNetwork(const Connections& all_connections, const DutyStarts& duty_starts,
               const CrewGroup& crew_group);

  // With links, for pairings that cut at most so many of them.
  void set_prices(const Prices& prices, const OpenFlights& open, const OpenFlights& rides,
                  FlightRange range, const ClusterLinks* links, int max_cuts);

  bool in_range(FlightId flight) const { return flight.index() < range.end; }
  bool may_operate(FlightId flight) const { return costs.may_operate[flight] != 0; }
  bool changes_day(FlightId flight, FlightId next) const {
    return starts.local_day(flight) != starts.local_day(next);
  }
  // Whether the rules limit flying or landings of whole pairings.
  bool limits_work() const { return limits_work_; }
  // Whether a pairing that has used `a` may do all that one that has used `b` may.
  bool leaves_as_much(const PairingUse& a, const PairingUse& b) const {
    return a.duties <= b.duties && a.days <= b.days && a.cuts <= b.cuts &&
           (!limits_work_ || (a.flying <= b.flying && a.landings <= b.landings));
  }
  // The earliest departure after a rest that follows `last`, at the end of a duty with that report.
  Instant ready_after_rest(FlightId last, Instant report) const;
  bool may_rest_after(FlightId last) const;

  const Connections& connections;
  const DutyStarts& starts;
  const CrewGroup group;
  const PairingUse limits;
  const ForbiddenWork forbidden;  // of the base
  LegCosts costs;
  FlightRange range;  // of flights that pairings may take
  CompletionBound bound;

 private:
  bool limits_work_ = false;
};

}  // namespace skein::pricing
