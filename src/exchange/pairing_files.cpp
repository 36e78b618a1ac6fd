#include "exchange/pairing_files.h"

#include <iterator>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/calendar.h"
#include "base/csv.h"
#include "pairing/duty.h"
#include "pairing/legality.h"

namespace skein::exchange {
namespace {

using nlohmann::ordered_json;
using pairing::Duty;
using schedule::Flight;
using schedule::Schedule;

constexpr std::size_t kLongestContentLine = 75;  // bytes, without the line end

const char* role_name(plan::Role role) {
  return role == plan::Role::kOperate ? "operate" : "deadhead";
}

std::vector<Duty> duties_of(const plan::Month& month, const plan::Pairing& pairing) {
  return pairing::split_into_duties(month.schedule, month.rules.work,
                                    plan::known_beginning(pairing));
}

std::string local_text(const schedule::Station& station, Instant instant) {
  const schedule::LocalTime local = schedule::local_time(station.zone, instant);
  return format_day(local.day) + ' ' + format_time_of_day(local.minute_of_day);
}

// The cells of a leg behind its role.
std::string leg_cells(const Schedule& schedule, const Flight& flight) {
  const schedule::Station& origin = schedule.station(flight.origin);
  const schedule::Station& destination = schedule.station(flight.destination);
  return fmt::format(
      "{},{},{},{},{},{},{},{},{},{}", sheet_field(flight.id), sheet_field(flight.number),
      sheet_field(origin.code), sheet_field(destination.code), format_instant(flight.departure),
      format_instant(flight.arrival), local_text(origin, flight.departure),
      local_text(destination, flight.arrival), sheet_field(schedule.fleets()[flight.fleet]),
      flight.tail.exists() ? sheet_field(schedule.tails()[flight.tail]) : "");
}

ordered_json leg_json(const Schedule& schedule, const plan::Leg& leg) {
  const Flight& flight = schedule.flight(leg.flight);
  return {{"flight", flight.id},
          {"number", flight.number},
          {"role", role_name(leg.role)},
          {"origin", schedule.station(flight.origin).code},
          {"destination", schedule.station(flight.destination).code},
          {"departure_utc", format_instant(flight.departure)},
          {"arrival_utc", format_instant(flight.arrival)},
          {"fleet", schedule.fleets()[flight.fleet]},
          {"tail", flight.tail.exists() ? ordered_json(schedule.tails()[flight.tail])
                                        : ordered_json(nullptr)}};
}

ordered_json duty_json(const Schedule& schedule, const plan::Pairing& pairing, const Duty& duty) {
  ordered_json legs = ordered_json::array();
  for (std::size_t i = duty.begin; i < duty.end; ++i) {
    legs.push_back(leg_json(schedule, pairing.legs[i]));
  }
  return {{"report_utc", format_instant(duty.report)},
          {"release_utc", format_instant(duty.release)},
          {"flying_minutes", duty.flying.count()},
          {"legs", std::move(legs)}};
}

ordered_json verdict_json(const plan::PairingVerdict& verdict) {
  ordered_json violations = ordered_json::array();
  for (const pairing::Violation& violation : verdict.violations) {
    violations.push_back(
        {{"rule", pairing::rule_name(violation.rule)}, {"detail", violation.detail}});
  }
  const pairing::PairingCost& cost = verdict.cost;
  return {{"cost",
           {{"total", cost.total().amount()},
            {"gaps", cost.gaps.amount()},
            {"deadheads", cost.deadheads.amount()},
            {"guarantee", cost.guarantee.amount()},
            {"aircraft_changes", cost.aircraft_changes.amount()}}},
          {"credited_hours", verdict.credited_hours},
          {"violations", std::move(violations)}};
}

// 20080131T100500Z
std::string calendar_instant(Instant instant) {
  std::string text;
  for (const char c : format_instant(instant)) {
    if (c == 'Z') text += "00";
    if (c != '-' && c != ':') text += c;
  }
  return text;
}

// Letters, digits and a few marks as they are, every other byte as %XX: unique, and safe in a UID
// and in a file name.
std::string plain_name(std::string_view text) {
  std::string name;
  for (const char c : text) {
    const bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                       c == '_' || c == '-';
    if (plain) {
      name += c;
    } else {
      name += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return name;
}

std::string route_of(const Schedule& schedule, const plan::Pairing& pairing, const Duty& duty) {
  std::string text = schedule.station(schedule.flight(pairing.legs[duty.begin].flight).origin).code;
  for (std::size_t i = duty.begin; i < duty.end; ++i) {
    text += '-' + schedule.station(schedule.flight(pairing.legs[i].flight).destination).code;
  }
  return text;
}

std::string description_of(const Schedule& schedule, const plan::Pairing& pairing,
                           const Duty& duty) {
  std::string text;
  for (std::size_t i = duty.begin; i < duty.end; ++i) {
    const Flight& flight = schedule.flight(pairing.legs[i].flight);
    const schedule::Station& origin = schedule.station(flight.origin);
    const schedule::Station& destination = schedule.station(flight.destination);
    fmt::format_to(std::back_inserter(text), "{}{} {} {} to {} {}{}", text.empty() ? "" : "\n",
                   flight.number, origin.code, local_text(origin, flight.departure),
                   destination.code, local_text(destination, flight.arrival),
                   pairing.legs[i].role == plan::Role::kDeadhead ? " (deadhead)" : "");
  }
  return text;
}

std::string event(const plan::Month& month, const plan::Pairing& pairing, const Duty& duty,
                  std::size_t number) {
  const Schedule& schedule = month.schedule;
  const schedule::Station& base = schedule.station(pairing.base);
  const std::string uid =
      fmt::format("{}.{}.{}.{}@skein", plain_name(base.code), plain_name(pairing.name), number,
                  format_day(day_of(schedule.period().begin)));
  const Flight& first = schedule.flight(pairing.legs[duty.begin].flight);
  return "BEGIN:VEVENT\r\n" + calendar_line("UID", uid) +
         calendar_line("DTSTAMP", calendar_instant(schedule.period().begin)) +
         calendar_line("DTSTART", calendar_instant(duty.report)) +
         calendar_line("DTEND", calendar_instant(duty.release)) +
         calendar_line("SUMMARY", calendar_text(fmt::format("{} duty {}: {}", pairing.name, number,
                                                            route_of(schedule, pairing, duty)))) +
         calendar_line("LOCATION", calendar_text(schedule.station(first.origin).code)) +
         calendar_line("DESCRIPTION", calendar_text(description_of(schedule, pairing, duty))) +
         "TRANSP:OPAQUE\r\nEND:VEVENT\r\n";
}

// Whether a line may be broken before this byte: not within a character of UTF-8.
bool starts_character(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
}

}  // namespace

std::string sheet_field(std::string_view text) {
  const bool runs =
      !text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos;
  return csv_field(runs ? "'" + std::string(text) : std::string(text));
}

std::string calendar_text(std::string_view text) {
  std::string value;
  for (const char c : text) {
    if (c == '\\' || c == ';' || c == ',') value += '\\';
    if (c == '\n') {
      value += "\\n";
    } else {
      value += c;
    }
  }
  return value;
}

std::string calendar_line(std::string_view name, std::string_view value) {
  std::string line;
  std::size_t used = 0;
  const std::string content = fmt::format("{}:{}", name, value);
  for (std::size_t begin = 0; begin < content.size();) {
    std::size_t end = begin + 1;
    while (end < content.size() && !starts_character(content[end])) ++end;
    if (used + (end - begin) > kLongestContentLine) {
      line += "\r\n ";
      used = 1;
    }
    line.append(content, begin, end - begin);
    used += end - begin;
    begin = end;
  }
  return line + "\r\n";
}

std::string pairings_sheet(const plan::Month& month, const plan::Plan& plan) {
  std::string text =
      "pairing,base,position,duty,role,flight,number,origin,destination,departure_utc,arrival_utc,"
      "departure_local,arrival_local,fleet,tail\n";
  auto unknown = plan.unknown_legs.begin();
  for (const plan::Pairing& pairing : plan.pairings) {
    const std::vector<Duty> duties = duties_of(month, pairing);
    std::size_t duty = 0;
    for (std::size_t i = 0; i < pairing.legs.size(); ++i) {
      while (duty < duties.size() && i >= duties[duty].end) ++duty;
      const plan::Leg& leg = pairing.legs[i];
      fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{}\n", sheet_field(pairing.name),
                     sheet_field(month.schedule.station(pairing.base).code), i + 1,
                     duty < duties.size() ? std::to_string(duty + 1) : "", role_name(leg.role),
                     leg.flight.exists()
                         ? leg_cells(month.schedule, month.schedule.flight(leg.flight))
                         : sheet_field((unknown++)->flight) + ",,,,,,,,,");
    }
  }
  return text;
}

std::string pairings_json(const plan::Month& month, const plan::Plan& plan,
                          const plan::CheckReport& report) {
  ordered_json list = ordered_json::array();
  auto unknown = plan.unknown_legs.begin();
  for (std::size_t k = 0; k < plan.pairings.size(); ++k) {
    const plan::Pairing& pairing = plan.pairings[k];
    ordered_json entry = {{"pairing", pairing.name},
                          {"base", month.schedule.station(pairing.base).code},
                          {"duties", ordered_json::array()}};
    for (const Duty& duty : duties_of(month, pairing)) {
      entry["duties"].push_back(duty_json(month.schedule, pairing, duty));
    }
    entry["unknown_flights"] = ordered_json::array();
    for (; unknown != plan.unknown_legs.end() && unknown->pairing == k; ++unknown) {
      entry["unknown_flights"].push_back(unknown->flight);
    }
    entry.update(verdict_json(report.pairings[k]));
    list.push_back(std::move(entry));
  }
  const ordered_json json = {{"format", "skein pairings 1"},
                             {"rules", month.rules.preset},
                             {"period_begin", format_instant(month.schedule.period().begin)},
                             {"period_end", format_instant(month.schedule.period().end)},
                             {"pairings", std::move(list)}};
  return json.dump(1, ' ', false, ordered_json::error_handler_t::replace) + '\n';
}

std::map<std::string, std::string> calendars(const plan::Month& month, const plan::Plan& plan) {
  std::map<std::string, std::string> files;
  for (const StationId base : month.schedule.bases()) {
    const std::string& code = month.schedule.station(base).code;
    files[plain_name(code)] =
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Skein//Crew pairings//EN\r\n"
        "CALSCALE:GREGORIAN\r\n" +
        calendar_line("X-WR-CALNAME", calendar_text("Pairings of " + code));
  }
  for (const plan::Pairing& pairing : plan.pairings) {
    const auto file = files.find(plain_name(month.schedule.station(pairing.base).code));
    if (file == files.end()) continue;  // no base, which the checker says
    std::size_t number = 0;
    for (const Duty& duty : duties_of(month, pairing)) {
      file->second += event(month, pairing, duty, ++number);
    }
  }
  for (auto& [name, text] : files) text += "END:VCALENDAR\r\n";
  return files;
}

}  // namespace skein::exchange
