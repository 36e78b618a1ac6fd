// Micro benchmarks of what every command starts with; `skein bench months` times whole commands.
#include <benchmark/benchmark.h>

#include "generator/airline.h"
#include "pairing/cost.h"
#include "pairing/legality.h"
#include "plan/checker.h"
#include "plan/pairings_csv.h"
#include "schedule/csv_files.h"
#include "seeding/greedy.h"

namespace skein {
namespace {

plan::Month airline(std::size_t flights) {
  generator::AirlineOptions options;
  options.flights = flights;
  return std::move(generator::generate_airline(options).front().month);
}

plan::Plan plan_of(const plan::Month& month) {
  seeding::GreedyOptions options;
  return seeding::plan_greedily(month.schedule, month.rules, options).plan;
}

void read_schedule(benchmark::State& state) {
  const plan::Month month = airline(static_cast<std::size_t>(state.range(0)));
  const std::string stations = schedule::stations_csv(month.schedule);
  const std::string flights = schedule::schedule_csv(month.schedule);
  for (auto _ : state) {
    schedule::ScheduleBuilder builder;
    schedule::read_stations(LineReader::from_text(stations, "stations.csv"), builder);
    schedule::read_flights(LineReader::from_text(flights, "schedule.csv"), builder);
    benchmark::DoNotOptimize(std::move(builder).build());
  }
  state.SetItemsProcessed(state.iterations() * static_cast<long>(month.schedule.flights().size()));
}
BENCHMARK(read_schedule)->Arg(1'000)->Arg(100'000)->Unit(benchmark::kMillisecond);

void check_plan(benchmark::State& state) {
  const plan::Month month = airline(static_cast<std::size_t>(state.range(0)));
  const plan::Plan plan = plan_of(month);
  for (auto _ : state) {
    benchmark::DoNotOptimize(plan::check(month.schedule, month.rules, plan));
  }
  state.SetItemsProcessed(state.iterations() * static_cast<long>(plan.pairings.size()));
}
BENCHMARK(check_plan)->Arg(1'000)->Arg(10'000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace skein
