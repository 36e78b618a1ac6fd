#include "exchange/csv_import.h"

#include <gmock/gmock.h>

#include "base/calendar.h"
#include "base/files.h"
#include "schedule/csv_files.h"
#include "support/complaints.h"
#include "support/scratch_folder.h"

namespace skein::exchange {
namespace {

using test::complaint_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kHeader = "flight,origin,destination,departure_utc,arrival_utc,fleet,tail\n";

// Two flights from BOS, one from JFK, one from ORD, and stations without base columns.
class ForeignFiles {
 public:
  ForeignFiles() {
    options_.schedule =
        folder_.write("flights.csv", std::string(kHeader) +
                                         "F1,BOS,JFK,2008-01-01T10:00Z,2008-01-01T11:00Z,737,N1\n"
                                         "F2,JFK,ORD,2008-01-01T12:00Z,2008-01-01T14:00Z,737,N1\n"
                                         "F3,ORD,BOS,2008-01-01T15:00Z,2008-01-01T17:00Z,737,\n"
                                         "F1,BOS,JFK,2008-01-02T10:00Z,2008-01-02T11:00Z,737,N2\n");
    options_.stations = folder_.write("stations.csv",
                                      "station,time_zone,latitude,longitude,runways\n"
                                      "BOS,America/New_York,42.4,-71.0,6\n"
                                      "JFK,America/New_York,40.6,-73.8,4\n"
                                      "ORD,America/Chicago,42.0,-87.9,8\n");
    options_.bases = {"BOS", "JFK"};
  }

  CsvImportOptions& options() { return options_; }
  const test::ScratchFolder& folder() const { return folder_; }
  CsvImport import() const { return import_csv(options_); }
  Complaint complaint() const {
    return complaint_of([&] { import(); });
  }

