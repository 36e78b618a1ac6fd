// A round trip of the timetable: out from a hub and back, by one aircraft, on certain days.
#pragma once

#include "base/ids.h"
#include "base/random.h"
#include "base/units.h"
#include "generator/days_of_operation.h"
#include "generator/network.h"

namespace skein::generator {

struct RoundTrip {
  int number = 0;  // of the flight out, odd; the flight back has the next one
  RouteId route;
  FleetId fleet;
  Minutes block_out;
  Minutes block_back;
  Minutes turn;              // ground time at the spoke, unless it stays overnight
  Minutes clock_difference;  // spoke's clocks minus hub's, in winter
  DaysOfOperation days = DaysOfOperation::daily();
  double order = 0;  // in which round trips change their days of operation, drawn once

  bool overnight = false;    // back on the next day
  Minutes departure;         // from the hub, on its clocks
  Minutes return_departure;  // from the spoke, on its clocks (in winter)
};

// All but the times of day.
RoundTrip draw_round_trip(const Network& network, RouteId route, FleetId fleet, int number,
                          Rng rng);

// On the clocks of the spoke and, counted from the day it leaves, of the hub.
Minutes arrival_at_spoke(const RoundTrip& trip);
Minutes back_at_hub(const RoundTrip& trip);

// Longer flying than a crew may do in one duty: the crew, and so the aircraft, rests at the spoke.
bool must_stay_overnight(const RoundTrip& trip);

// Whether all its times are believable, and a crew can fly it out and back as a pairing.
bool is_believable(const RoundTrip& trip);

// When it may leave the hub.
struct DepartureWindow {
  Minutes earliest;
  Minutes latest;
};
DepartureWindow window_for_turn(const RoundTrip& trip);
DepartureWindow window_for_night(const RoundTrip& trip);

// Sets the times of a round trip that comes straight back, or on the next morning.
void leave_and_turn(RoundTrip& trip, Minutes departure);
void leave_for_night(RoundTrip& trip, Minutes departure, Rng& rng);

// Moves out and back together by up to 25 minutes. False, and unchanged, where the
// day leaves no room for it.
bool retime(RoundTrip& trip, Rng& rng);

}  // namespace skein::generator
