// What a predictor thinks of the ways in which a crew's work may go on: all that start plans are
// made from. The value types lie below predictors, which make them, and below seeding, which uses
// them.
#pragma once

#include <vector>

#include "base/ids.h"
#include "pricing/crew_state.h"
#include "schedule/schedule.h"

namespace skein::pricing {

// A candidate for the next flight of a crew, as operated next after any deadheads in between.
struct NextFlight {
  FlightId flight;
  double probability = 0;
};

// What follows one flight. Probabilities of all next flights and of the end add up to 1.
struct FlightOutlook {
  std::vector<NextFlight> next;  // in order of departure
  double ends = 0;               // that the pairing ends with this flight
};

// Of all flights of a month.
struct ConnectionScores {
  IdVector<FlightId, FlightOutlook> outlook;
  IdVector<FlightId, double> starts;   // that the flight starts a pairing
  IdVector<FlightId, double> layover;  // that the crew comes to the flight from a layover
};

// Says what comes next for a crew in a given state; where models know the state, it matters most.
class ConnectionScorer {
 public:
  virtual ~ConnectionScorer() = default;

  // After `flight`, which the crew has just operated. `state` is where the crew of `base` stands in
  // its pairing; null where nothing is known of the crew.
  virtual FlightOutlook outlook(FlightId flight, StationId base, const CrewState* state) const = 0;
  // That the flight starts a pairing; that there is a layover before it.
  virtual double starts(FlightId flight) const = 0;
  virtual double layover_before(FlightId flight) const = 0;
};

}  // namespace skein::pricing