 private:
  test::ScratchFolder folder_;
  CsvImportOptions options_;
};

int crews_at(const CsvImport& result, const char* code) {
  const schedule::Schedule& schedule = result.month.schedule;
  const schedule::Station& station = schedule.station(schedule.find_station(code));
  EXPECT_EQ(station.is_base, station.crews > 0);
  return station.crews;
}

TEST(CsvImport, SharesCrewsOutByDepartures) {
  const CsvImport result = ForeignFiles().import();
  EXPECT_EQ(result.month.schedule.flights().size(), 4U);
  EXPECT_EQ(result.month.rules.preset, "gerad");
  EXPECT_EQ(crews_at(result, "BOS"), 67);
  EXPECT_EQ(crews_at(result, "JFK"), 33);
  EXPECT_EQ(crews_at(result, "ORD"), 0);
  EXPECT_THAT(result.warnings, ElementsAre(HasSubstr("follow the departures")));
}

TEST(CsvImport, SharesCrewsOutByTrafficWhereTheStationsHaveIt) {
  ForeignFiles files;
  files.folder().write("stations.csv",
                       "station,time_zone,latitude,longitude,flights_jan_to_apr\n"
                       "BOS,America/New_York,42.4,-71.0,1000\n"
                       "JFK,America/New_York,40.6,-73.8,3000\n"
                       "ORD,America/Chicago,42.0,-87.9,9999\n");
  const CsvImport result = files.import();
  EXPECT_EQ(crews_at(result, "BOS"), 25);
  EXPECT_EQ(crews_at(result, "JFK"), 75);
}

TEST(CsvImport, TakesOnlyTheFlightsOfChosenFleets) {
  ForeignFiles files;
  files.folder().write("flights.csv", std::string(kHeader) +
                                          "F1,BOS,ORD,2008-01-01T10:00Z,2008-01-01T11:00Z,737,\n"
                                          "F2,ORD,BOS,2008-01-01T12:00Z,2008-01-01T14:00Z,737,\n"
                                          "F3,JFK,ORD,2008-01-01T15:00Z,2008-01-01T17:00Z,E70,\n");
  files.folder().write("stations.csv",
                       "station,time_zone,latitude,longitude,flights_jan_to_apr\n"
                       "BOS,America/New_York,42.4,-71.0,1000\n"
                       "JFK,America/New_York,40.6,-73.8,3000\n"
                       "ORD,America/Chicago,42.0,-87.9,9999\n");
  files.options().fleets = {"737"};
  const CsvImport result = files.import();
  EXPECT_EQ(result.month.schedule.flights().size(), 2U);
  EXPECT_EQ(crews_at(result, "BOS"), 100);  // the traffic of all fleets does not count
  EXPECT_EQ(crews_at(result, "JFK"), 1);
  EXPECT_THAT(result.warnings, ElementsAre(HasSubstr("follow the departures"),
                                           HasSubstr("no flight leaves base JFK")));
}

TEST(CsvImport, TakesOnlyTheFlightsOfChosenDays) {
  ForeignFiles files;
  const Day second = *parse_day("2008-01-02");
  files.options().period = {second, second};
  const CsvImport result = files.import();
  EXPECT_EQ(result.month.schedule.flights().size(), 1U);
  EXPECT_EQ(day_of(result.month.schedule.flights().items().front().departure), second);
  EXPECT_EQ(day_of(result.month.schedule.period().begin), second);
}

TEST(CsvImport, RefusesDaysWithoutFlights) {
  ForeignFiles files;
  const Day later = *parse_day("2008-02-01");
  files.options().period = {later, later};
  EXPECT_EQ(files.complaint().field, "departure");
  EXPECT_THAT(files.complaint().problem, HasSubstr("no flight leaves on the days to plan"));
}

TEST(CsvImport, RefusesFleetsWithoutFlights) {
  ForeignFiles files;
  files.options().fleets = {"737", "A380"};
  const Complaint complaint = files.complaint();
  EXPECT_EQ(complaint.field, "fleet");
  EXPECT_THAT(complaint.problem, HasSubstr("\"A380\" has no flights"));
  EXPECT_EQ(complaint.remedy, "choose among 737");
}

TEST(CsvImport, TakesBasesAndCrewsFromAFile) {
  ForeignFiles files;
  files.options().bases.clear();
  files.options().bases_file = files.folder().write("bases.csv", "station,crews\nORD,12\n");
  const CsvImport result = files.import();
  EXPECT_EQ(crews_at(result, "ORD"), 12);
  EXPECT_EQ(result.month.schedule.bases().size(), 1U);
  EXPECT_THAT(result.warnings, IsEmpty());
}

TEST(CsvImport, TakesBasesFromAFileWithoutCrews) {
  ForeignFiles files;
  files.options().bases.clear();
  files.options().bases_file = files.folder().write("bases.csv", "station\nORD\nBOS\n");
  EXPECT_EQ(crews_at(files.import(), "BOS"), 67);
}

TEST(CsvImport, TakesBasesAndCrewsFromTheStations) {
  ForeignFiles files;
  files.options().bases.clear();
  files.folder().write("stations.csv",
                       "station,time_zone,latitude,longitude,base,crews\n"
                       "BOS,America/New_York,42.4,-71.0,1,9\n"
                       "JFK,America/New_York,,,0,\n"
                       "ORD,America/Chicago,42.0,-87.9,0,0\n");
  const CsvImport result = files.import();
  EXPECT_EQ(crews_at(result, "BOS"), 9);
  EXPECT_FALSE(result.month.schedule.station(result.month.schedule.find_station("JFK")).position);
  EXPECT_THAT(result.warnings, IsEmpty());
}

TEST(CsvImport, ReadsPackedSchedules) {
  ForeignFiles files;
  const schedule::Schedule expected = files.import().month.schedule;
  files.options().schedule = files.folder() / "flights.csv.gz";
  write_file(files.options().schedule, schedule::schedule_csv(expected));
  EXPECT_EQ(files.import().month.schedule, expected);
}

TEST(CsvImport, KeepsAFlightWithTwoDestinations) {
  ForeignFiles files;
  files.folder().write("flights.csv",
                       std::string(kHeader) +
                           "F1,BOS,JFK,2008-01-01T10:00Z,2008-01-01T11:00Z,737,N1\n"
                           "F1,BOS,ORD,2008-01-01T10:00Z,2008-01-01T13:00Z,737,N2\n");
  const CsvImport result = files.import();
  const schedule::Schedule& schedule = result.month.schedule;
  EXPECT_TRUE(schedule.find_flight("F1/BOS/2008-01-01T10:00Z").exists());
  EXPECT_TRUE(schedule.find_flight("F1/BOS/2008-01-01T10:00Z/ORD").exists());
  EXPECT_THAT(result.warnings.front(), HasSubstr("F1/BOS/2008-01-01T10:00Z/ORD"));
}

TEST(CsvImport, RefusesTheSameFlightTwice) {
  ForeignFiles files;
  files.folder().write("flights.csv",
                       std::string(kHeader) +
                           "F1,BOS,JFK,2008-01-01T10:00Z,2008-01-01T11:00Z,737,N1\n"
                           "F1,BOS,JFK,2008-01-01T10:00Z,2008-01-01T11:00Z,737,N1\n"
                           "F1,BOS,JFK,2008-01-01T10:00Z,2008-01-01T11:00Z,737,N1\n");
  EXPECT_EQ(files.complaint().line, 4U);
}

TEST(CsvImport, TakesRulesByName) {
  ForeignFiles files;
  files.options().rules = "faa117";
  EXPECT_EQ(files.import().month.rules.preset, "faa117");
  files.options().rules = "none";
  EXPECT_EQ(files.complaint().field, "--rules");
}

TEST(CsvImport, RefusesUnknownBases) {
  ForeignFiles files;
  files.options().bases = {"BOS", "XXX"};
  EXPECT_EQ(files.complaint().field, "bases");
  files.options().bases.clear();
  files.options().bases_file = files.folder().write("bases.csv", "station,crews\nORD,12\nXXX,3\n");
  const Complaint complaint = files.complaint();
  EXPECT_EQ(complaint.file, files.folder() / "bases.csv");
  EXPECT_EQ(complaint.line, 3U);
  EXPECT_EQ(complaint.field, "station");
}

TEST(CsvImport, RefusesBasesNamedTwice) {
  ForeignFiles files;
  files.options().bases = {"BOS", "BOS"};
  EXPECT_THAT(files.complaint().problem, HasSubstr("twice"));
  files.options().bases_file = files.folder().write("bases.csv", "station\nBOS\n");
  EXPECT_THAT(files.complaint().problem, HasSubstr("in a file and by their codes"));
}

TEST(CsvImport, RefusesAFileWithoutBases) {
  ForeignFiles files;
  files.options().bases.clear();
  files.options().bases_file = files.folder().write("bases.csv", "station,crews\n\n");
  EXPECT_EQ(files.complaint().file, files.folder() / "bases.csv");
  files.folder().write("bases.csv", "code\nBOS\n");
  EXPECT_EQ(files.complaint().field, "station");
  files.folder().write("bases.csv", "station,crews\nBOS,0\n");
  EXPECT_EQ(files.complaint().field, "crews");
}

TEST(CsvImport, RefusesToGoOnWithoutBases) {
  ForeignFiles files;
  files.options().bases.clear();
  EXPECT_EQ(files.complaint().file, files.options().stations);
}

TEST(CsvImport, RefusesBadStationsAndFlightsWithTheirPlace) {
  ForeignFiles files;
  files.folder().write("stations.csv",
                       "station,time_zone,latitude,longitude\nBOS,Mars/Olympus,42.4,-71.0\n");
  EXPECT_EQ(files.complaint().line, 2U);
  EXPECT_EQ(files.complaint().field, "time_zone");
  files.folder().write("stations.csv",
                       "station,time_zone,latitude,longitude\nBOS,America/New_York,42.4,-71.0\n");
  files.options().bases = {"BOS"};
  EXPECT_EQ(files.complaint().field, "destination");
  EXPECT_EQ(files.complaint().file, files.options().schedule);
  files.folder().write("flights.csv", kHeader);
  EXPECT_THAT(files.complaint().problem, HasSubstr("no flights"));
  files.options().schedule = files.folder() / "absent.csv";
  EXPECT_EQ(files.complaint().file, files.folder() / "absent.csv");
}

}  // namespace
}  // namespace skein::exchange
