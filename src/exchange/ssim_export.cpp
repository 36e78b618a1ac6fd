#include "exchange/ssim_export.h"

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "base/input_error.h"
#include "base/words.h"
#include "exchange/ssim_file.h"

namespace skein::exchange {
namespace {

using schedule::Flight;
using schedule::Schedule;

constexpr Minutes kLongestStop = hours(6);
// Date variations reach seven days.
constexpr Minutes kLongestItinerary = 6 * kDay;
constexpr std::size_t kMostLegs = 20;
constexpr int kMostItineraries = 999;
constexpr Day kLastDay = std::chrono::year(2069) / 12 / 31;

struct Designator {
  std::string airline;
  int number = 0;
  char suffix = ' ';

  friend auto operator<=>(const Designator&, const Designator&) = default;
};

std::optional<Designator> parse_designator(std::string_view text, const std::string& airline) {
  Designator designator;
  const bool bare = !text.empty() && parse_count(text.substr(0, 1), 0, 9) && !airline.empty() &&
                    !is_ssim_airline(text.substr(0, 2));
  if (bare) {
    designator.airline = airline;
  } else {
    const bool three = text.size() > 3 && std::all_of(text.begin(), text.begin() + 3,
                                                      [](char c) { return c >= 'A' && c <= 'Z'; });
    designator.airline = text.substr(0, three ? 3 : 2);
    text.remove_prefix(std::min(text.size(), designator.airline.size()));
  }
  if (!is_ssim_airline(designator.airline)) return std::nullopt;
  if (!text.empty() && text.back() >= 'A' && text.back() <= 'Z') {
    designator.suffix = text.back();
    text.remove_suffix(1);
  }
  const auto number = parse_count(text, 1, 9999);
  // Zeros in front would be lost: 041 and 41 are the same flight in this form.
  if (!number || text != std::to_string(*number)) return std::nullopt;
  designator.number = *number;
  return designator;
}

Designator designator_of(const Flight& flight, const SsimExportOptions& options) {
  if (const auto found = parse_designator(flight.number, options.airline)) return *found;
  throw InputError({"", 0, "flight", in_quotes(flight.number) + " is no flight number of SSIM",
                    "it needs an airline of two or three characters (--airline gives one to all) "
                    "and a number from 1 to 9999 without zeros in front"});
}

std::string aircraft_of(const std::string& fleet, const SsimExportOptions& options) {
  const auto named = options.aircraft.find(fleet);
  const std::string& type = named == options.aircraft.end() ? fleet : named->second;
  if (is_ssim_aircraft(type)) return type;
  throw InputError({"", 0, "fleet", in_quotes(type) + " is no aircraft type of SSIM",
                    fmt::format("name one of up to three characters: --aircraft {}=738", fleet)});
}

// A day and time on the clocks of the time mode.
struct ClockTime {
  Day day;
  SsimCall call;
};

ClockTime clock_time(const schedule::Station& station, Instant instant, TimeMode mode) {
  if (!is_ssim_station(station.code)) {
    throw InputError({"", 0, "station", in_quotes(station.code) + " is no station of SSIM",
                      "codes have three capital letters or digits"});
  }
  const Minutes offset = station.zone.offset_at(instant);
  const Instant shown = mode == TimeMode::kUtc ? instant : instant + offset;
  if (day_of(shown) > kLastDay) {
    throw InputError({"", 0, "departure_utc", format_instant(instant) + " is too late for SSIM",
                      "its years have two digits and end with 2069"});
  }
  return {day_of(shown), {station.code, minute_of_day(shown), offset, 0}};
}

// Flights of one number that are flown one after the other.
using Itinerary = std::vector<FlightId>;

std::vector<Itinerary> chain(const Schedule& schedule, const std::vector<FlightId>& flights) {
  std::vector<Itinerary> itineraries;
  const auto goes_on = [&](const Itinerary& itinerary, const Flight& flight) {
    const Flight& last = schedule.flight(itinerary.back());
    return last.destination == flight.origin && last.arrival <= flight.departure &&
           flight.departure - last.arrival <= kLongestStop && itinerary.size() < kMostLegs &&
           flight.arrival - schedule.flight(itinerary.front()).departure <= kLongestItinerary;
  };
  std::vector<std::size_t> open;  // that may still go on
  for (const FlightId id : flights) {
    const Flight& flight = schedule.flight(id);
    std::erase_if(open, [&](std::size_t k) {
      const Flight& last = schedule.flight(itineraries[k].back());
      return last.arrival + kLongestStop < flight.departure;
    });
    const auto found = std::find_if(open.begin(), open.end(),
                                    [&](std::size_t k) { return goes_on(itineraries[k], flight); });
    if (found != open.end()) {
      itineraries[*found].push_back(id);
    } else {
      open.push_back(itineraries.size());
      itineraries.push_back({id});
    }
  }
  return itineraries;
}

// What equal itineraries share, leg by leg; the order has no meaning.
using LegPattern = std::tuple<std::string, int, int, int, std::string, int, int, int, std::string>;
using Pattern = std::vector<LegPattern>;

LegPattern pattern_of(const SsimCall& from, const SsimCall& to, const std::string& aircraft) {
  return {from.station, from.time.count(), from.offset->count(), from.day,
          to.station,   to.time.count(),   to.offset->count(),   to.day,
          aircraft};
}

SsimCall call_of(const std::string& station, int time, int offset, int day) {
  return {station, Minutes(time), Minutes(offset), day};
}

// The records of all flights of one number.
class NumberRecords {
 public:
  NumberRecords(const Schedule& schedule, const SsimExportOptions& options, Designator designator)
      : schedule_(schedule), options_(options), designator_(std::move(designator)) {}

