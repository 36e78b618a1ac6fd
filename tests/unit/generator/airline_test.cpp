#include "generator/airline.h"

#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "plan/checker.h"
#include "unit/generator/generated_airline.h"

namespace skein::generator {
namespace {

// How far the number of flights is from what was asked, as a share.
double miss(const Schedule& schedule, std::size_t asked) {
  const auto flights = static_cast<double>(schedule.flights().size());
  return std::abs(flights / static_cast<double>(asked) - 1);
}

// One pairing per round trip: a flight out of its hub has an odd number, and its return, the next
// number, is the next one of that number to leave.
plan::Plan round_trips_as_pairings(const Schedule& schedule) {
  std::map<std::string, FlightId> out;
  plan::Plan plan;
  for (FlightId id : schedule.flight_ids()) {
    const Flight& flight = schedule.flight(id);
    const int number = std::stoi(flight.number.substr(2));
    if (number % 2 == 1) {
      out[flight.number] = id;
      continue;
    }
    const FlightId before = out.at("SK" + std::to_string(number - 1));
    plan.pairings.push_back({flight.id,
                             flight.destination,
                             {{before, plan::Role::kOperate}, {id, plan::Role::kOperate}}});
  }
  return plan;
}

TEST(Generator, SameSeedGivesTheSameSchedule) {
  const auto first = generate_airline(options_of(1'000, 2, 7));
  const auto second = generate_airline(options_of(1'000, 2, 7));
  ASSERT_EQ(first.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(first[i].month, second[i].month);
}

TEST(Generator, AnotherSeedGivesAnotherSchedule) {
  EXPECT_FALSE(first_month(options_of(1'000, 1, 7)) == first_month(options_of(1'000, 1, 8)));
}

TEST(Generator, FlightCountIsNearTheOneAsked) {
  for (std::size_t flights : {300u, 1'000u, 10'000u}) {
    for (std::uint64_t seed = 1; seed <= (flights < 10'000 ? 20u : 2u); ++seed) {
      EXPECT_LE(miss(first_month(options_of(flights, 1, seed)), flights), 0.03)
          << flights << " flights, seed " << seed;
    }
  }
}

TEST(Generator, FlightCountHoldsInEveryMonthOfTheYear) {
  for (const GeneratedMonth& month : generate_airline(options_of(1'000, 12))) {
    EXPECT_LE(miss(month.month.schedule, 1'000), 0.03)
        << static_cast<unsigned>(month.calendar_month.month());
  }
}

TEST(Generator, FiftyThousandFlightsMakeALargeAirline) {
  const Schedule schedule = first_month(options_of(50'000));
  EXPECT_LE(miss(schedule, 50'000), 0.03);
  EXPECT_EQ(schedule.stations().size(), 200u);
  EXPECT_EQ(schedule.bases().size(), 7u);
  EXPECT_EQ(schedule.fleets().size(), 5u);
  EXPECT_NEAR(static_cast<double>(city_pairs(schedule).size()), 1'000, 30);
  EXPECT_NEAR(static_cast<double>(times_by_code(schedule).size()), 2'000, 60);
}

TEST(Generator, NetworkSizeCanBeChosen) {
  AirlineOptions options = options_of(1'000);
  options.stations = 30;
  options.bases = 1;
  options.fleets = 4;
  const Schedule schedule = first_month(options);
  EXPECT_EQ(schedule.stations().size(), 30u);
  EXPECT_EQ(schedule.bases().size(), 1u);
  EXPECT_EQ(schedule.fleets().size(), 4u);
  EXPECT_LE(miss(schedule, 1'000), 0.03);
}

TEST(Generator, AircraftConnectInPlaceAndTimeAcrossMonths) {
  std::map<std::string, Flight> last;
  std::map<std::string, std::string> fleet_of;
  for (const GeneratedMonth& generated : generate_airline(options_of(2'000, 3))) {
    const Schedule& schedule = generated.month.schedule;
    for (const Flight& flight : schedule.flights()) {
      ASSERT_TRUE(flight.tail.exists());
      const std::string& tail = schedule.tails()[flight.tail];
      const std::string& fleet = schedule.fleets()[flight.fleet];
      EXPECT_EQ(fleet_of.try_emplace(tail, fleet).first->second, fleet);
      const auto before = last.find(tail);
      if (before != last.end()) {
        EXPECT_EQ(before->second.destination, flight.origin) << flight.id;
        EXPECT_GE(flight.departure - before->second.arrival, Minutes(30)) << flight.id;
      }
      last[tail] = flight;
    }
  }
}

TEST(Generator, AircraftAreBusyButNotTooBusy) {
  const Schedule schedule = first_month(options_of(10'000));
  const double tail_days = 31 * static_cast<double>(schedule.tails().size());
  EXPECT_GT(schedule.total_flying().hours() / tail_days, 6);
  EXPECT_LT(schedule.total_flying().hours() / tail_days, 13);
}

TEST(Generator, DeparturesAreAtBelievableLocalTimes) {
  for (auto month : {std::chrono::January, std::chrono::July}) {
    AirlineOptions options = options_of(5'000, 2);
    options.first_month = std::chrono::year(2024) / month;
    for (const GeneratedMonth& generated : generate_airline(options)) {
      const Schedule& schedule = generated.month.schedule;
      for (const Flight& flight : schedule.flights()) {
        EXPECT_GE(local_departure(schedule, flight), hours(5)) << flight.id;
        EXPECT_LE(local_departure(schedule, flight), Minutes(23 * 60 + 30)) << flight.id;
      }
    }
  }
}

TEST(Generator, EveryStationHasArrivalsAndDepartures) {
  const auto months = generate_airline(options_of(1'000, 4));
  for (const GeneratedMonth& generated : months) {
    const Schedule& schedule = generated.month.schedule;
    std::set<StationId> left;
    std::set<StationId> reached;
    for (const Flight& flight : schedule.flights()) {
      left.insert(flight.origin);
      reached.insert(flight.destination);
    }
    EXPECT_EQ(left.size(), schedule.stations().size());
    EXPECT_EQ(reached.size(), schedule.stations().size());
  }
}

TEST(Generator, StationsHavePlacesZonesAndCrewsAtBases) {
  const Schedule schedule = first_month(options_of(10'000));
  std::set<std::string> zones;
  for (const schedule::Station& station : schedule.stations()) {
    EXPECT_TRUE(station.position.has_value());
    EXPECT_EQ(station.crews > 0, station.is_base);
    zones.insert(station.zone.name());
  }
  EXPECT_GE(zones.size(), 4u);
}

// Also in the months in which an hour is skipped or shown twice.
TEST(Generator, EveryRoundTripIsALegalPairing) {
  for (auto month : {std::chrono::March, std::chrono::November}) {
    AirlineOptions options = options_of(5'000, 2);
    options.first_month = std::chrono::year(2024) / month;
    for (const GeneratedMonth& generated : generate_airline(options)) {
      const Schedule& schedule = generated.month.schedule;
      const auto report =
          plan::check(schedule, generated.month.rules, round_trips_as_pairings(schedule));
      EXPECT_EQ(report.violations(), 0u);
      EXPECT_TRUE(report.uncovered.empty());
    }
  }
}

TEST(Generator, SomeCrewsStayAwayOvernight) {
  const Schedule schedule = first_month(options_of(1'000));
  const auto report = plan::check(schedule, pairing::preset_rules(pairing::kDefaultPreset),
                                  round_trips_as_pairings(schedule));
  const auto nights = static_cast<double>(report.duties - report.pairings.size());
  EXPECT_GT(nights / static_cast<double>(report.pairings.size()), 0.05);
  EXPECT_LT(nights / static_cast<double>(report.pairings.size()), 0.5);
}

RC_GTEST_PROP(Generator, MakesASoundAirlineOfAnySizeAndShape, ()) {
  AirlineOptions options = options_of(*rc::gen::inRange<std::size_t>(300, 3'000), 2,
                                      *rc::gen::arbitrary<std::uint64_t>());
  options.stations = *rc::gen::inRange(10, 16);
  options.bases = *rc::gen::inRange(1, 6);
  options.fleets = *rc::gen::inRange(1, 5);
  for (const GeneratedMonth& generated : generate_airline(options)) {
    const Schedule& schedule = generated.month.schedule;
    // A daily round trip alone is 62 flights, so the smallest airlines cannot hit every number.
    const double miss_in_flights =
        miss(schedule, options.flights) * static_cast<double>(options.flights);
    RC_ASSERT(miss(schedule, options.flights) <= 0.03 || miss_in_flights <= 31);
    const auto report =
        plan::check(schedule, generated.month.rules, round_trips_as_pairings(schedule));
    RC_ASSERT(report.legal());
    RC_ASSERT(report.uncovered.empty());
  }
}

}  // namespace
}  // namespace skein::generator
