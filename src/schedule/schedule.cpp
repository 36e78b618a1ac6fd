#include "schedule/schedule.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "base/calendar.h"
#include "base/input_error.h"

namespace skein::schedule {
namespace {

constexpr std::size_t kLongestName = 64;
// Room for a default id, which is made of names and a moment, and for something behind it.
constexpr std::size_t kLongestId = 256;
constexpr Minutes kLongestFlight = hours(24);

// Names are written into several text formats; control characters would break them.
void require_name(const char* field, const std::string& name, std::size_t longest = kLongestName) {
  if (name.empty()) throw InputError({"", 0, field, "the name is empty", "give it a name"});
  const bool printable = std::all_of(name.begin(), name.end(), [](char c) {
    return static_cast<unsigned char>(c) > ' ' && c != '\x7f';
  });
  if (!printable || name.size() > longest) {
    throw InputError(
        {"", 0, field, in_quotes(name) + " is not a usable name",
         fmt::format("use at most {} characters, no spaces or control characters", longest)});
  }
}

std::size_t number_of(std::unordered_map<std::string, std::size_t>& numbers,
                      std::vector<std::string>& names, const std::string& name) {
  const auto [entry, is_new] = numbers.try_emplace(name, names.size());
  if (is_new) names.push_back(name);
  return entry->second;
}

// Sorts names and returns the new place of each old one, so that ids do not depend on file order.
std::vector<std::size_t> sort_names(std::vector<std::string>& names) {
  std::vector<std::size_t> order(names.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return names[a] < names[b]; });
  std::vector<std::size_t> place(names.size());
  std::vector<std::string> sorted(names.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    place[order[i]] = i;
    sorted[i] = std::move(names[order[i]]);
  }
  names = std::move(sorted);
  return place;
}

PlanningPeriod days_of_departures(const std::vector<Flight>& flights) {
  if (flights.empty()) return {};
  return {start_of(day_of(flights.front().departure)),
          start_of(day_of(flights.back().departure)) + kDay};
}

void require_sound_times(const FlightRecord& record) {
  if (record.arrival <= record.departure) {
    throw InputError({"", 0, "arrival_utc",
                      fmt::format("flight {} arrives at {}, not after its departure at {}",
                                  in_quotes(record.number), format_instant(record.arrival),
                                  format_instant(record.departure)),
                      "check the dates; both times are UTC"});
  }
  if (record.arrival - record.departure > kLongestFlight) {
    throw InputError({"", 0, "arrival_utc",
                      fmt::format("flight {} takes {} hours", in_quotes(record.number),
                                  format_duration(record.arrival - record.departure)),
                      "check the dates; no flight is longer than 24 hours"});
  }
}

}  // namespace

std::string default_flight_id(std::string_view number, std::string_view origin, Instant departure) {
  return fmt::format("{}/{}/{}", number, origin, format_instant(departure));
}

StationId Schedule::find_station(std::string_view code) const {
  const auto found = station_by_code_.find(std::string(code));
  return found == station_by_code_.end() ? StationId::none() : found->second;
}

FlightId Schedule::find_flight(std::string_view id) const {
  const auto found = std::lower_bound(
      flights_by_id_.begin(), flights_by_id_.end(), id,
      [&](FlightId candidate, std::string_view sought) { return flights_[candidate].id < sought; });
  return found != flights_by_id_.end() && flights_[*found].id == id ? *found : FlightId::none();
}

Minutes Schedule::total_flying() const {
  return std::accumulate(flights_.begin(), flights_.end(), Minutes(0),
                         [](Minutes sum, const Flight& flight) { return sum + flight.duration(); });
}

bool operator==(const Schedule& a, const Schedule& b) {
  return a.stations_ == b.stations_ && a.flights_ == b.flights_ && a.fleets_ == b.fleets_ &&
         a.tails_ == b.tails_ && a.period_ == b.period_;
}

