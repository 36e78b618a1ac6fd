#include <gtest/gtest.h>

#include "generator/aircraft.h"
#include "generator/days_of_operation.h"
#include "generator/fleet_type.h"
#include "generator/geography.h"
#include "generator/times_of_day.h"

namespace skein::generator {
namespace {

TEST(Geography, DistancesAreThoseOfTheGlobe) {
  constexpr Position kNewYork{40.64, -73.78};
  constexpr Position kLosAngeles{33.94, -118.41};
  EXPECT_NEAR(distance_km(kNewYork, kLosAngeles), 3975, 15);
  EXPECT_EQ(distance_km(kNewYork, kNewYork), 0);
  EXPECT_LT(eastward_share(kNewYork, kLosAngeles), -0.9);
}

TEST(Geography, DrawsPlacesOnLand) {
  Rng rng(1);
  for (int i = 0; i < 1'000; ++i) EXPECT_TRUE(on_land(draw_position(rng)));
  EXPECT_FALSE(on_land({30, -70}));     // Atlantic
  EXPECT_FALSE(on_land({27, -90}));     // Gulf of Mexico
  EXPECT_TRUE(on_land({39.1, -94.6}));  // Kansas City
}

TEST(Geography, OnlyArizonaKeepsItsClocks) {
  EXPECT_EQ(zone_name_at({33.4, -112}), "America/Phoenix");
  for (Position place : {Position{40.6, -73.8}, {41.9, -87.9}, {39.8, -104.7}, {33.9, -118.4}}) {
    EXPECT_TRUE(has_daylight_saving(schedule::TimeZone::named(zone_name_at(place))));
  }
  EXPECT_FALSE(has_daylight_saving(schedule::TimeZone::named("America/Phoenix")));
}

TEST(FleetType, FliesLongerAgainstTheWind) {
  constexpr Position kWest{40, -105};
  constexpr Position kEast{40, -85};
  for (const FleetType& fleet : fleet_types()) {
    EXPECT_GT(block_time(fleet, kEast, kWest), block_time(fleet, kWest, kEast));
    EXPECT_EQ(block_time(fleet, kEast, kWest).count() % 5, 0);
  }
}

TEST(DaysOfOperation, GainAndLoseOneDayAtATime) {
  DaysOfOperation days = DaysOfOperation::daily();
  EXPECT_EQ(days.add_day(), 0);
  EXPECT_EQ(days.drop_day(), 6);  // Saturday, the quietest
  EXPECT_FALSE(days.contains(6));
  EXPECT_EQ(days.add_day(), 6);
  for (int left = 6; left >= 1; --left) {
    EXPECT_NE(days.drop_day(), 0);
    EXPECT_EQ(days.count(), left);
  }
  EXPECT_EQ(days.drop_day(), 0);
}

TEST(DaysOfOperation, CountsWeekdaysOfAMonth) {
  const WeekdayCounts february(std::chrono::year(2024) / 2);  // its 29 days begin on a Thursday
  EXPECT_EQ(february.of(4), 5);
  EXPECT_EQ(february.of(5), 4);
  EXPECT_EQ(february.of(DaysOfOperation::daily()), 29);
}

TEST(RoundTrip, IsBelievableHoweverItWasDrawn) {
  AirlineOptions options;
  options.flights = 20'000;
  const AirlineSize size = airline_size(options);
  const Network network = draw_network(size, Rng(3));
  for (RouteId id : IdRange<RouteId>(network.routes.size())) {
    for (FleetId fleet : {network.routes[id].main_fleet, network.routes[id].second_fleet}) {
      RoundTrip trip = draw_round_trip(network, id, fleet, 1, Rng(id.index()));
      draw_times(network, trip, Rng(id.index()));
      EXPECT_TRUE(is_believable(trip));
      draw_times(network, std::span<RoundTrip>(&trip, 1), Rng(id.index()));
      EXPECT_TRUE(is_believable(trip));
    }
  }
}

// A network of two stations and one fleet; of it only the numbers matter here.
Network two_stations() {
  Network network;
  network.cities = IdVector<StationId, City>(2);
  network.fleets = IdVector<FleetId, FleetType>(1);
  return network;
}

DatedFlight flight(std::size_t from, std::size_t to, int departure, int arrival) {
  return {1, StationId(from), StationId(to), FleetId(0), Instant(departure), Instant(arrival)};
}

TEST(Aircraft, TheOneThatHasStoodLongestFliesNext) {
  std::vector<DatedFlight> flights{flight(0, 1, 0, 60),    flight(0, 1, 10, 65),
                                   flight(1, 0, 92, 150),  flight(1, 0, 94, 150),
                                   flight(0, 1, 200, 260), flight(0, 1, 200, 260)};
  Aircraft(two_stations()).assign(flights);
  std::vector<std::size_t> numbers;
  for (const DatedFlight& flown : flights) numbers.push_back(flown.aircraft);
  // At 94 the second aircraft, in at 65, has not stood for half an hour: a third one is needed.
  EXPECT_EQ(numbers, (std::vector<std::size_t>{1, 2, 1, 3, 1, 3}));
}

}  // namespace
}  // namespace skein::generator
