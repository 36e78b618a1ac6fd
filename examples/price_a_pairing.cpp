// How to judge and price one pairing with the library.
//
// A crew of Boston flies to New York and Chicago, rests there, and comes home the next day.
#include <fmt/format.h>

#include "base/calendar.h"
#include "pairing/cost.h"
#include "pairing/legality.h"
#include "schedule/schedule.h"

using namespace skein;

namespace {

Instant at(const char* text) {
  return parse_instant(text).value();
}

schedule::Schedule three_flights() {
  schedule::ScheduleBuilder builder;
  const auto zone = [](const char* name) { return schedule::TimeZone::named(name); };
  builder.add_station({"BOS", zone("America/New_York"), {{42.4, -71.0}}, true, 10});
  builder.add_station({"JFK", zone("America/New_York"), {{40.6, -73.8}}, false, 0});
  builder.add_station({"ORD", zone("America/Chicago"), {{42.0, -87.9}}, false, 0});
  builder.add_flight(
      {"", "SK1", "BOS", "JFK", at("2024-01-15T12:00Z"), at("2024-01-15T13:10Z"), "A320", ""});
  builder.add_flight(
      {"", "SK2", "JFK", "ORD", at("2024-01-15T14:00Z"), at("2024-01-15T16:40Z"), "A320", ""});
  builder.add_flight(
      {"", "SK3", "ORD", "BOS", at("2024-01-16T13:00Z"), at("2024-01-16T15:20Z"), "A320", ""});
  return std::move(builder).build();
}

}  // namespace

int main() {
  // A schedule is validated while it is built, and immutable afterwards.
  const schedule::Schedule schedule = three_flights();
  const pairing::Rules rules = pairing::preset_rules("gerad");

  // Flights are in order of departure, so their ids are 0, 1, 2.
  const pairing::Pairing trip{
      "1", schedule.find_station("BOS"), {{FlightId(0)}, {FlightId(1)}, {FlightId(2)}}};

  for (const pairing::Violation& violation :
       pairing::violations(schedule, rules.work, trip.base, trip.legs)) {
    fmt::print("{}: {}\n", pairing::rule_name(violation.rule), violation.detail);
    return 1;
  }

  const pairing::PairingCost cost = pairing::pairing_cost(schedule, rules, trip.legs);
  fmt::print("legal; gaps {:.2f}, guarantee {:.2f}, total {:.2f}\n", cost.gaps.amount(),
             cost.guarantee.amount(), cost.total().amount());
  // The connection of 50 minutes is free, the rest of 20:20 is not, and both duties fly less than
  // the five hours that are paid.
  return cost.total().amount() > 0 ? 0 : 1;
}
