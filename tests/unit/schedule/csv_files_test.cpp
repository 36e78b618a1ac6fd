#include "schedule/csv_files.h"

#include <string>
#include <utility>

#include <gmock/gmock.h>

namespace skein::schedule {
namespace {

using testing::HasSubstr;

constexpr const char* kStations =
    "station,time_zone,latitude,longitude,base,crews\n"
    "BOS,UTC,,,1,1\nJFK,UTC,,,0,0\n";
constexpr const char* kHeader =
    "flight,origin,destination,departure_utc,arrival_utc,fleet,tail,id\n";

Schedule read(const std::string& flights) {
  ScheduleBuilder builder;
  read_stations(LineReader::from_text(kStations, "stations.csv"), builder);
  read_flights(LineReader::from_text(flights, "schedule.csv"), builder);
  return std::move(builder).build();
}

// The default id of a flight with a long number is longer than any name may be.
TEST(ScheduleCsv, LongNumbersBesideOwnIdsSurviveWritingAndReading) {
  const std::string number(60, 'F');
  const Schedule schedule =
      read(kHeader + number + ",BOS,JFK,2008-01-01T10:00Z,2008-01-01T11:00Z,737,,\n" +
           "F2,JFK,BOS,2008-01-01T12:00Z,2008-01-01T13:00Z,737,,own\n");
  EXPECT_EQ(read(schedule_csv(schedule)), schedule);
  EXPECT_TRUE(schedule.find_flight(number + "/BOS/2008-01-01T10:00Z").exists());
}

TEST(ScheduleCsv, AnIdMayBeALongDefaultIdAndMore) {
  const std::string number(60, 'F');
  const std::string id = number + "/BOS/2008-01-01T10:00Z/JFK";
  const Schedule schedule =
      read(kHeader + number + ",BOS,JFK,2008-01-01T10:00Z,2008-01-01T11:00Z,737,," + id + "\n");
  EXPECT_TRUE(schedule.find_flight(id).exists());
}

TEST(ScheduleCsv, OnlyOwnIdsAreWritten) {
  const Schedule schedule =
      read(std::string(kHeader) + "F1,BOS,JFK,2008-01-01T10:00Z,2008-01-01T11:00Z,737,,\n" +
           "F2,JFK,BOS,2008-01-01T12:00Z,2008-01-01T13:00Z,737,,own\n");
  EXPECT_THAT(schedule_csv(schedule), HasSubstr("11:00Z,737,,\n"));
  EXPECT_THAT(schedule_csv(schedule), HasSubstr("13:00Z,737,,own\n"));
}

}  // namespace
}  // namespace skein::schedule
