#include "report/plan_changes.h"

#include <set>

#include "plan/connections.h"

namespace skein::report {
namespace {

// What makes two pairings the same.
using Content = std::pair<StationId, std::vector<std::pair<FlightId, plan::Role>>>;

Content content_of(const plan::Pairing& pairing) {
  Content content{pairing.base, {}};
  for (const plan::Leg& leg : pairing.legs) content.second.emplace_back(leg.flight, leg.role);
  return content;
}

// The base of the first crew that operates each flight.
IdVector<FlightId, StationId> bases_of(const schedule::Schedule& schedule, const plan::Plan& plan) {
  IdVector<FlightId, StationId> bases(schedule.flights().size(), StationId::none());
  for (const plan::Pairing& pairing : plan.pairings) {
    for (const plan::Leg& leg : pairing.legs) {
      if (leg.role != plan::Role::kOperate || !leg.flight.exists()) continue;
      if (!bases[leg.flight].exists()) bases[leg.flight] = pairing.base;
    }
  }
  return bases;
}

void compare_pairings(const plan::Plan& before, const plan::Plan& now, PlanChanges& changes) {
  std::multiset<Content> left;
  for (const plan::Pairing& pairing : before.pairings) left.insert(content_of(pairing));
  for (const plan::Pairing& pairing : now.pairings) {
    const auto same = left.find(content_of(pairing));
    changes.is_new.push_back(same == left.end());
    if (same == left.end()) continue;
    left.erase(same);
    ++changes.same_pairings;
  }
  changes.gone_pairings = left.size();
}

void compare_connections(const plan::Plan& before, const plan::Plan& now, PlanChanges& changes) {
  const plan::Connections old = plan::connections_of(before);
  const plan::Connections present = plan::connections_of(now);
  changes.connections_before = old.size();
  changes.connections_now = present.size();
  changes.same_connections = plan::count_shared(present, old);
}

void compare_flights(const schedule::Schedule& schedule, const plan::Plan& before,
                     const plan::Plan& now, PlanChanges& changes) {
  const auto old = bases_of(schedule, before);
  const auto present = bases_of(schedule, now);
  for (FlightId flight : schedule.flight_ids()) {
    const StationId from = old[flight];
    const StationId to = present[flight];
    if (from.exists() && to.exists()) {
      ++changes.flights_by_base[{from, to}];
      if (from != to) ++changes.moved_flights;
    } else if (to.exists()) {
      ++changes.now_covered;
    } else if (from.exists()) {
      ++changes.now_open;
    }
  }
}

}  // namespace

PlanChanges changes_between(const schedule::Schedule& schedule, const plan::Plan& before,
                            const plan::Plan& now) {
  PlanChanges changes;
  compare_pairings(before, now, changes);
  compare_connections(before, now, changes);
  compare_flights(schedule, before, now, changes);
  return changes;
}

}  // namespace skein::report
