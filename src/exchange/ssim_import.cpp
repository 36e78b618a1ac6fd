#include "exchange/ssim_import.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "base/input_error.h"
#include "exchange/ssim_file.h"

namespace skein::exchange {
namespace {

using schedule::FlightRecord;
using schedule::TimeZone;

// More than any airline flies in a year; a wrong period would fill the memory otherwise.
constexpr std::size_t kMostFlights = 5'000'000;

// The time zones of the stations, for local times and to check time variations by.
class Zones {
 public:
  explicit Zones(const ForeignMonthOptions& options) {
    for (ForeignStation& entry : read_foreign_stations(LineReader::open(options.stations))) {
      zones_.emplace(entry.station.code, entry.station.zone);
    }
  }

  Instant instant_of(TimeMode mode, const SsimCall& call, Day day) {
    const Instant shown = start_of(day) + call.time;
    const auto zone = zones_.find(call.station);
    // A station that is not known is refused later, by name.
    if (mode == TimeMode::kLocal && !call.offset && zone != zones_.end()) {
      return schedule::instant_of_local(zone->second, day, call.time);
    }
    const Instant instant =
        mode == TimeMode::kUtc ? shown : shown - call.offset.value_or(Minutes(0));
    if (call.offset && zone != zones_.end() && zone->second.offset_at(instant) != *call.offset) {
      if (mismatches_++ == 0) {
        example_ = fmt::format("{} on {}", call.station, format_day(day));
      }
    }
    return instant;
  }

  void warn(std::vector<std::string>& warnings) const {
    if (mismatches_ == 0) return;
    warnings.push_back(fmt::format(
        "{} departures and arrivals have another time variation than the station's time zone, "
        "first {}; the time variations were followed",
        mismatches_, example_));
  }

 private:
  std::map<std::string, TimeZone> zones_;
  std::size_t mismatches_ = 0;
  std::string example_;
};

std::string flight_number(const SsimLeg& leg) {
  std::string number = leg.airline + std::to_string(leg.number);
  if (leg.suffix != ' ') number += leg.suffix;
  return number;
}

// The flights of one leg record, as far as they leave on days of the period (UTC).
class LegFlights {
 public:
  LegFlights(const ForeignMonthOptions& options, Zones& zones,
             const std::function<void(FlightRecord)>& add)
      : options_(options), zones_(zones), add_(add) {}

  void add(const SsimLeg& leg, std::size_t line) {
    // Local days may be one off.
    const auto& period = options_.period;
    const auto day = std::chrono::days(1);
    const Day first = period ? std::max(leg.days.first, period->first - day) : leg.days.first;
    const Day last = period ? std::min(leg.days.last, period->last + day) : leg.days.last;
    for (Day date = first; date <= last; date += day) {
      if (leg.days.contains(date)) add_flight(leg, date, line);
    }
  }

 private:
  void add_flight(const SsimLeg& leg, Day date, std::size_t line) {
    FlightRecord record;
    record.departure = zones_.instant_of(leg.mode, leg.departure, date);
    record.number = flight_number(leg);
    record.origin = leg.departure.station;
    record.destination = leg.arrival.station;
    record.arrival =
        zones_.instant_of(leg.mode, leg.arrival, date + std::chrono::days(leg.days_of_flight()));
    record.fleet = leg.aircraft;
    try {
      if (++count_ > kMostFlights) {
        throw InputError({"", 0, "period", "the file has too many flights for one month",
                          "name the days with --first-day and --last-day"});
      }
      add_(std::move(record));
    } catch (const InputError& error) {
      throw error.at(options_.schedule, line);
    }
  }

  const ForeignMonthOptions& options_;
  Zones& zones_;
  const std::function<void(FlightRecord)>& add_;
  std::size_t count_ = 0;
};

void warn_of_skipped(const SsimSkipped& skipped, std::vector<std::string>& warnings) {
  for (const auto& [service, legs] : skipped.services) {
    warnings.push_back(
        fmt::format("skipped: {} leg records of service type {}, which are no passenger flights",
                    legs, service));
  }
  if (skipped.operated_by_others > 0) {
    warnings.push_back(
        fmt::format("skipped: {} leg records of flights that another airline operates",
                    skipped.operated_by_others));
  }
  if (skipped.segment_records > 0) {
    warnings.push_back(fmt::format("skipped: {} segment records, which say nothing about crews",
                                   skipped.segment_records));
  }
}

}  // namespace

ForeignMonth import_ssim(const ForeignMonthOptions& options) {
  Zones zones(options);
  SsimSkipped skipped;
  ForeignMonth result = make_month(options, [&](const std::function<void(FlightRecord)>& add) {
    LegFlights flights(options, zones, add);
    skipped =
        for_each_ssim_leg(LineReader::open(options.schedule),
                          [&](const SsimLeg& leg, std::size_t line) { flights.add(leg, line); });
  });
  warn_of_skipped(skipped, result.warnings);
  zones.warn(result.warnings);
  return result;
}

}  // namespace skein::exchange
