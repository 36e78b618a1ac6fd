#include "generator/round_trip.h"

#include <algorithm>

#include "generator/geography.h"

namespace skein::generator {
namespace {

// Departures within these local times. Spokes begin later because, seen from a hub, a station
// without daylight-saving time is an hour earlier in summer.
constexpr Minutes kFirstFromHub = Minutes(5 * 60 + 30);
constexpr Minutes kFirstFromSpoke = hours(6);
constexpr Minutes kLastDeparture = hours(23);
// By then, on the hub's clocks, a round trip without a night away is back. It is also before the
// clocks change, so that no flight falls into the hour that is skipped or shown twice.
constexpr Minutes kLastReturn = Minutes(25 * 60 + 30);

constexpr Minutes kFirstNightArrival = hours(19);
constexpr Minutes kLastNightArrival = Minutes(22 * 60 + 30);
constexpr Minutes kLastMorning = Minutes(9 * 60 + 30);
// A crew's rest of 570 minutes, also in the night in which an hour is skipped.
constexpr Minutes kShortestNight = Minutes(635);

constexpr Minutes kMostFlyingInTurn = Minutes(470);  // below the 480 of a duty
constexpr Minutes kLongestTurnTrip = Minutes(700);   // below the 720 of a duty

Minutes ground_time(const RoundTrip& trip) {
  const Minutes same_day = trip.return_departure - arrival_at_spoke(trip);
  return trip.overnight ? same_day + kDay : same_day;
}

bool night_is_believable(const RoundTrip& trip) {
  return arrival_at_spoke(trip) >= kFirstNightArrival - hours(1) &&
         arrival_at_spoke(trip) <= kLastNightArrival && trip.return_departure <= kLastMorning &&
         ground_time(trip) >= kShortestNight;
}

bool turn_is_believable(const RoundTrip& trip) {
  return trip.return_departure <= kLastDeparture && back_at_hub(trip) <= kLastReturn &&
         back_at_hub(trip) - trip.departure <= kLongestTurnTrip;
}

}  // namespace

RoundTrip draw_round_trip(const Network& network, RouteId route_id, FleetId fleet_id, int number,
                          Rng rng) {
  const Route& route = network.routes[route_id];
  const City& hub = network.cities[route.hub];
  const City& spoke = network.cities[route.spoke];
  const FleetType& fleet = network.fleets[fleet_id];
  RoundTrip trip;
  trip.number = number;
  trip.route = route_id;
  trip.fleet = fleet_id;
  trip.block_out = block_time(fleet, hub.position, spoke.position);
  trip.block_back = block_time(fleet, spoke.position, hub.position);
  trip.turn = fleet.turn + Minutes(5 * rng.between(0, 3));
  trip.clock_difference = standard_offset(spoke.zone) - standard_offset(hub.zone);
  trip.days = DaysOfOperation::draw(rng);
  trip.order = rng.uniform();
  return trip;
}

Minutes arrival_at_spoke(const RoundTrip& trip) {
  return trip.departure + trip.block_out + trip.clock_difference;
}

Minutes back_at_hub(const RoundTrip& trip) {
  return trip.departure + trip.block_out + ground_time(trip) + trip.block_back;
}

bool must_stay_overnight(const RoundTrip& trip) {
  return trip.block_out + trip.block_back > kMostFlyingInTurn;
}

bool is_believable(const RoundTrip& trip) {
  const bool departures = trip.departure >= kFirstFromHub && trip.departure <= kLastDeparture &&
                          trip.return_departure >= kFirstFromSpoke;
  return departures && (trip.overnight ? night_is_believable(trip) : turn_is_believable(trip));
}

DepartureWindow window_for_turn(const RoundTrip& trip) {
  const Minutes until_return = trip.block_out + trip.turn;
  const Minutes until_return_local = until_return + trip.clock_difference;
  return {std::max(kFirstFromHub, kFirstFromSpoke - until_return_local),
          std::min({kLastDeparture, kLastDeparture - until_return_local,
                    kLastReturn - until_return - trip.block_back})};
}

DepartureWindow window_for_night(const RoundTrip& trip) {
  const Minutes until_arrival = trip.block_out + trip.clock_difference;
  return {std::max(kFirstNightArrival - until_arrival, kFirstFromHub),
          std::min(kLastNightArrival - until_arrival, kLastDeparture)};
}

void leave_and_turn(RoundTrip& trip, Minutes departure) {
  trip.overnight = false;
  trip.departure = departure;
  trip.return_departure = arrival_at_spoke(trip) + trip.turn;
}

void leave_for_night(RoundTrip& trip, Minutes departure, Rng& rng) {
  trip.overnight = true;
  trip.departure = departure;
  const Minutes rested = arrival_at_spoke(trip) + kShortestNight - kDay;
  trip.return_departure = std::max(rested, kFirstFromSpoke + Minutes(5 * rng.between(0, 18)));
}

bool retime(RoundTrip& trip, Rng& rng) {
  const Minutes size(5 * rng.between(1, 5));
  const Minutes shift = rng.chance(0.5) ? size : -size;
  for (Minutes by : {shift, -shift}) {
    RoundTrip moved = trip;
    moved.departure += by;
    moved.return_departure += by;
    if (!is_believable(moved)) continue;
    trip = moved;
    return true;
  }
  return false;
}

}  // namespace skein::generator
