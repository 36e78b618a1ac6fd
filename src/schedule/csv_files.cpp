#include "schedule/csv_files.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "base/calendar.h"
#include "base/csv.h"
#include "base/input_error.h"
#include "base/log.h"

namespace skein::schedule {
namespace {

void warn_of_ignored_columns(const CsvReader& csv) {
  for (const std::string& column : csv.ignored_columns()) {
    log_warning("{}: column {} is not known and is ignored", csv.file().string(),
                in_quotes(column));
  }
}

// Runs `add` and, if it complains, tells where in the file.
template <class Add>
void with_place(const CsvReader& csv, Add add) {
  try {
    add();
  } catch (const InputError& error) {
    throw error.at(csv.file(), csv.line_number());
  }
}

}  // namespace

std::optional<Position> read_position(const CsvReader& csv) {
  if (csv.text_or_empty("latitude").empty() && csv.text_or_empty("longitude").empty()) {
    return std::nullopt;
  }
  return Position{csv.real("latitude", -90, 90), csv.real("longitude", -180, 180)};
}

void read_stations(LineReader lines, ScheduleBuilder& builder) {
  CsvReader csv(std::move(lines),
                {"station", "time_zone", "latitude", "longitude", "base", "crews"}, {});
  warn_of_ignored_columns(csv);
  while (csv.next()) {
    with_place(csv, [&] {
      Station station;
      station.code = csv.text("station");
      station.zone = TimeZone::named(csv.text("time_zone"));
      station.position = read_position(csv);
      station.is_base = csv.integer("base", 0, 1) == 1;
      station.crews = static_cast<int>(csv.integer("crews", 0, std::numeric_limits<int>::max()));
      builder.add_station(std::move(station));
    });
  }
}

void for_each_flight(LineReader lines, const std::function<void(FlightRecord)>& add) {
  CsvReader csv(
      std::move(lines),
      {"flight", "origin", "destination", "departure_utc", "arrival_utc", "fleet", "tail"}, {"id"});
  warn_of_ignored_columns(csv);
  while (csv.next()) {
    with_place(csv, [&] {
      FlightRecord record;
      record.id = csv.text_or_empty("id");
      record.number = csv.text("flight");
      record.origin = csv.text("origin");
      record.destination = csv.text("destination");
      record.departure = csv.instant("departure_utc");
      record.arrival = csv.instant("arrival_utc");
      record.fleet = csv.text("fleet");
      record.tail = csv.text_or_empty("tail");
      add(std::move(record));
    });
  }
}

void read_flights(LineReader lines, ScheduleBuilder& builder) {
  for_each_flight(std::move(lines),
                  [&](FlightRecord record) { builder.add_flight(std::move(record)); });
}

std::string stations_csv(const Schedule& schedule) {
  std::string text = "station,time_zone,latitude,longitude,base,crews\n";
  for (const Station& station : schedule.stations()) {
    const auto& position = station.position;
    fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{}\n", csv_field(station.code),
                   csv_field(station.zone.name()),
                   position ? fmt::format("{}", position->latitude) : "",
                   position ? fmt::format("{}", position->longitude) : "", station.is_base ? 1 : 0,
                   station.crews);
  }
  return text;
}

std::string schedule_csv(const Schedule& schedule) {
  const auto has_own_id = [&](const Flight& flight) {
    return flight.id !=
           default_flight_id(flight.number, schedule.station(flight.origin).code, flight.departure);
  };
  const auto& flights = schedule.flights();
  const bool with_ids = std::any_of(flights.begin(), flights.end(), has_own_id);
  std::string text = "flight,origin,destination,departure_utc,arrival_utc,fleet,tail";
  text += with_ids ? ",id\n" : "\n";
  for (const Flight& flight : flights) {
    fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{},{}", csv_field(flight.number),
                   csv_field(schedule.station(flight.origin).code),
                   csv_field(schedule.station(flight.destination).code),
                   format_instant(flight.departure), format_instant(flight.arrival),
                   csv_field(schedule.fleets()[flight.fleet]),
                   flight.tail.exists() ? csv_field(schedule.tails()[flight.tail]) : "");
    if (with_ids) text += has_own_id(flight) ? ',' + csv_field(flight.id) : ",";
    text += '\n';
  }
  return text;
}

}  // namespace skein::schedule
