#include "pricing/crew_model.h"

#include <algorithm>

#include "pairing/cost.h"

namespace skein::pricing {
namespace {

using pairing::Leg;
using pairing::Role;
using schedule::Flight;
using schedule::Schedule;

template <class T>
bool at_most(T actual, const std::optional<T>& limit) {
  return !limit || actual <= *limit;
}

}  // namespace

CrewModel::CrewModel(const Schedule& schedule, const pairing::Rules& rules, StationId base)
    : schedule_(schedule),
      work_(rules.work),
      cost_(rules.cost),
      base_(base),
      least_rest_gap_(rules.work.min_rest + rules.work.briefing + rules.work.debriefing),
      duty_starts_(schedule, rules.work, base),
      accepted_connections_(schedule, rules.work) {}

std::optional<CrewState> CrewModel::start(Leg first) const {
  const Flight& flight = schedule_.flight(first.flight);
  if (flight.origin != base_ || !schedule_.station(base_).is_base) return std::nullopt;
  if (flight.departure < schedule_.period().begin) return std::nullopt;
  CrewState state;
  begin_duty(state, first.flight);
  state.days = 1;
  if (!fly(state, first)) return std::nullopt;
  return state;
}

std::optional<CrewState> CrewModel::extend(const CrewState& state, Leg next) const {
  const Minutes gap = schedule_.flight(next.flight).departure - state.free_from;
  if (!connects(state, next.flight, gap)) return std::nullopt;
  const bool rests = gap >= least_rest_gap_;
  if (rests ? !may_rest(state, gap) : !at_most(gap, work_.max_sit)) return std::nullopt;

  CrewState extended = state;
  if (rests) {
    extended.settled = total_cost(state);
    begin_duty(extended, next.flight);
  }
  add_connection(extended, next.flight, gap);
  if (!fly(extended, next)) return std::nullopt;
  return extended;
}

Cost CrewModel::total_cost(const CrewState& state) const {
  return state.settled + pairing::guarantee_cost(cost_, state.duty_flying);
}

bool CrewModel::connects(const CrewState& state, FlightId next, Minutes gap) const {
  if (schedule_.flight(next).origin != state.station) return false;
  return gap >= work_.min_connection || accepted_connections_.contain(state.last, next);
}

bool CrewModel::may_rest(const CrewState& state, Minutes gap) const {
  const Minutes rest = gap - work_.briefing - work_.debriefing;
  if (state.station == base_) {
    if (!work_.rest_at_base_allowed) return false;
    if (work_.min_rest_at_base && rest < *work_.min_rest_at_base) return false;
  }
  const Minutes duty_span = state.free_from + work_.debriefing - state.report;
  return !work_.rest_covers_previous_duty || rest >= duty_span;
}

void CrewModel::begin_duty(CrewState& state, FlightId first) const {
  state.duty_start = first;
  state.report = schedule_.flight(first).departure - work_.briefing;
  state.duty_flying = Minutes(0);
  state.duty_legs = 0;
  ++state.duties;
}

void CrewModel::add_connection(CrewState& state, FlightId next, Minutes gap) const {
  state.settled += pairing::gap_cost(cost_, gap);
  state.settled += pairing::aircraft_change_cost(cost_, schedule_.flight(state.last),
                                                 schedule_.flight(next), gap);
  // Clocks set back across midnight could show a day again, and count it twice here: on the safe
  // side, in the one minute of some zones' past where that can happen.
  if (duty_starts_.local_day(state.last) != duty_starts_.local_day(next)) ++state.days;
}

// Moves the crew on; false where that breaks a limit.
bool CrewModel::fly(CrewState& state, Leg leg) const {
  const Flight& flight = schedule_.flight(leg.flight);
  state.last = leg.flight;
  state.station = flight.destination;
  state.free_from = flight.arrival;
  if (leg.role == Role::kDeadhead) {
    state.settled += pairing::deadhead_cost(cost_, flight.duration());
  } else if (!operate(state, flight)) {
    return false;
  }
  return duty_starts_.limits(state.duty_start).allow_ride(flight.arrival) &&
         within_pairing_limits(state);
}

bool CrewModel::operate(CrewState& state, const Flight& flight) const {
  if (state.fleet.exists() && state.fleet != flight.fleet) return false;
  state.fleet = flight.fleet;
  state.duty_flying += flight.duration();
  state.flying += flight.duration();
  ++state.duty_legs;
  ++state.landings;
  return duty_starts_.limits(state.duty_start)
      .allow_operating(flight.arrival, state.duty_flying, state.duty_legs);
}

bool CrewModel::within_pairing_limits(const CrewState& state) const {
  return at_most<int>(state.duties, work_.max_duties) && at_most<int>(state.days, work_.max_days) &&
         at_most<int>(state.landings, work_.max_landings) &&
         at_most(state.flying, work_.max_flying);
}

}  // namespace skein::pricing
