#include "pricing/group_network.h"

#include <limits>
#include <optional>

namespace skein::pricing {

PairingUse pairing_limits(const pairing::WorkRules& rules) {
  const auto limit = [](const std::optional<int>& value) {
    const int most = std::numeric_limits<std::int16_t>::max();
    return static_cast<std::int16_t>(std::min(value.value_or(most), most));
  };
  return {rules.max_flying.value_or(Minutes(std::numeric_limits<std::int32_t>::max())),
          limit(rules.max_landings), limit(rules.max_duties), limit(rules.max_days),
          std::numeric_limits<std::int16_t>::max()};
}

GroupNetwork::GroupNetwork(const Connections& all_connections, const DutyStarts& duty_starts,
                           const CrewGroup& crew_group)
    : connections(all_connections),
      starts(duty_starts),
      group(crew_group),
      limits(pairing_limits(all_connections.rules().work)),
      forbidden(crew_group.base, all_connections.rules().wishes),
      bound(all_connections, duty_starts, crew_group),
      limits_work_(all_connections.rules().work.max_flying ||
                   all_connections.rules().work.max_landings) {}

void GroupNetwork::set_prices(const Prices& prices, const OpenFlights& open,
                              const OpenFlights& rides, FlightRange flights,
                              const ClusterLinks* links, int max_cuts) {
  range = flights;
  costs = LegCosts(connections.schedule(), connections.rules().cost, group, prices, open, rides);
  bound.compute(costs, range, links, max_cuts);
}

Instant GroupNetwork::ready_after_rest(FlightId last, Instant report) const {
  const pairing::WorkRules& work = connections.rules().work;
  const LegTimes& leg = connections.times(last);
  Minutes rest = work.min_rest;
  if (leg.destination == group.base) rest = std::max(rest, work.min_rest_at_base.value_or(rest));
  if (work.rest_covers_previous_duty) {
    rest = std::max(rest, leg.arrival + work.debriefing - report);
  }
  return leg.arrival +
         std::max(rest + work.briefing + work.debriefing, connections.least_rest_gap());
}

bool GroupNetwork::may_rest_after(FlightId last) const {
  return connections.rules().work.rest_at_base_allowed ||
         connections.times(last).destination != group.base;
}

}  // namespace skein::pricing
