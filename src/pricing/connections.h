// Which flights a crew can take after another, and what the time between them costs: the arcs of
// the connection network, the same for all crews. Nodes are the flights; a crew may operate or
// deadhead each. The flights that leave a station stand together in order of departure, so the
// successors of a flight are ranges of them, and no arc is stored.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "base/units.h"
#include "pairing/rules.h"
#include "pricing/accepted_connections.h"
#include "pricing/connection_wishes.h"
#include "schedule/schedule.h"

namespace skein::pricing {

// What the search reads of a flight, close together.
struct LegTimes {
  Instant departure;
  Instant arrival;
  StationId origin;
  StationId destination;

  Minutes duration() const { return arrival - departure; }
};

class Connections {
 public:
  // Schedule and rules must live as long as this.
  Connections(const schedule::Schedule& schedule, const pairing::Rules& rules);

  const schedule::Schedule& schedule() const { return schedule_; }
  const pairing::Rules& rules() const { return rules_; }
  std::size_t flights() const { return times_.size(); }
  const LegTimes& times(FlightId flight) const { return times_[flight]; }

  // Flights that may follow in the same duty, as far as the connection goes, by departure.
  std::span<const FlightId> sits(FlightId flight) const {
    const Successors& after = successors_[flight];
    return departures_between(after.sits_begin, after.sits_end);
  }
  // The same for connections below the minimum, which are accepted by name.
  std::span<const std::pair<FlightId, FlightId>> accepted(FlightId flight) const {
    return accepted_.from(flight);
  }
  // Whether the second may follow the first in the same duty, as far as the connection goes.
  bool may_sit(FlightId flight, FlightId next) const;
  // Flights that may follow after a rest, as far as its least length goes, by departure.
  std::span<const FlightId> rests(FlightId flight) const {
    const Successors& after = successors_[flight];
    return departures_between(after.rests_begin, after.rests_end);
  }
  // Flights that land where this one starts, early enough for a rest, by arrival.
  std::span<const FlightId> before_rest(FlightId flight) const {
    const auto [begin, end] = rested_[flight];
    return {by_arrival_.data() + begin, by_arrival_.data() + end};
  }

  // Which of all these connections the planner lets crews have.
  const ConnectionWishes& wishes() const { return wishes_; }

  // No connection is shorter.
  Minutes least_connection() const {
    return rules_.work.accepted_connections.empty() ? rules_.work.min_connection : Minutes(0);
  }
  // No flight and the connection before it take less time together.
  Minutes least_leg() const { return least_leg_; }
  Minutes least_rest_gap() const { return least_rest_gap_; }
  double gap_cost(Minutes gap) const { return gap_costs_[static_cast<std::size_t>(gap.count())]; }
  // Of any gap that long or longer.
  double least_gap_cost_from(Minutes gap) const {
    return least_gap_costs_[static_cast<std::size_t>(gap.count())];
  }
  // Of the time between two flights, and of a change of aircraft.
  double cost(FlightId flight, FlightId next) const {
    const Minutes gap = times_[next].departure - times_[flight].arrival;
    const double waiting = gap_cost(gap);
    return changes_cost_ ? waiting + aircraft_change(flight, next, gap) : waiting;
  }
  double guarantee(Minutes duty_flying) const {
    const Minutes missing = rules_.cost.guaranteed_flying - duty_flying;
    return missing > Minutes(0) ? guarantee_per_minute_ * missing.count() : 0;
  }
  double guarantee_per_minute() const { return guarantee_per_minute_; }

 private:
  struct Successors {
    std::uint32_t sits_begin = 0;
    std::uint32_t sits_end = 0;
    std::uint32_t rests_begin = 0;
    std::uint32_t rests_end = 0;
  };

  std::span<const FlightId> departures_between(std::uint32_t begin, std::uint32_t end) const {
    return {by_departure_.data() + begin, by_departure_.data() + end};
  }
  double aircraft_change(FlightId flight, FlightId next, Minutes gap) const;
  void sort_by_station();
  void find_successors();
  void find_rested();
  void tabulate_gap_costs();

  const schedule::Schedule& schedule_;
  const pairing::Rules& rules_;
  Minutes least_rest_gap_;
  Minutes least_leg_;
  double guarantee_per_minute_ = 0;
  bool changes_cost_ = false;
  AcceptedConnections accepted_;
  ConnectionWishes wishes_;
  IdVector<FlightId, LegTimes> times_;
  std::vector<FlightId> by_departure_;  // by origin, then departure
  std::vector<FlightId> by_arrival_;    // by destination, then arrival
  IdVector<StationId, std::pair<std::uint32_t, std::uint32_t>> station_departures_;
  IdVector<StationId, std::pair<std::uint32_t, std::uint32_t>> station_arrivals_;
  IdVector<FlightId, Successors> successors_;
  IdVector<FlightId, std::pair<std::uint32_t, std::uint32_t>> rested_;
  std::vector<double> gap_costs_;  // by minutes
  std::vector<double> least_gap_costs_;
};

}  // namespace skein::pricing
