#include "report/plan_changes.h"

#include <algorithm>
#include <set>

namespace skein::report {
namespace {

using Connection = std::pair<FlightId, FlightId>;

// What makes two pairings the same.
using Content = std::pair<StationId, std::vector<std::pair<FlightId, plan::Role>>>;

Content content_of(const plan::Pairing& pairing) {
  Content content{pairing.base, {}};
  for (const plan::Leg& leg : pairing.legs) content.second.emplace_back(leg.flight, leg.role);
  return content;
}

std::set<Connection> connections_of(const plan::Plan& plan) {
  std::set<Connection> connections;
  for (const plan::Pairing& pairing : plan.pairings) {
    FlightId last = FlightId::none();
    for (const plan::Leg& leg : pairing.legs) {
      if (leg.role != plan::Role::kOperate || !leg.flight.exists()) continue;
      if (last.exists()) connections.emplace(last, leg.flight);
      last = leg.flight;
    }
  }
  return connections;
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
  const std::set<Connection> old = connections_of(before);
  const std::set<Connection> present = connections_of(now);
  changes.connections_before = old.size();
  changes.connections_now = present.size();
  changes.same_connections = static_cast<std::size_t>(
      std::count_if(present.begin(), present.end(),
                    [&](const Connection& connection) { return old.contains(connection); }));
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
