#include "support/past_months.h"

#include "generator/airline.h"
#include "seeding/greedy.h"

namespace skein::test {

std::vector<history::PastMonth> made_up_past(std::size_t months, std::uint64_t seed) {
  generator::AirlineOptions options;
  options.flights = 300;
  options.months = static_cast<int>(months);
  options.seed = seed;
  seeding::GreedyOptions greedy;
  greedy.max_rounds = 2;
  std::vector<history::PastMonth> past;
  for (generator::GeneratedMonth& made : generator::generate_airline(options)) {
    plan::Plan plan = seeding::plan_greedily(made.month.schedule, made.month.rules, greedy).plan;
    past.push_back({"made-up month", std::move(made.month), std::move(plan)});
  }
  return past;
}

history::PastMonth renamed(const history::PastMonth& past) {
  const schedule::Schedule& own = past.month.schedule;
  const auto other = [&](StationId id) { return "Q" + own.station(id).code; };
  schedule::ScheduleBuilder builder;
  for (const StationId id : own.station_ids()) {
    schedule::Station station = own.station(id);
    station.code = other(id);
    builder.add_station(station);
  }
  for (const schedule::Flight& flight : own.flights()) {
    builder.add_flight({flight.id, flight.number, other(flight.origin), other(flight.destination),
                        flight.departure, flight.arrival, own.fleets()[flight.fleet],
                        flight.tail.exists() ? own.tails()[flight.tail] : ""});
  }
  builder.set_period(own.period());
  return {past.name, {past.month.rules, std::move(builder).build()}, past.plan};
}

}  // namespace skein::test
