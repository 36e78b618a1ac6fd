#include "seeding/typical_week.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/input_error.h"

namespace skein::seeding {
namespace {

using schedule::Flight;
using schedule::Schedule;

constexpr int kWeek = 7;

std::vector<Day> first_days(const Schedule& month) {
  std::vector<Day> days;
  for (Day day = day_of(month.period().begin); start_of(day) + kWeek * kDay <= month.period().end;
       day += std::chrono::days(1)) {
    if (start_of(day) >= month.period().begin) days.push_back(day);
  }
  return days;
}

// How often the flight is flown in the month: same route, fleet, weekday and time.
IdVector<FlightId, int> recurrences(const Schedule& month) {
  using Slot = std::tuple<StationId, StationId, FleetId, int, Minutes>;
  std::map<Slot, int> counts;
  std::vector<const int*> count_of;
  for (const Flight& flight : month.flights()) {
    const schedule::LocalTime local =
        local_time(month.station(flight.origin).zone, flight.departure);
    count_of.push_back(&++counts[{flight.origin, flight.destination, flight.fleet,
                                  weekday_number(local.day), local.minute_of_day}]);
  }
  IdVector<FlightId, int> recurrences;
  for (const int* count : count_of) recurrences.push_back(*count);
  return recurrences;
}

Day most_typical(const Schedule& month, const std::vector<Day>& days) {
  const IdVector<FlightId, int> count = recurrences(month);
  Day best = days.front();
  long most = -1;
  for (Day day : days) {
    long sum = 0;
    for (FlightId flight : month.flight_ids()) {
      const Instant departure = month.flight(flight).departure;
      if (departure < start_of(day) || departure >= start_of(day) + kWeek * kDay) continue;
      sum += count[flight] - 1;
    }
    if (sum <= most) continue;
    most = sum;
    best = day;
  }
  return best;
}

Day first_day_of(const Schedule& month, const WeekOptions& options) {
  const std::vector<Day> days = first_days(month);
  if (days.empty()) {
    throw InputError({"", 0, "", "the month has fewer than seven days",
                      "take the week from a month that has them"});
  }
  if (!options.first_day) return most_typical(month, days);
  if (std::find(days.begin(), days.end(), *options.first_day) == days.end()) {
    throw InputError({"", 0, "first_day",
                      fmt::format("the month does not have seven days from {} on",
                                  format_day(*options.first_day)),
                      fmt::format("choose a day from {} to {}", format_day(days.front()),
                                  format_day(days.back()))});
  }
  return *options.first_day;
}

// The same flight some weeks later or earlier.
schedule::FlightRecord shifted(const Schedule& month, const Flight& flight, int weeks) {
  const Minutes shift = weeks * kWeek * kDay;
  const std::string& origin = month.station(flight.origin).code;
  std::string id;
  if (flight.id != schedule::default_flight_id(flight.number, origin, flight.departure)) {
    id = weeks == 0 ? flight.id : fmt::format("{}{:+}w", flight.id, weeks);
  }
  return {std::move(id),
          flight.number,
          origin,
          month.station(flight.destination).code,
          flight.departure + shift,
          flight.arrival + shift,
          month.fleets()[flight.fleet],
          flight.tail.exists() ? month.tails()[flight.tail] : ""};
}

}  // namespace

TypicalWeek typical_week(const Schedule& month, const WeekOptions& options) {
  const Instant begin = start_of(first_day_of(month, options));
  const Instant end = begin + kWeek * kDay;
  const schedule::PlanningPeriod period{begin - options.days_before * kDay,
                                        end + options.days_after * kDay};
  const int weeks_around = 1 + std::max(options.days_before, options.days_after) / kWeek;
  schedule::ScheduleBuilder builder;
  for (const schedule::Station& station : month.stations()) builder.add_station(station);
  for (const Flight& flight : month.flights()) {
    if (flight.departure < begin || flight.departure >= end) continue;
    for (int weeks = -weeks_around; weeks <= weeks_around; ++weeks) {
      schedule::FlightRecord record = shifted(month, flight, weeks);
      if (record.departure < period.begin || record.departure >= period.end) continue;
      builder.add_flight(std::move(record));
    }
  }
  builder.set_period(period);
  return {std::move(builder).build(), begin, end};
}

}  // namespace skein::seeding
