#include "fixtures.h"

#include <cstdio>
#include <cstdlib>
#include <utility>

#include "base/calendar.h"
#include "base/log.h"
#include "schedule/csv_files.h"

namespace skein::fuzz {

std::string text_of(const std::uint8_t* data, std::size_t size) {
  static const bool silenced = [] {
    set_verbosity(Verbosity::kSilent);
    return true;
  }();
  static_cast<void>(silenced);
  return {data, data + size};
}

LineReader lines_of(const std::string& text) {
  return LineReader::from_text(text, "input");
}

void require(bool kept, const char* promise) {
  if (kept) return;
  std::fprintf(stderr, "broken promise: %s\n", promise);
  std::abort();
}

schedule::ScheduleBuilder some_stations() {
  schedule::ScheduleBuilder builder;
  for (const char* code : {"BOS", "JFK", "ORD"}) {
    schedule::Station station;
    station.code = code;
    builder.add_station(std::move(station));
  }
  builder.make_base("BOS", 10);
  return builder;
}

const schedule::Schedule& some_schedule() {
  static const schedule::Schedule schedule = [] {
    schedule::ScheduleBuilder builder = some_stations();
    const Instant first = start_of(*parse_day("2008-01-01"));
    for (int day = 0; day < 3; ++day) {
      const Instant morning = first + day * kDay + hours(10);
      const Instant noon = morning + hours(2);
      builder.add_flight({"", "F1", "BOS", "JFK", morning, noon, "737", "N1"});
      builder.add_flight({"", "F2", "JFK", "BOS", noon + hours(1), noon + hours(2), "737", ""});
      builder.add_flight({"", "F3", "JFK", "ORD", noon + hours(1), noon + hours(3), "A320", "N2"});
    }
    builder.add_flight({"X", "F1", "BOS", "JFK", first + hours(10), first + hours(11), "737", ""});
    return std::move(builder).build();
  }();
  return schedule;
}

schedule::Schedule written_and_read(const schedule::Schedule& schedule) {
  schedule::ScheduleBuilder builder;
  schedule::read_stations(lines_of(schedule::stations_csv(schedule)), builder);
  schedule::read_flights(lines_of(schedule::schedule_csv(schedule)), builder);
  return std::move(builder).build();
}

}  // namespace skein::fuzz
