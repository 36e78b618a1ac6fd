#include "report/flight_text.h"

#include <fmt/format.h>

#include "base/calendar.h"

namespace skein::report {

std::string flight_text(const schedule::Schedule& schedule, FlightId id) {
  const schedule::Flight& flight = schedule.flight(id);
  return fmt::format("{} {}-{} {}-{}", flight.id, schedule.station(flight.origin).code,
                     schedule.station(flight.destination).code, format_instant(flight.departure),
                     format_time_of_day(minute_of_day(flight.arrival)));
}

std::string pairing_text(const schedule::Schedule& schedule, const pairing::Pairing& pairing) {
  std::string line = schedule.station(pairing.base).code + ":";
  for (const pairing::Leg& leg : pairing.legs) {
    const std::string& id = schedule.flight(leg.flight).id;
    line += leg.role == pairing::Role::kDeadhead ? fmt::format(" ({})", id) : " " + id;
  }
  return line;
}

}  // namespace skein::report
