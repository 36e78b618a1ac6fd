#include "generator/dated_flights.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "generator/geography.h"
#include "schedule/time_zone.h"

namespace skein::generator {
namespace {

constexpr double kTolerance = 0.02;
constexpr double kCancelledForADay = 0.005;

// A round trip on one day.
struct DatedTrip {
  const RoundTrip* trip = nullptr;
  Day day;
};

int count_flights(const std::vector<RoundTrip>& round_trips, const WeekdayCounts& weekdays) {
  int count = 0;
  for (const RoundTrip& trip : round_trips) count += 2 * weekdays.of(trip.days);
  return count;
}

std::vector<RoundTrip*> in_order_of_change(std::vector<RoundTrip>& round_trips) {
  std::vector<RoundTrip*> order;
  for (RoundTrip& trip : round_trips) order.push_back(&trip);
  std::sort(order.begin(), order.end(),
            [](const RoundTrip* a, const RoundTrip* b) { return a->order < b->order; });
  return order;
}

std::vector<DatedTrip> trips_of_month(const std::vector<RoundTrip>& round_trips,
                                      std::chrono::year_month month) {
  std::vector<DatedTrip> trips;
  for (const RoundTrip& trip : round_trips) {
    for (Day day = first_day(month); day <= last_day(month); day += std::chrono::days(1)) {
      if (trip.days.contains(weekday_number(day))) trips.push_back({&trip, day});
    }
  }
  return trips;
}

// Out and back are cancelled together, so that aircraft and crews stay where they are needed.
void cancel_some(std::vector<DatedTrip>& trips, Rng rng) {
  rng.shuffle(std::span<DatedTrip>(trips));
  const double share = kCancelledForADay * static_cast<double>(trips.size());
  trips.resize(trips.size() - static_cast<std::size_t>(std::lround(share)));
}

DatedFlight flight_out(const Network& network, const DatedTrip& dated) {
  const RoundTrip& trip = *dated.trip;
  const Route& route = network.routes[trip.route];
  const Instant departure =
      schedule::instant_of_local(network.cities[route.hub].zone, dated.day, trip.departure);
  return {trip.number, route.hub, route.spoke, trip.fleet, departure, departure + trip.block_out};
}

// On the spoke's clocks, unless they do not follow daylight saving: such a station has to follow
// the hub's, or the aircraft would not wait for its passengers or wait an hour too long.
Instant return_departure(const Network& network, const DatedTrip& dated) {
  const RoundTrip& trip = *dated.trip;
  const Route& route = network.routes[trip.route];
  const Minutes time = trip.return_departure + (trip.overnight ? kDay : Minutes(0));
  const schedule::TimeZone& spoke = network.cities[route.spoke].zone;
  if (has_daylight_saving(spoke)) return schedule::instant_of_local(spoke, dated.day, time);
  return schedule::instant_of_local(network.cities[route.hub].zone, dated.day,
                                    time - trip.clock_difference);
}

DatedFlight flight_back(const Network& network, const DatedTrip& dated) {
  const RoundTrip& trip = *dated.trip;
  const Route& route = network.routes[trip.route];
  const Instant departure = return_departure(network, dated);
  return {trip.number + 1, route.spoke, route.hub,
          trip.fleet,      departure,   departure + trip.block_back};
}

}  // namespace

void fit_days_of_operation(std::vector<RoundTrip>& round_trips, std::chrono::year_month month,
                           std::size_t flights) {
  const WeekdayCounts weekdays(month);
  const double least = (1 - kTolerance) * static_cast<double>(flights);
  const double most = (1 + kTolerance) * static_cast<double>(flights);
  int count = count_flights(round_trips, weekdays);
  const std::vector<RoundTrip*> order = in_order_of_change(round_trips);
  for (int pass = 0; pass < 6; ++pass) {  // from one day a week to seven at most
    for (RoundTrip* trip : order) {
      if (count < least) {
        if (const int day = trip->days.add_day()) count += 2 * weekdays.of(day);
      } else if (count > most) {
        if (const int day = trip->days.drop_day()) count -= 2 * weekdays.of(day);
      }
    }
  }
}

std::vector<DatedFlight> flights_of_month(const Network& network,
                                          const std::vector<RoundTrip>& round_trips,
                                          std::chrono::year_month month, Rng rng) {
  std::vector<DatedTrip> trips = trips_of_month(round_trips, month);
  cancel_some(trips, rng);
  std::vector<DatedFlight> flights;
  flights.reserve(2 * trips.size());
  for (const DatedTrip& trip : trips) {
    flights.push_back(flight_out(network, trip));
    flights.push_back(flight_back(network, trip));
  }
  std::sort(flights.begin(), flights.end(), [](const DatedFlight& a, const DatedFlight& b) {
    return a.departure != b.departure ? a.departure < b.departure : a.number < b.number;
  });
  return flights;
}

}  // namespace skein::generator
