#include <utility>

#include "fixtures.h"
#include "schedule/csv_files.h"

namespace {

skein::schedule::Schedule read(const std::string& text) {
  skein::schedule::ScheduleBuilder builder;
  skein::schedule::read_stations(skein::fuzz::lines_of(text), builder);
  return std::move(builder).build();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = skein::fuzz::text_of(data, size);
  const auto schedule = skein::fuzz::accepted([&] { return read(text); });
  if (!schedule) return 0;
  skein::fuzz::require(read(skein::schedule::stations_csv(*schedule)) == *schedule,
                       "stations.csv gives the same stations back");
  return 0;
}
