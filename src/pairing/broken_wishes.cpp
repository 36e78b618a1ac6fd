#include "pairing/broken_wishes.h"

#include <algorithm>

#include <fmt/format.h>

namespace skein::pairing {
namespace {

std::vector<FlightId> operated_flights(std::span<const Leg> legs) {
  std::vector<FlightId> flights;
  for (const Leg& leg : legs) {
    if (leg.role == Role::kOperate) flights.push_back(leg.flight);
  }
  return flights;
}

bool operates(std::span<const Leg> legs, FlightId flight) {
  return std::find(legs.begin(), legs.end(), Leg{flight, Role::kOperate}) != legs.end();
}

bool has(std::span<const Leg> legs, const Connection& connection) {
  for (std::size_t i = 1; i < legs.size(); ++i) {
    if (legs[i - 1] == Leg{connection.flight, Role::kOperate} &&
        legs[i] == Leg{connection.next, Role::kOperate}) {
      return true;
    }
  }
  return false;
}

}  // namespace

bool do_the_same_work(const Pairing& pairing, StationId base, std::span<const Leg> legs) {
  return pairing.base == base && operated_flights(pairing.legs) == operated_flights(legs);
}

std::vector<Violation> broken_wishes(const schedule::Schedule& schedule, const Wishes& wishes,
                                     StationId base, std::span<const Leg> legs) {
  std::vector<Violation> broken;
  const auto id = [&](FlightId flight) { return schedule.flight(flight).id; };
  const auto report = [&](Rule rule, std::vector<FlightId> flights, std::string detail) {
    broken.push_back({rule, std::move(flights), 0, 0, std::move(detail)});
  };
  for (const Connection& locked : wishes.locked_connections) {
    if (has(legs, locked)) continue;
    if (!operates(legs, locked.flight) && !operates(legs, locked.next)) continue;
    report(Rule::kLockedConnection, {locked.flight, locked.next},
           fmt::format("does not go on from {} to {} directly, which is locked", id(locked.flight),
                       id(locked.next)));
  }
  for (const Connection& forbidden : wishes.forbidden_connections) {
    if (!has(legs, forbidden)) continue;
    report(Rule::kForbiddenConnection, {forbidden.flight, forbidden.next},
           fmt::format("goes on from {} to {} directly, which is forbidden", id(forbidden.flight),
                       id(forbidden.next)));
  }
  for (const Pairing& forbidden : wishes.forbidden_pairings) {
    if (!do_the_same_work(forbidden, base, legs)) continue;
    report(Rule::kForbiddenPairing, operated_flights(legs),
           fmt::format("operates the flights of {}, which is forbidden", forbidden.name));
  }
  return broken;
}

}  // namespace skein::pairing
