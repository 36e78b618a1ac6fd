#include "pricing/ride_home.h"

namespace skein::pricing {

std::optional<double> RideHome::search(const GroupNetwork& network, FlightId last,
                                       const DutyLimits& limits, const PairingUse& used,
                                       double most) {
  network_ = &network;
  best_ = most;
  flights_.clear();
  found_ = false;
  go_on(last, limits, used, 0);
  return found_ ? std::optional(best_) : std::nullopt;
}

void RideHome::go_on(FlightId at, const DutyLimits& limits, const PairingUse& used, double cost) {
  if (cost + network_->bound.ride_home(at) >= best_) return;
  const Connections& connections = network_->connections;
  if (connections.times(at).destination == network_->group.base) {
    best_ = cost;
    found_ = true;
    best_flights_ = flights_;
    return;
  }
  for (FlightId next : connections.sits(at)) {
    if (!network_->in_range(next) || connections.times(next).departure >= limits.latest_arrival) {
      break;
    }
    sit(at, next, limits, used, cost);
  }
  for (const auto& accepted : connections.accepted(at)) {
    if (network_->in_range(accepted.second)) sit(at, accepted.second, limits, used, cost);
  }
  rest(at, limits, used, cost);
}

void RideHome::sit(FlightId at, FlightId next, const DutyLimits& limits, PairingUse used,
                   double cost) {
  if (!limits.allow_ride(network_->connections.times(next).arrival)) return;
  if (network_->changes_day(at, next)) ++used.days;
  if (!used.within(network_->limits)) return;
  flights_.push_back(next);
  go_on(next, limits, used,
        cost + network_->connections.cost(at, next) + network_->costs.deadhead[next]);
  flights_.pop_back();
}

void RideHome::rest(FlightId at, const DutyLimits& limits, const PairingUse& used, double cost) {
  const Connections& connections = network_->connections;
  const Instant ready = network_->ready_after_rest(at, limits.report);
  const double next_duty = connections.guarantee(Minutes(0));
  for (FlightId next : connections.rests(at)) {
    if (!network_->in_range(next)) break;
    const LegTimes& leg = connections.times(next);
    if (leg.departure < ready) continue;
    const Minutes gap = leg.departure - connections.times(at).arrival;
    if (cost + next_duty + connections.least_gap_cost_from(gap) >= best_) break;
    PairingUse later = used;
    ++later.duties;
    if (network_->changes_day(at, next)) ++later.days;
    const DutyLimits next_limits = network_->starts.limits(next);
    if (!later.within(network_->limits) || !next_limits.allow_ride(leg.arrival)) continue;
    flights_.push_back(next);
    go_on(next, next_limits, later,
          cost + next_duty + connections.cost(at, next) + network_->costs.deadhead[next]);
    flights_.pop_back();
  }
}

}  // namespace skein::pricing
