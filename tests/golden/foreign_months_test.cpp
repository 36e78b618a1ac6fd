// Real schedules of four carriers, imported from their files.
#include <string>

#include <gmock/gmock.h>

#include "exchange/csv_import.h"
#include "schedule/csv_files.h"
#include "support/scratch_folder.h"

namespace skein {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

exchange::CsvImport import(const std::string& carrier, const std::string& month,
                           std::vector<std::string> bases) {
  const std::filesystem::path folder = test::data_folder() / "bts2008" / carrier;
  exchange::CsvImportOptions options;
  options.schedule = folder / ("schedule-2008-" + month + ".csv.gz");
  options.stations = folder / "stations.csv";
  options.bases = std::move(bases);
  return exchange::import_csv(options);
}

int crews_at(const schedule::Schedule& schedule, const char* code) {
  return schedule.station(schedule.find_station(code)).crews;
}

TEST(ForeignMonth, CrewsFollowTheTrafficOfTheBases) {
  SKEIN_REQUIRE_DATA();
  const exchange::CsvImport result = import("AS", "01", {"SEA", "ANC", "LAX", "PDX"});
  const schedule::Schedule& schedule = result.month.schedule;
  EXPECT_THAT(result.warnings, ElementsAre(HasSubstr("flights_jan_to_apr")));
  EXPECT_EQ(schedule.stations().size(), 47U);
  EXPECT_EQ(schedule.bases().size(), 4U);
  EXPECT_GT(crews_at(schedule, "SEA"), 2 * crews_at(schedule, "ANC"));
  EXPECT_GT(crews_at(schedule, "ANC"), 0);
}

TEST(ForeignMonth, KeepsTheDiversionsOfARealMonth) {
  SKEIN_REQUIRE_DATA();
  const exchange::CsvImport result = import("OO", "02", {"SLC", "DEN"});
  EXPECT_THAT(result.warnings, SizeIs(5));  // four diversions, and the crew numbers
}

TEST(ForeignMonth, SurvivesBeingWrittenAsAMonth) {
  SKEIN_REQUIRE_DATA();
  const schedule::Schedule imported = import("OO", "02", {"SLC", "DEN"}).month.schedule;
  schedule::ScheduleBuilder builder;
  schedule::read_stations(LineReader::from_text(schedule::stations_csv(imported), "stations.csv"),
                          builder);
  schedule::read_flights(LineReader::from_text(schedule::schedule_csv(imported), "schedule.csv"),
                         builder);
  EXPECT_EQ(std::move(builder).build(), imported);
}

}  // namespace
}  // namespace skein