void ScheduleBuilder::add_station(Station station) {
  require_name("station", station.code);
  if (station.crews < 0 || (station.crews > 0 && !station.is_base)) {
    throw InputError(
        {"", 0, "crews",
         fmt::format("station {} has {} crews", in_quotes(station.code), station.crews),
         "crews live at bases only; set base to 1, or crews to 0"});
  }
  const auto [entry, is_new] =
      station_by_code_.try_emplace(station.code, StationId(stations_.size()));
  if (!is_new) {
    throw InputError({"", 0, "station", "station " + in_quotes(station.code) + " stands here twice",
                      "remove one of the two lines"});
  }
  stations_.push_back(std::move(station));
}

StationId ScheduleBuilder::station_of(const std::string& code, const char* field) const {
  const auto found = station_by_code_.find(code);
  if (found == station_by_code_.end()) {
    throw InputError({"", 0, field, "station " + in_quotes(code) + " is unknown",
                      "add it to stations.csv or correct the code"});
  }
  return found->second;
}

void ScheduleBuilder::make_base(const std::string& code, int crews) {
  Station& station = stations_[station_of(code, "station")];
  station.is_base = true;
  station.crews = crews;
}

void ScheduleBuilder::add_flight(FlightRecord record) {
  require_name("flight", record.number);
  require_name("fleet", record.fleet);
  if (!record.tail.empty()) require_name("tail", record.tail);
  Flight flight;
  flight.origin = station_of(record.origin, "origin");
  flight.destination = station_of(record.destination, "destination");
  require_sound_times(record);
  flight.departure = record.departure;
  flight.arrival = record.arrival;
  if (record.id.empty()) {
    record.id = default_flight_id(record.number, record.origin, record.departure);
  } else {
    require_name("id", record.id, kLongestId);
  }
  if (!flight_ids_.insert(record.id).second) {
    throw InputError({"", 0, "id", "flight id " + in_quotes(record.id) + " stands here twice",
                      "remove one of the two lines, or tell the flights apart by the column id"});
  }
  flight.id = std::move(record.id);
  flight.number = std::move(record.number);
  flight.fleet = FleetId(number_of(fleet_by_name_, fleets_, record.fleet));
  if (!record.tail.empty()) flight.tail = TailId(number_of(tail_by_name_, tails_, record.tail));
  flights_.push_back(std::move(flight));
}

Schedule ScheduleBuilder::build() && {
  std::sort(flights_.begin(), flights_.end(), [](const Flight& a, const Flight& b) {
    return a.departure != b.departure ? a.departure < b.departure : a.id < b.id;
  });
  const std::vector<std::size_t> fleet_place = sort_names(fleets_);
  const std::vector<std::size_t> tail_place = sort_names(tails_);
  for (Flight& flight : flights_) {
    flight.fleet = FleetId(fleet_place[flight.fleet.index()]);
    if (flight.tail.exists()) flight.tail = TailId(tail_place[flight.tail.index()]);
  }

  Schedule schedule;
  schedule.period_ = period_.value_or(days_of_departures(flights_));
  schedule.stations_ = std::move(stations_);
  schedule.flights_ = IdVector<FlightId, Flight>(std::move(flights_));
  schedule.fleets_ = IdVector<FleetId, std::string>(std::move(fleets_));
  schedule.tails_ = IdVector<TailId, std::string>(std::move(tails_));
  schedule.station_by_code_ = std::move(station_by_code_);
  for (StationId id : schedule.station_ids()) {
    if (schedule.station(id).is_base) schedule.bases_.push_back(id);
  }
  for (FlightId id : schedule.flight_ids()) schedule.flights_by_id_.push_back(id);
  std::sort(schedule.flights_by_id_.begin(), schedule.flights_by_id_.end(),
            [&](FlightId a, FlightId b) { return schedule.flight(a).id < schedule.flight(b).id; });
  return schedule;
}

}  // namespace skein::schedule
