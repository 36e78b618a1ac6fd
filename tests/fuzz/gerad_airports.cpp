#include <utility>

#include "exchange/gerad_files.h"
#include "fixtures.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = skein::fuzz::text_of(data, size);
  const auto schedule = skein::fuzz::accepted([&] {
    skein::schedule::ScheduleBuilder builder;
    skein::exchange::read_gerad_airports(skein::fuzz::lines_of(text), builder);
    return std::move(builder).build();
  });
  if (!schedule) return 0;
  skein::fuzz::require(skein::fuzz::written_and_read(*schedule) == *schedule,
                       "a month folder holds every airport that is accepted");
  return 0;
}
