#include "exchange/foreign_month.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/calendar.h"
#include "base/csv.h"
#include "base/input_error.h"
#include "pairing/rules_toml.h"
#include "schedule/csv_files.h"

namespace skein::exchange {
namespace {

namespace fs = std::filesystem;
using schedule::FlightRecord;
using schedule::ScheduleBuilder;

constexpr const char* kTraffic = "flights_jan_to_apr";
constexpr double kDeparturesPerCrew = 10;
// So that the shares of a small schedule are not lost in rounding.
constexpr double kFewestCrews = 100;
constexpr int kMostCrews = std::numeric_limits<int>::max();

using StationsByCode = std::unordered_map<std::string, ForeignStation>;
using Departures = std::unordered_map<std::string, long long>;

StationsByCode add_stations(std::vector<ForeignStation> stations, ScheduleBuilder& builder) {
  StationsByCode by_code;
  for (ForeignStation& entry : stations) {
    schedule::Station station = entry.station;
    station.is_base = false;  // which ones are bases is decided later
    station.crews = 0;
    builder.add_station(std::move(station));
    by_code.emplace(entry.station.code, std::move(entry));
  }
  return by_code;
}

// Adds a flight; one that differs from another only in its destination gets an id of its own.
void add_flight(FlightRecord record, ScheduleBuilder& builder, std::vector<std::string>& warnings) {
  if (record.id.empty()) {
    std::string id = schedule::default_flight_id(record.number, record.origin, record.departure);
    if (builder.has_flight(id)) {
      record.id = id + '/' + record.destination;
      if (!builder.has_flight(record.id)) {
        warnings.push_back(
            fmt::format("flight {} stands in the schedule with two destinations; "
                        "the one to {} has the id {}",
                        id, record.destination, record.id));
      }
    }
  }
  builder.add_flight(std::move(record));
}

// Every chosen fleet must have flights.
void require_fleets(const ForeignMonthOptions& options, const std::set<std::string>& found) {
  for (const std::string& fleet : options.fleets) {
    if (found.contains(fleet)) continue;
    throw InputError({options.schedule, 0, "fleet", in_quotes(fleet) + " has no flights",
                      fmt::format("choose among {}", fmt::join(found, ", "))});
  }
}

bool leaves_within(const FlightRecord& record, const std::optional<pairing::PeriodDays>& period) {
  if (!period) return true;
  const Day day = day_of(record.departure);
  return day >= period->first && day <= period->last;
}

Departures add_flights(const ForeignMonthOptions& options, const FlightSource& flights,
                       ScheduleBuilder& builder, std::vector<std::string>& warnings) {
  const std::set<std::string> chosen(options.fleets.begin(), options.fleets.end());
  std::set<std::string> found;
  Departures departures;
  flights([&](FlightRecord record) {
    found.insert(record.fleet);
    if (!chosen.empty() && !chosen.contains(record.fleet)) return;
    if (!leaves_within(record, options.period)) return;
    ++departures[record.origin];
    add_flight(std::move(record), builder, warnings);
  });
  if (found.empty()) {
    throw InputError({options.schedule, 0, "", "the schedule has no flights",
                      "check that it is the right file"});
  }
  require_fleets(options, found);
  if (departures.empty()) {
    throw InputError({options.schedule, 0, "departure", "no flight leaves on the days to plan",
                      "correct the first and the last day"});
  }
  return departures;
}

std::vector<ChosenBase> choose_bases(const ForeignMonthOptions& options,
                                     const std::vector<ForeignStation>& stations) {
  if (options.bases_file && !options.bases.empty()) {
    throw InputError({*options.bases_file, 0, "bases",
                      "bases are named in a file and by their codes", "give one of the two"});
  }
  if (options.bases_file) return read_chosen_bases(LineReader::open(*options.bases_file));
  std::vector<ChosenBase> bases;
  for (const std::string& code : options.bases) bases.push_back({code, std::nullopt, 0});
  if (!bases.empty()) return bases;
  for (const ForeignStation& entry : stations) {
    if (entry.station.is_base) bases.push_back({entry.station.code, std::nullopt, 0});
  }
  if (bases.empty()) {
    throw InputError({options.stations, 0, "base", "no station is a base",
                      "name the bases by their codes or in a file, or add the column base"});
  }
  return bases;
}

void require_sound_bases(const ForeignMonthOptions& options, const std::vector<ChosenBase>& bases,
                         const StationsByCode& stations) {
  std::unordered_set<std::string> seen;
  for (const ChosenBase& base : bases) {
    const auto fail = [&](const char* problem, const char* remedy) {
      throw InputError({options.bases_file.value_or(fs::path()), base.line,
                        base.line > 0 ? "station" : "bases", in_quotes(base.station) + problem,
                        remedy});
    };
    if (!stations.contains(base.station)) {
      fail(" is not in the stations file", "correct the code, or add the station there");
    }
    if (!seen.insert(base.station).second) fail(" is named twice", "name each base once");
  }
}

// Crews from files, where they are known for every base.
bool fill_in_known_crews(std::vector<ChosenBase>& bases, const StationsByCode& stations) {
  const auto is_known = [](const ChosenBase& base) { return base.crews.has_value(); };
  if (std::all_of(bases.begin(), bases.end(), is_known)) return true;
  for (ChosenBase& base : bases) {
    const int crews = stations.at(base.station).station.crews;
    if (!base.crews && crews > 0) base.crews = crews;
  }
  return std::all_of(bases.begin(), bases.end(), is_known);
}

// Crews in proportion to the traffic of each base.
void share_out_crews(std::vector<ChosenBase>& bases, const StationsByCode& stations,
                     const Departures& departures, bool all_fleets, double flights,
                     std::vector<std::string>& warnings) {
  const bool traffic_known =
      all_fleets && std::all_of(bases.begin(), bases.end(), [&](const ChosenBase& base) {
        return stations.at(base.station).departures.has_value();
      });
  std::vector<double> weights;
  double sum = 0;
  for (const ChosenBase& base : bases) {
    const auto found = departures.find(base.station);
    const long long own = found == departures.end() ? 0 : found->second;
    weights.push_back(
        static_cast<double>(traffic_known ? *stations.at(base.station).departures : own));
    sum += weights.back();
  }
  const double crews = std::max(kFewestCrews, flights / kDeparturesPerCrew);
  for (std::size_t i = 0; i < bases.size(); ++i) {
    const double share = sum > 0 ? weights[i] / sum : 1 / static_cast<double>(bases.size());
    bases[i].crews = std::max(1, static_cast<int>(std::lround(crews * share)));
  }
  warnings.push_back(fmt::format("crew numbers are not known; they follow the {} of the bases",
                                 traffic_known ? kTraffic : "departures"));
}

void warn_of_idle_bases(const std::vector<ChosenBase>& bases, const Departures& departures,
                        std::vector<std::string>& warnings) {
  for (const ChosenBase& base : bases) {
    if (departures.contains(base.station)) continue;
    warnings.push_back(
        fmt::format("no flight leaves base {}, so its crews can do nothing", base.station));
  }
}

}  // namespace

std::vector<ForeignStation> read_foreign_stations(LineReader lines) {
  CsvReader csv(std::move(lines), {"station", "time_zone", "latitude", "longitude"},
                {"base", "crews", kTraffic});
  std::vector<ForeignStation> stations;
  ScheduleBuilder unique;  // for its checks of names
  while (csv.next()) {
    ForeignStation entry;
    try {
      entry.station.code = csv.text("station");
      entry.station.zone = schedule::TimeZone::named(csv.text("time_zone"));
      entry.station.position = schedule::read_position(csv);
      if (csv.has("base")) entry.station.is_base = csv.integer("base", 0, 1) == 1;
      if (!csv.text_or_empty("crews").empty()) {
        entry.station.crews = static_cast<int>(csv.integer("crews", 0, kMostCrews));
      }
      if (csv.has(kTraffic)) {
        entry.departures = csv.integer(kTraffic, 0, std::numeric_limits<int>::max());
      }
      schedule::Station station = entry.station;
      if (!csv.has("base")) station.crews = 0;
      unique.add_station(std::move(station));
    } catch (const InputError& error) {
      throw error.at(csv.file(), csv.line_number());
    }
    stations.push_back(std::move(entry));
  }
  return stations;
}

std::vector<ChosenBase> read_chosen_bases(LineReader lines) {
  CsvReader csv(std::move(lines), {"station"}, {"crews"});
  std::vector<ChosenBase> bases;
  while (csv.next()) {
    ChosenBase base{csv.text("station"), std::nullopt, csv.line_number()};
    if (csv.has("crews")) base.crews = static_cast<int>(csv.integer("crews", 1, kMostCrews));
    bases.push_back(std::move(base));
  }
  if (bases.empty()) {
    throw InputError({csv.file(), csv.line_number(), "station", "the file names no base",
                      "write the code of a base in each line"});
  }
  return bases;
}

ForeignMonth make_month(const ForeignMonthOptions& options, const FlightSource& flights) {
  ForeignMonth result;
  result.month.rules = pairing::rules_from(options.rules);
  if (options.period) result.month.rules.period = options.period;
  ScheduleBuilder builder;
  std::vector<ForeignStation> list = read_foreign_stations(LineReader::open(options.stations));
  std::vector<ChosenBase> bases = choose_bases(options, list);
  const StationsByCode stations = add_stations(std::move(list), builder);
  require_sound_bases(options, bases, stations);
  const Departures departures = add_flights(options, flights, builder, result.warnings);
  if (!fill_in_known_crews(bases, stations)) {
    share_out_crews(bases, stations, departures, options.fleets.empty(),
                    static_cast<double>(builder.flight_count()), result.warnings);
  }
  warn_of_idle_bases(bases, departures, result.warnings);
  for (const ChosenBase& base : bases) builder.make_base(base.station, *base.crews);
  if (const auto period = plan::planning_period(result.month.rules)) builder.set_period(*period);
  result.month.schedule = std::move(builder).build();
  return result;
}

}  // namespace skein::exchange
