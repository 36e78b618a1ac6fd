#include "diagnosis/journeys.h"

#include <algorithm>

namespace skein::diagnosis {

using pairing::Role;

Journeys::Journeys(const TravelRules& rules, StationId base, std::span<const FlightId> flights,
                   pricing::FlightRange range, const WayLimits& limits)
    : rules_(rules),
      crews_(rules.schedule(), rules.work(), base),
      limits_(limits),
      out_(rules, crews_, {range.begin, flights.back().index() + 1}, limits),
      home_(rules, crews_, {flights.front().index(), range.end}, limits) {}

Journey Journeys::best(FlightId flight, std::optional<Change> relaxed) const {
  Journey found;
  const double guarantee = rules_.connections().guarantee(rules_.times(flight).duration());
  const WayOut* best_out = nullptr;
  const WayHome* best_home = nullptr;
  for (const WayOut& out : out_.to(flight)) {
    const int operating = rules_.operating_need(crews_, out.duty_start, flight, relaxed);
    for (const WayHome& home : home_.from(flight)) {
      Journey journey;
      journey.need = std::max(operating, meeting_need(out, home));
      journey.cost = out.cost + guarantee + home.cost;
      if (!journey.exists() || !journey.is_better_than(found)) continue;
      if (limits_.by_cost && journey.cost >= limits_.most_cost) continue;
      found = journey;
      best_out = &out;
      best_home = &home;
    }
  }
  if (best_out != nullptr) found.pairing = pairing_of(flight, *best_out, *best_home);
  return found;
}

int Journeys::meeting_need(const WayOut& out, const WayHome& home) const {
  const bool is_covered = rules_.report(out.duty_start) >= home.earliest_report;
  const int need = std::max({out.need, home.need, rules_.duties_need(out.duties + home.duties),
                             rules_.days_need(out.days + home.days),
                             rules_.span_need(rules_.span(out.duty_start, home.last_arrival)),
                             rules_.need(Change::kRestCoversDuty, is_covered ? 0 : 1)});
  if (need == kForbidden) return need;
  const bool consistent = rules_.is_consistent(need, std::max(out.longest_sit, home.longest_sit));
  return consistent ? need : kForbidden;
}

pairing::Pairing Journeys::pairing_of(FlightId flight, const WayOut& out,
                                      const WayHome& home) const {
  pairing::Pairing pairing{"", crews_.base, {}};
  for (FlightId ride : out_.flights_before(out)) pairing.legs.push_back({ride, Role::kDeadhead});
  pairing.legs.push_back({flight, Role::kOperate});
  for (FlightId ride : home_.flights_after(home)) pairing.legs.push_back({ride, Role::kDeadhead});
  return pairing;
}

}  // namespace skein::diagnosis
