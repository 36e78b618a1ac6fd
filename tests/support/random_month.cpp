#include "support/random_month.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/calendar.h"

namespace skein::test {
namespace {

using pairing::LimitTable;
using pairing::Rules;
using pairing::WorkRules;

struct Place {
  const char* code;
  const char* zone;
  double latitude;
  double longitude;
  bool is_base;
};
constexpr Place kPlaces[] = {
    {"NYC", "America/New_York", 40.6, -73.8, true},
    {"DEN", "America/Denver", 39.9, -104.7, true},
    {"LAX", "America/Los_Angeles", 33.9, -118.4, false},
    {"LHR", "Europe/London", 51.5, -0.5, false},
    {"HNL", "Pacific/Honolulu", 21.3, -157.9, false},
    {"NAN", "Pacific/Fiji", -17.8, 177.4, false},
};
// Days before clocks change: in America, in America back again, in Europe.
constexpr const char* kFirstDays[] = {"2008-03-07", "2008-10-31", "2008-03-28"};

schedule::FlightRecord random_flight(Rng& rng, const RandomScheduleOptions& options, Day first,
                                     std::size_t number) {
  const std::size_t from = rng.below(std::size(kPlaces));
  const std::size_t to = (from + 1 + rng.below(std::size(kPlaces) - 1)) % std::size(kPlaces);
  schedule::FlightRecord record;
  record.number = fmt::format("X{}", number);
  record.id = record.number;
  record.origin = kPlaces[from].code;
  record.destination = kPlaces[to].code;
  record.departure = start_of(first) + Minutes(rng.between(0, options.days * 1440 - 1));
  record.arrival = record.departure + Minutes(rng.between(30, 240));
  record.fleet = fmt::format("F{}", rng.below(static_cast<std::uint64_t>(options.fleets)));
  if (rng.chance(0.8)) record.tail = fmt::format("T{}", rng.below(6));
  return record;
}

LimitTable random_table(Rng& rng, int least, int most) {
  std::vector<LimitTable::Row> rows;
  for (int from = 0; from < 1440; from += rng.between(60, 600)) {
    LimitTable::Row row{Minutes(from), {}};
    int limit = rng.between(least, most);
    for (int segments = rng.between(1, 5); segments > 0; --segments) {
      row.by_segments.emplace_back(limit);
      limit -= rng.between(0, 60);
    }
    rows.push_back(std::move(row));
  }
  return LimitTable(std::move(rows));
}

// Short connections of the schedule, some of which the rules then accept.
void accept_some_connections(Rng& rng, const schedule::Schedule& schedule, WorkRules& work) {
  for (const schedule::Flight& flight : schedule.flights()) {
    for (const schedule::Flight& next : schedule.flights()) {
      const Minutes gap = next.departure - flight.arrival;
      if (flight.destination != next.origin || gap < Minutes(-30)) continue;
      if (gap < work.min_connection && rng.chance(0.5)) {
        work.accepted_connections.emplace_back(flight.id, next.id);
      }
    }
  }
}

void vary_connections_and_rests(Rng& rng, WorkRules& work) {
  if (rng.chance(0.3)) work.briefing = Minutes(rng.between(10, 75));
  if (rng.chance(0.3)) work.debriefing = Minutes(rng.between(10, 45));
  if (rng.chance(0.2)) work.max_sit = Minutes(rng.between(90, 300));
  if (rng.chance(0.3)) work.min_connection = Minutes(rng.between(0, 60));
  if (rng.chance(0.3)) work.min_rest = Minutes(rng.between(300, 660));
  if (rng.chance(0.3)) work.min_rest_at_base = Minutes(rng.between(300, 900));
  if (rng.chance(0.3)) work.rest_covers_previous_duty = rng.chance(0.5);
  if (rng.chance(0.4)) work.rest_at_base_allowed = rng.chance(0.5);
}

void vary_duties(Rng& rng, WorkRules& work) {
  if (rng.chance(0.2)) work.max_duty_flying = Minutes(rng.between(150, 500));
  if (rng.chance(0.2)) work.max_duty_legs = rng.between(0, 4);
  if (rng.chance(0.2)) work.max_duty_span = Minutes(rng.between(250, 800));
  if (rng.chance(0.2)) work.duty_period_limits = random_table(rng, 300, 800);
  if (rng.chance(0.2)) work.flight_time_limits = random_table(rng, 240, 500);
  if (rng.chance(0.3)) work.theater_longitude = rng.between(10, 150);
  if (rng.chance(0.3)) work.unacclimated_reduction = Minutes(rng.between(10, 180));
  if (rng.chance(0.3)) work.reference_clock = pairing::ReferenceClock::kReportingPoint;
}

void vary_pairings(Rng& rng, WorkRules& work) {
  const auto maybe = [&rng](std::optional<int>& limit, int most) {
    if (rng.chance(0.2)) limit = rng.between(1, most);
    if (rng.chance(0.1)) limit.reset();
  };
  maybe(work.max_duties, 4);
  maybe(work.max_days, 4);
  maybe(work.max_landings, 8);
  if (rng.chance(0.2)) work.max_flying = Minutes(rng.between(200, 1200));
}

void vary_costs(Rng& rng, pairing::CostRules& cost) {
  if (rng.chance(0.5)) cost.aircraft_change = Cost(rng.between(0, 90));
  if (rng.chance(0.3)) cost.guaranteed_flying = Minutes(rng.between(0, 400));
  if (rng.chance(0.3)) cost.deadhead_rate = HourlyRate(rng.between(0, 120));
  if (rng.chance(0.2)) cost.gap_pieces.pop_back();
}

}  // namespace

schedule::Schedule random_schedule(Rng& rng, const RandomScheduleOptions& options) {
  schedule::ScheduleBuilder builder;
  for (const Place& place : kPlaces) {
    schedule::Station station;
    station.code = place.code;
    station.zone = schedule::TimeZone::named(place.zone);
    if (rng.chance(0.9)) station.position = {place.latitude, place.longitude};
    station.is_base = place.is_base;
    station.crews = place.is_base ? 10 : 0;
    builder.add_station(std::move(station));
  }
  const Day first = *parse_day(kFirstDays[rng.below(std::size(kFirstDays))]);
  for (std::size_t i = 0; i < options.flights; ++i) {
    builder.add_flight(random_flight(rng, options, first, i));
  }
  if (options.late_period) {
    builder.set_period({start_of(first) + hours(20), start_of(first) + options.days * kDay});
  }
  return std::move(builder).build();
}

Rules random_rules(Rng& rng, const schedule::Schedule& schedule) {
  const std::vector<std::string> presets = pairing::preset_names();
  Rules rules = pairing::preset_rules(presets[rng.below(presets.size())]);
  vary_connections_and_rests(rng, rules.work);
  vary_duties(rng, rules.work);
  vary_pairings(rng, rules.work);
  vary_costs(rng, rules.cost);
  accept_some_connections(rng, schedule, rules.work);
  return rules;
}

}  // namespace skein::test
