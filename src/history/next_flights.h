// The flights among which a crew may choose the next one.
//
// They leave where the crew is, are of its fleet, depart after the least connection and within two
// days, and the rules allow them: all rules, where the state of the crew is known, else those of
// connections only. Of very many the first by departure are kept: rules first, so that those which
// no crew may take do not push others out.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "base/ids.h"
#include "base/units.h"
#include "pairing/rules.h"
#include "pricing/accepted_connections.h"
#include "pricing/crew_model.h"
#include "pricing/crew_state.h"
#include "schedule/schedule.h"

namespace skein::history {

struct NextFlightOptions {
  std::size_t most = 20;
  Minutes within = hours(48);

  friend bool operator==(const NextFlightOptions&, const NextFlightOptions&) = default;
};

struct NextFlight {
  FlightId flight;
  std::size_t rank = 0;  // among all that depart there after the least connection, of that fleet
  std::optional<pricing::CrewState> after;  // where the crew stands then, if it is known
};

class NextFlights {
 public:
  // Schedule and rules must live as long as this.
  NextFlights(const schedule::Schedule& schedule, const pairing::Rules& rules,
              const NextFlightOptions& options = {});

  const NextFlightOptions& options() const { return options_; }
  Minutes least_rest_gap() const { return least_rest_gap_; }

  // After `flight`, in order of departure. `state` is of a crew of the model's base that has just
  // operated it; both are null where nothing is known.
  std::vector<NextFlight> after(FlightId flight, const pricing::CrewModel* model,
                                const pricing::CrewState* state) const;

  // Of that fleet, in order of departure.
  const std::vector<FlightId>& departures(StationId station, FleetId fleet) const {
    return departures_[station.index() * fleets_ + fleet.index()];
  }
  const std::vector<FlightId>& arrivals(StationId station, FleetId fleet) const {
    return arrivals_[station.index() * fleets_ + fleet.index()];
  }

 private:
  bool may_follow(FlightId flight, FlightId next) const;

  const schedule::Schedule& schedule_;
  const pairing::WorkRules& work_;
  NextFlightOptions options_;
  Minutes least_rest_gap_;
  pricing::AcceptedConnections accepted_;
  std::size_t fleets_;
  std::vector<std::vector<FlightId>> departures_;  // by station and fleet, in order of departure
  std::vector<std::vector<FlightId>> arrivals_;    // in order of arrival
};

}  // namespace skein::history
