#include "pricing/enumeration.h"

#include <algorithm>

namespace skein::pricing {
namespace {

using pairing::Leg;
using pairing::Role;

std::size_t hash_of_operated(const std::vector<Leg>& legs) {
  std::size_t hash = 0;
  for (const Leg& leg : legs) {
    if (leg.role == Role::kOperate) hash = hash * 1'000'003 + leg.flight.index() + 1;
  }
  return hash;
}

bool operate_the_same(const std::vector<Leg>& a, const std::vector<Leg>& b) {
  const auto next = [](const std::vector<Leg>& legs, std::size_t from) {
    while (from < legs.size() && legs[from].role != Role::kOperate) ++from;
    return from;
  };
  std::size_t i = next(a, 0);
  std::size_t j = next(b, 0);
  while (i < a.size() && j < b.size()) {
    if (a[i].flight != b[j].flight) return false;
    i = next(a, i + 1);
    j = next(b, j + 1);
  }
  return i == a.size() && j == b.size();
}

}  // namespace

Enumeration::Enumeration(const GroupNetwork& network, const EnumerationLimits& limits)
    : network_(network), limits_(limits) {}

std::size_t Enumeration::KeyHash::operator()(const Key& key) const {
  const auto mix = [](std::uint64_t hash, std::uint64_t value) {
    hash = (hash ^ value) * 0x9E3779B97F4A7C15ULL;
    return hash ^ (hash >> 32);
  };
  std::uint64_t hash = mix(0, static_cast<std::uint64_t>(key.flight) << 32 | key.duty_start);
  hash = mix(hash, static_cast<std::uint64_t>(key.duty_flying) << 32 |
                       static_cast<std::uint32_t>(key.flying));
  if (key.operates) hash = mix(hash, 1);
  hash = mix(hash, static_cast<std::uint64_t>(key.duty_legs) << 48 |
                       static_cast<std::uint64_t>(key.landings) << 32 |
                       static_cast<std::uint64_t>(key.duties) << 16 |
                       static_cast<std::uint64_t>(key.days));
  return hash;
}

Enumeration::Key Enumeration::key_of(const State& state) const {
  const bool counts_work = network_.limits_work();
  return {static_cast<std::uint32_t>(state.flight.index()),
          static_cast<std::uint32_t>(state.duty_start.index()),
          static_cast<std::int32_t>(state.duty_flying.count()),
          counts_work ? static_cast<std::int32_t>(state.used.flying.count()) : 0,
          static_cast<std::int16_t>(state.duty_legs),
          counts_work ? state.used.landings : std::int16_t{0},
          state.used.duties,
          state.used.days,
          network_.connections.wishes().role_matters(state.flight) &&
              legs_.back().role == Role::kOperate};
}

bool Enumeration::run(FlightId start) {
  State none;
  none.used.days = 1;
  steps_ = 0;
  begin_duty(start, none);
  return !exhausted();
}

double Enumeration::begin_duty(FlightId start, const State& before) {
  State state = before;
  ++state.used.duties;
  state.duty_start = start;
  state.duty_flying = Minutes(0);
  state.duty_legs = 0;
  if (!state.used.within(network_.limits)) return slack(before);
  return take_leg(start, state);
}

// `before` is at the departure of `next`, with the waiting and a change of day charged.
double Enumeration::take_leg(FlightId next, const State& before) {
  const DutyLimits limits = network_.starts.limits(before.duty_start);
  if (!limits.allow_ride(network_.connections.times(next).arrival)) return slack(before);
  ++steps_;
  ++all_steps_;
  return std::min(operate(next, before), ride(next, before));
}

double Enumeration::operate(FlightId next, const State& before) {
  if (!network_.may_operate(next) || !may_take({next, Role::kOperate})) return slack(before);
  const LegTimes& leg = network_.connections.times(next);
  State state = before;
  state.flight = next;
  state.cost += network_.costs.operate[next];
  state.duty_flying += leg.duration();
  ++state.duty_legs;
  state.used.flying += leg.duration();
  ++state.used.landings;
  const DutyLimits limits = network_.starts.limits(state.duty_start);
  if (!limits.allow_operating(leg.arrival, state.duty_flying, state.duty_legs)) {
    return slack(before);
  }
  if (!state.used.within(network_.limits) || !can_matter(state)) return slack(before);
  legs_.push_back({next, Role::kOperate});
  const double completion = std::min(end(state), complete(state));
  legs_.pop_back();
  return network_.costs.operate[next] + completion;
}

double Enumeration::ride(FlightId next, const State& before) {
  if (!may_take({next, Role::kDeadhead})) return slack(before);
  State state = before;
  state.flight = next;
  state.cost += network_.costs.deadhead[next];
  if (!can_matter(state)) return slack(before);
  legs_.push_back({next, Role::kDeadhead});
  const double completion = complete(state);
  legs_.pop_back();
  return network_.costs.deadhead[next] + completion;
}

// With further operated legs.
double Enumeration::complete(const State& state) {
  const Key key = key_of(state);
  const auto known = completions_.find(key);
  if (known != completions_.end() && known->second >= slack(state) + limits_.margin) {
    return known->second;
  }
  const double completion = std::min({slack(state), sit(state), rest(state)});
  if (exhausted()) return completion;
  double& least = completions_.try_emplace(key, completion).first->second;
  least = std::max(least, completion);
  return completion;
}

double Enumeration::sit(const State& state) {
  const Connections& connections = network_.connections;
  const Instant latest = network_.starts.limits(state.duty_start).latest_arrival;
  double least = slack(state);
  const auto connect = [&](FlightId next) {
    const double waiting = connections.cost(state.flight, next);
    State later = state;
    later.cost += waiting;
    if (network_.changes_day(state.flight, next)) ++later.used.days;
    if (!later.used.within(network_.limits)) return;
    least = std::min(least, waiting + take_leg(next, later));
  };
  for (FlightId next : connections.sits(state.flight)) {
    if (exhausted() || !network_.in_range(next)) break;
    if (connections.times(next).departure >= latest) break;
    connect(next);
  }
  for (const auto& accepted : connections.accepted(state.flight)) {
    if (network_.in_range(accepted.second)) connect(accepted.second);
  }
  return least;
}

double Enumeration::rest(const State& state) {
  const int left = network_.limits.duties - state.used.duties;
  if (left <= 0 || !network_.may_rest_after(state.flight)) return slack(state);
  const Connections& connections = network_.connections;
  const double guarantee = connections.guarantee(state.duty_flying);
  const double most = slack(state) + limits_.margin - guarantee;
  if (network_.bound.rest(state.flight, network_.bound.place(left)) >= most) return slack(state);
  double least = slack(state);
  const Instant ready =
      network_.ready_after_rest(state.flight, network_.starts.limits(state.duty_start).report);
  const double least_start =
      network_.bound.least_start(connections.times(state.flight).destination);
  for (FlightId next : connections.rests(state.flight)) {
    if (exhausted() || !network_.in_range(next)) break;
    const LegTimes& leg = connections.times(next);
    if (leg.departure < ready) continue;
    const Minutes gap = leg.departure - connections.times(state.flight).arrival;
    if (connections.least_gap_cost_from(gap) + least_start >= most) break;
    const double waiting = connections.cost(state.flight, next);
    if (waiting + network_.bound.start(next, network_.bound.place(left - 1)) >= most) continue;
    State later = state;
    later.cost += guarantee + waiting;
    if (network_.changes_day(state.flight, next)) ++later.used.days;
    least = std::min(least, guarantee + waiting + begin_duty(next, later));
  }
  return least;
}

bool Enumeration::may_take(Leg next) const {
  const ConnectionWishes& wishes = network_.connections.wishes();
  return legs_.empty() ? wishes.allow_first(next) : wishes.allow(legs_.back(), next);
}

double Enumeration::end(const State& state) {
  if (!network_.connections.wishes().allow_last(state.flight)) return slack(state);
  const double guarantee = network_.connections.guarantee(state.duty_flying);
  const double most = slack(state) - guarantee;
  const auto ride = ride_home_.search(network_, state.flight,
                                      network_.starts.limits(state.duty_start), state.used, most);
  if (!ride) return slack(state);
  keep(state.cost + guarantee + *ride, ride_home_.flights());
  return guarantee + *ride;
}

void Enumeration::keep(double cost, const std::vector<FlightId>& ride_home) {
  std::vector<Leg> legs = legs_;
  for (FlightId flight : ride_home) legs.push_back({flight, Role::kDeadhead});
  if (is_forbidden(legs)) return;
  const std::size_t hash = hash_of_operated(legs);
  const auto [begin, end] = by_flights_.equal_range(hash);
  for (auto known = begin; known != end; ++known) {
    EnumeratedPairing& other = found_[known->second];
    if (!operate_the_same(other.legs, legs)) continue;
    if (cost < other.reduced_cost) other = {cost, std::move(legs)};
    return;
  }
  by_flights_.emplace(hash, found_.size());
  found_.push_back({cost, std::move(legs)});
}

bool Enumeration::is_forbidden(const std::vector<Leg>& legs) const {
  const auto& forbidden = network_.connections.rules().wishes.forbidden_pairings;
  return std::any_of(forbidden.begin(), forbidden.end(), [&](const pairing::Pairing& pairing) {
    return pairing.base == network_.group.base && operate_the_same(pairing.legs, legs);
  });
}

bool Enumeration::can_matter(const State& state) const {
  const int left = network_.limits.duties - state.used.duties;
  return state.cost + network_.bound.after(state.flight, network_.bound.place(left),
                                           state.duty_flying, state.duty_legs) <
         limits_.threshold + limits_.margin;
}

}  // namespace skein::pricing
