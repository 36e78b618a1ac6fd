#include <utility>

#include "fixtures.h"
#include "schedule/csv_files.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = skein::fuzz::text_of(data, size);
  const auto schedule = skein::fuzz::accepted([&] {
    skein::schedule::ScheduleBuilder builder = skein::fuzz::some_stations();
    skein::schedule::read_flights(skein::fuzz::lines_of(text), builder);
    return std::move(builder).build();
  });
  if (!schedule) return 0;
  skein::fuzz::require(skein::fuzz::written_and_read(*schedule) == *schedule,
                       "schedule.csv gives the same flights back");
  for (const skein::FlightId id : schedule->flight_ids()) {
    skein::fuzz::require(schedule->find_flight(schedule->flight(id).id) == id,
                         "every flight is found by its id");
  }
  return 0;
}
