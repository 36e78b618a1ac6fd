#include <utility>

#include "exchange/csv_import.h"
#include "fixtures.h"
#include "schedule/csv_files.h"

namespace {

using skein::exchange::ForeignStation;

// Only bases can have crews in a month folder.
skein::schedule::Schedule as_month(const std::vector<ForeignStation>& stations) {
  skein::schedule::ScheduleBuilder builder;
  for (const ForeignStation& entry : stations) {
    skein::schedule::Station station = entry.station;
    station.is_base = station.is_base || station.crews > 0;
    builder.add_station(std::move(station));
  }
  return std::move(builder).build();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = skein::fuzz::text_of(data, size);
  const auto stations = skein::fuzz::accepted(
      [&] { return skein::exchange::read_foreign_stations(skein::fuzz::lines_of(text)); });
  if (!stations) return 0;
  const skein::schedule::Schedule month = as_month(*stations);
  const std::string written = skein::schedule::stations_csv(month);
  skein::fuzz::require(
      as_month(skein::exchange::read_foreign_stations(skein::fuzz::lines_of(written))) == month,
      "stations.csv is a foreign stations file as well");
  return 0;
}
