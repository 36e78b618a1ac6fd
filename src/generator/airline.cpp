#include "generator/airline.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "base/random.h"
#include "generator/aircraft.h"
#include "generator/airline_size.h"
#include "generator/dated_flights.h"
#include "generator/network.h"
#include "generator/timetable.h"

namespace skein::generator {
namespace {

constexpr double kFlyingHoursPerCrew = 70;  // in a month

using Crews = IdVector<StationId, int>;

// As many crews as the flying takes, spread over the bases in proportion to their departures.
Crews count_crews(const Network& network, const std::vector<DatedFlight>& flights) {
  double hours = 0;
  double hub_departures = 0;
  IdVector<StationId, double> departures(network.cities.size());
  for (const DatedFlight& flight : flights) {
    hours += (flight.arrival - flight.departure).hours();
    departures[flight.origin] += 1;
    if (network.is_hub(flight.origin)) hub_departures += 1;
  }
  Crews crews(network.cities.size());
  for (StationId hub : IdRange<StationId>(network.hubs)) {
    const double share = departures[hub] / hub_departures;
    const auto count = static_cast<int>(std::lround(share * hours / kFlyingHoursPerCrew));
    crews[hub] = std::max(1, count);
  }
  return crews;
}

void add_stations(const Network& network, const Crews& crews, schedule::ScheduleBuilder& builder) {
  for (StationId id : IdRange<StationId>(network.cities.size())) {
    const City& city = network.cities[id];
    builder.add_station({city.code, city.zone, city.position, network.is_hub(id), crews[id]});
  }
}

schedule::FlightRecord record_of(const Network& network, const DatedFlight& flight) {
  schedule::FlightRecord record;
  record.number = fmt::format("SK{}", flight.number);
  record.origin = network.cities[flight.origin].code;
  record.destination = network.cities[flight.destination].code;
  record.departure = flight.departure;
  record.arrival = flight.arrival;
  record.fleet = network.fleets[flight.fleet].name;
  record.tail = fmt::format("N{}{:03}SK", flight.fleet.index() + 1, flight.aircraft);
  return record;
}

plan::Month to_month(const Network& network, const Crews& crews,
                     const std::vector<DatedFlight>& flights) {
  schedule::ScheduleBuilder builder;
  add_stations(network, crews, builder);
  for (const DatedFlight& flight : flights) builder.add_flight(record_of(network, flight));
  return {pairing::preset_rules(pairing::kDefaultPreset), std::move(builder).build()};
}

std::vector<DatedFlight> draw_month(const Network& network, const Timetable& timetable,
                                    std::chrono::year_month month, std::size_t flights,
                                    const Rng& rng) {
  std::vector<RoundTrip> round_trips = timetable.round_trips();
  fit_days_of_operation(round_trips, month, flights);
  return flights_of_month(network, round_trips, month, rng);
}

}  // namespace

std::vector<GeneratedMonth> generate_airline(const AirlineOptions& options) {
  const AirlineSize size = airline_size(options);
  const Rng rng(options.seed);
  const Network network = draw_network(size, rng.split("network"));
  Timetable timetable(network, size, rng.split("timetable"));
  Aircraft aircraft(network);
  Crews crews;
  std::vector<GeneratedMonth> months;
  for (int i = 0; i < options.months; ++i) {
    const Rng month_rng = rng.split("month", static_cast<std::uint64_t>(i));
    const auto month = options.first_month + std::chrono::months(i);
    if (i > 0) timetable.change(options.changes, month_rng.split("changes"));
    auto flights = draw_month(network, timetable, month, size.flights, month_rng.split("days"));
    if (i == 0) crews = count_crews(network, flights);
    aircraft.assign(flights);
    months.push_back({month, to_month(network, crews, flights)});
  }
  return months;
}

}  // namespace skein::generator
