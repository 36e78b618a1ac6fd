#include "pricing/ride_home.h"

namespace skein::pricing {

std::optional<double> RideHome::search(const GroupNetwork& network, FlightId last,
                                       const DutyLimits& limits, const PairingUse& used,
                                       double most) {
  network_ = &network;
  best_ = most;
  flights_.clear();
  found_ = false;
  ++searches_;
  reached_.resize(network.connections.flights());
  go_on({last, limits, used, 0});
  return found_ ? std::optional(best_) : std::nullopt;
}

void RideHome::go_on(const Place& at) {
  if (least_cost(at) >= best_ || was_better_off(at)) return;
  if (network_->connections.times(at.flight).destination == network_->group.base) {
    best_ = at.cost;
    found_ = true;
    best_flights_ = flights_;
    return;
  }
  if (const auto next = cheapest_next(at)) go_aboard(*next);
  for_each_next(at, best_, [&](const Place& next) { go_aboard(next); });
}

void RideHome::go_aboard(const Place& next) {
  flights_.push_back(next.flight);
  go_on(next);
  flights_.pop_back();
}

// By what the ride costs at least.
std::optional<RideHome::Place> RideHome::cheapest_next(const Place& at) const {
  std::optional<Place> cheapest;
  double least = best_;
  for_each_next(at, least, [&](const Place& next) {
    cheapest = next;
    least = least_cost(next);
  });
  return cheapest;
}

// Whether this search has been here before, in the same duty, for less and with no less left to it.
// Else it remembers that it was.
bool RideHome::was_better_off(const Place& at) {
  Reached& before = reached_[at.flight.index()];
  const bool known = before.search == searches_ && before.report == at.limits.report;
  if (known && before.cost <= at.cost && before.used.within(at.used)) return true;
  if (!known || at.cost < before.cost) before = {searches_, at.limits.report, at.cost, at.used};
  return false;
}

template <class Visit>
void RideHome::for_each_next(const Place& at, const double& most, Visit visit) const {
  for_each_sit(at, most, visit);
  for_each_rest(at, most, visit);
}

template <class Visit>
void RideHome::for_each_sit(const Place& at, const double& most, Visit visit) const {
  const Connections& connections = network_->connections;
  const auto sit = [&](FlightId flight) {
    Place next{flight, at.limits, at.used,
               at.cost + connections.cost(at.flight, flight) + network_->costs.deadhead[flight]};
    if (least_cost(next) >= most) return;
    if (!at.limits.allow_ride(connections.times(flight).arrival)) return;
    if (network_->changes_day(at.flight, flight)) ++next.used.days;
    if (next.used.within(network_->limits)) visit(next);
  };
  for (FlightId flight : connections.sits(at.flight)) {
    if (!network_->in_range(flight)) break;
    if (connections.times(flight).departure >= at.limits.latest_arrival) break;
    sit(flight);
  }
  for (const auto& accepted : connections.accepted(at.flight)) {
    if (network_->in_range(accepted.second)) sit(accepted.second);
  }
}

template <class Visit>
void RideHome::for_each_rest(const Place& at, const double& most, Visit visit) const {
  PairingUse same_day = at.used;
  ++same_day.duties;
  if (!same_day.within(network_->limits)) return;
  PairingUse next_day = same_day;
  ++next_day.days;
  const Connections& connections = network_->connections;
  const Instant ready = network_->ready_after_rest(at.flight, at.limits.report);
  const double rested = at.cost + connections.guarantee(Minutes(0));
  for (FlightId flight : connections.rests(at.flight)) {
    if (!network_->in_range(flight)) break;
    const LegTimes& leg = connections.times(flight);
    if (leg.departure < ready) continue;
    const Minutes gap = leg.departure - connections.times(at.flight).arrival;
    if (rested + connections.least_gap_cost_from(gap) >= most) break;
    const PairingUse& later = network_->changes_day(at.flight, flight) ? next_day : same_day;
    if (!later.within(network_->limits)) break;  // nor do those that leave after it
    Place next{flight,
               {},
               later,
               rested + connections.cost(at.flight, flight) + network_->costs.deadhead[flight]};
    if (least_cost(next) >= most) continue;
    next.limits = network_->starts.limits(flight);
    if (next.limits.allow_ride(leg.arrival)) visit(next);
  }
}

}  // namespace skein::pricing
