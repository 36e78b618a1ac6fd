#include "report/network_map.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/calendar.h"
#include "report/station_places.h"
#include "support/small_schedule.h"

namespace skein::report {
namespace {

using test::small_schedule;
using testing::HasSubstr;
using testing::Not;

schedule::Schedule with_positions(std::vector<std::pair<std::string, schedule::Position>> places) {
  schedule::ScheduleBuilder builder;
  for (const auto& [code, position] : places) {
    schedule::Station station;
    station.code = code;
    station.position = position;
    builder.add_station(station);
  }
  builder.make_base(places.front().first, 10);
  for (std::size_t k = 1; k < places.size(); ++k) {
    builder.add_flight({"", "F" + std::to_string(k), places.front().first, places[k].first,
                        *parse_instant("2008-01-01T10:00Z"), *parse_instant("2008-01-01T12:00Z"),
                        "F", ""});
  }
  return std::move(builder).build();
}

double distance(const StationPlaces& places, const schedule::Schedule& schedule,
                const std::string& a, const std::string& b) {
  const Place& one = places.places[schedule.find_station(a)];
  const Place& two = places.places[schedule.find_station(b)];
  return std::hypot(one.x - two.x, one.y - two.y);
}

TEST(StationPlaces, FollowCoordinatesAcrossTheDateLine) {
  const schedule::Schedule schedule =
      with_positions({{"NRT", {35.8, 140.4}}, {"HNL", {21.3, -157.9}}, {"GUM", {13.5, 144.8}}});
  const StationPlaces places = place_stations(schedule);
  EXPECT_TRUE(places.by_coordinates);
  const auto x = [&](const char* code) { return places.places[schedule.find_station(code)].x; };
  EXPECT_LT(x("NRT"), x("GUM"));
  EXPECT_LT(x("GUM"), x("HNL"));
  EXPECT_LT(x("HNL") - x("NRT"), 62) << "not around the world";
  EXPECT_LT(places.places[schedule.find_station("NRT")].y,
            places.places[schedule.find_station("GUM")].y)
      << "north is up";
}

// A square with sides of 60 minutes: its diagonals are 85.
TEST(StationPlaces, WithoutCoordinatesDistancesAreLikeFlyingTimes) {
  const schedule::Schedule schedule = small_schedule(
      {"*A", "B", "C", "D"},
      {"1 A B 2008-01-01T06:00Z 60", "2 B C 2008-01-01T08:00Z 60", "3 C D 2008-01-01T10:00Z 60",
       "4 D A 2008-01-01T12:00Z 60", "5 A C 2008-01-01T14:00Z 85", "6 B D 2008-01-01T16:00Z 85"});
  const StationPlaces places = place_stations(schedule);
  EXPECT_FALSE(places.by_coordinates);
  EXPECT_NEAR(distance(places, schedule, "A", "B"), 60, 1);
  EXPECT_NEAR(distance(places, schedule, "A", "C"), 85, 1);
  EXPECT_LT(distance_error(schedule, places), 0.02);
}

TEST(StationPlaces, OfPartsThatNothingJoinsStayApart) {
  const schedule::Schedule schedule = small_schedule(
      {"*A", "B", "*C", "D"}, {"1 A B 2008-01-01T06:00Z 60", "2 C D 2008-01-01T08:00Z 60"});
  const StationPlaces places = place_stations(schedule);
  EXPECT_GT(distance(places, schedule, "A", "C"), 10);
  EXPECT_TRUE(std::isfinite(distance(places, schedule, "B", "D")));
}

TEST(NetworkMap, ShowsStationsThatFlightsUseAndEveryRouteOnce) {
  const schedule::Schedule schedule =
      small_schedule({"*BOS", "JFK", "ORD", "NOWHERE"},
                     {"1 BOS JFK 2008-01-01T06:00Z 60", "2 JFK BOS 2008-01-01T08:00Z 60",
                      "3 BOS ORD 2008-01-01T10:00Z 150"});
  const NetworkMap map = network_map(schedule);
  EXPECT_EQ(map.stations, 3U);
  EXPECT_EQ(map.routes, 2U);
  EXPECT_THAT(map.svg, HasSubstr("<title>BOS - JFK: 2 flights</title>"));
  EXPECT_THAT(map.svg, HasSubstr("<title>BOS: 2 departures, base of 10 crews</title>"));
  EXPECT_THAT(map.svg, Not(HasSubstr("NOWHERE")));
}

TEST(NetworkMap, EscapesNames) {
  const schedule::Schedule schedule =
      small_schedule({"*<b>", "J&K"}, {"1 <b> J&K 2008-01-01T06:00Z 60"});
  const std::string svg = network_map(schedule).svg;
  EXPECT_THAT(svg, HasSubstr(">&lt;b&gt;</text>"));
  EXPECT_THAT(svg, HasSubstr(">J&amp;K</text>"));
}

}  // namespace
}  // namespace skein::report