  void add(const Itinerary& itinerary) {
    Pattern pattern;
    std::optional<Day> date;
    for (const FlightId id : itinerary) {
      const Flight& flight = schedule_.flight(id);
      ClockTime from =
          clock_time(schedule_.station(flight.origin), flight.departure, options_.mode);
      ClockTime to =
          clock_time(schedule_.station(flight.destination), flight.arrival, options_.mode);
      if (!date) date = from.day;
      from.call.day = static_cast<int>((from.day - *date).count());
      to.call.day = static_cast<int>((to.day - *date).count());
      pattern.push_back(
          pattern_of(from.call, to.call, aircraft_of(schedule_.fleets()[flight.fleet], options_)));
    }
    if (!dates_[pattern].insert(*date).second) {
      const Flight& flight = schedule_.flight(itinerary.front());
      throw InputError({"", 0, "flight", "flight " + in_quotes(flight.id) + " stands there twice",
                        "SSIM cannot tell two flights of one number, route and time apart"});
    }
  }

  void write(std::vector<SsimLeg>& legs) const {
    std::vector<std::pair<OperatingDays, const Pattern*>> itineraries;
    for (const auto& [pattern, dates] : dates_) {
      for (const OperatingDays& days : operating_days({dates.begin(), dates.end()})) {
        itineraries.emplace_back(days, &pattern);
      }
    }
    // The manual numbers them by their first and last days.
    std::stable_sort(itineraries.begin(), itineraries.end(), [](const auto& a, const auto& b) {
      return std::pair(a.first.first, a.first.last) < std::pair(b.first.first, b.first.last);
    });
    if (itineraries.size() > kMostItineraries) {
      throw InputError({"", 0, "flight",
                        fmt::format("{}{} has {} itineraries", designator_.airline,
                                    designator_.number, itineraries.size()),
                        "SSIM numbers 999 at most; write fewer days"});
    }
    int number = 0;
    for (const auto& [days, pattern] : itineraries) write(days, *pattern, ++number, legs);
  }

 private:
  void write(const OperatingDays& days, const Pattern& pattern, int number,
             std::vector<SsimLeg>& legs) const {
    int sequence = 0;
    for (const LegPattern& part : pattern) {
      const auto& [from, out, out_offset, out_day, to, in, in_offset, in_day, aircraft] = part;
      SsimLeg leg;
      leg.mode = options_.mode;
      leg.airline = designator_.airline;
      leg.number = designator_.number;
      leg.suffix = designator_.suffix;
      leg.itinerary = number;
      leg.sequence = ++sequence;
      leg.days = days.shifted(out_day);
      leg.departure = call_of(from, out, out_offset, out_day);
      leg.arrival = call_of(to, in, in_offset, in_day);
      leg.aircraft = aircraft;
      legs.push_back(std::move(leg));
    }
  }

  const Schedule& schedule_;
  const SsimExportOptions& options_;
  Designator designator_;
  std::map<Pattern, std::set<Day>> dates_;
};

// The days of all legs of a carrier; the planning period may be longer.
SsimCarrier carrier_of(const std::vector<SsimLeg>& legs) {
  SsimCarrier carrier{legs.front().mode, legs.front().airline, legs.front().days.first,
                      legs.front().days.last};
  for (const SsimLeg& leg : legs) {
    carrier.first = std::min(carrier.first, leg.days.first);
    carrier.last = std::max(carrier.last, leg.days.last);
  }
  return carrier;
}

void warn_of_losses(const Schedule& schedule, std::vector<std::string>& warnings) {
  std::size_t own_ids = 0;
  for (const Flight& flight : schedule.flights()) {
    own_ids +=
        flight.id != schedule::default_flight_id(
                         flight.number, schedule.station(flight.origin).code, flight.departure);
  }
  if (!schedule.tails().empty()) {
    warnings.push_back("which aircraft flies is not part of SSIM; the tails are left out");
  }
  if (own_ids > 0) {
    warnings.push_back(
        fmt::format("ids are not part of SSIM; those of {} flights are left out", own_ids));
  }
}

}  // namespace

SsimExport export_ssim(const Schedule& schedule, const SsimExportOptions& options) {
  if (schedule.flights().empty()) {
    throw InputError({"", 0, "", "the month has no flights", "a data set needs one at least"});
  }
  std::map<Designator, std::vector<FlightId>> by_number;
  for (const FlightId id : schedule.flight_ids()) {
    by_number[designator_of(schedule.flight(id), options)].push_back(id);
  }
  std::map<std::string, std::vector<SsimLeg>> by_airline;
  for (const auto& [designator, flights] : by_number) {
    NumberRecords records(schedule, options, designator);
    for (const Itinerary& itinerary : chain(schedule, flights)) records.add(itinerary);
    records.write(by_airline[designator.airline]);
  }
  SsimExport result;
  std::vector<SsimCarrierLegs> carriers;
  for (auto& [airline, legs] : by_airline) {
    result.leg_records += legs.size();
    SsimCarrier carrier = carrier_of(legs);
    carriers.push_back({std::move(carrier), std::move(legs)});
  }
  result.text = ssim_text(carriers, options.title, options.created);
  warn_of_losses(schedule, result.warnings);
  return result;
}

}  // namespace skein::exchange
