// The work rules and the cost of pairings, one leg at a time. `pairing` holds the same as plain
// definitions on whole pairings; a property test compares the two.
//
// Every rule is monotone: no further leg heals a pairing whose beginning breaks one. Flying, legs,
// spans, days and duties only grow; a connection or a rest is final once the next leg is chosen;
// the flight duty period ends at the last operated arrival, which only moves on, against a limit
// that only shrinks with more flights; and a duty's limits are fixed by its report. So an illegal
// leg is refused at once, and what is accepted is legal so far.
#pragma once

#include <optional>

#include "base/ids.h"
#include "base/units.h"
#include "pairing/pairing.h"
#include "pairing/rules.h"
#include "pricing/accepted_connections.h"
#include "pricing/crew_state.h"
#include "pricing/duty_starts.h"
#include "schedule/schedule.h"

namespace skein::pricing {

// Crews of one base. Schedule and rules must live as long as the model.
class CrewModel {
 public:
  CrewModel(const schedule::Schedule& schedule, const pairing::Rules& rules, StationId base);

  StationId base() const { return base_; }
  const schedule::Schedule& schedule() const { return schedule_; }

  // A crew that leaves its base with this leg, or goes on with the next one; nothing where a rule
  // forbids it.
  std::optional<CrewState> start(pairing::Leg first) const;
  std::optional<CrewState> extend(const CrewState& state, pairing::Leg next) const;

  // Whether the pairing may end here.
  bool may_end(const CrewState& state) const { return state.station == base_; }
  // Of the pairing, if it ended here.
  Cost total_cost(const CrewState& state) const;

  Minutes min_connection() const { return work_.min_connection; }
  // The shortest gap between two legs that is a rest and starts a new duty.
  Minutes least_rest_gap() const { return least_rest_gap_; }

 private:
  bool connects(const CrewState& state, FlightId next, Minutes gap) const;
  bool may_rest(const CrewState& state, Minutes gap) const;
  void begin_duty(CrewState& state, FlightId first) const;
  void add_connection(CrewState& state, FlightId next, Minutes gap) const;
  bool fly(CrewState& state, pairing::Leg leg) const;
  bool operate(CrewState& state, const schedule::Flight& flight) const;
  bool within_pairing_limits(const CrewState& state) const;

  const schedule::Schedule& schedule_;
  const pairing::WorkRules& work_;
  const pairing::CostRules& cost_;
  StationId base_;
  Minutes least_rest_gap_;
  DutyStarts duty_starts_;
  AcceptedConnections accepted_connections_;
};

}  // namespace skein::pricing
