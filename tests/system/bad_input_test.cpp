// Bad input: a message with file, line, field and remedy, exit code 2, and nothing half-written.
#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files.h"
#include "support/scratch_folder.h"
#include "system/run_program.h"

namespace skein {
namespace {

namespace fs = std::filesystem;
using test::run_skein;
using test::RunOutcome;
using testing::AllOf;
using testing::HasSubstr;

const char* const kStations =
    "station,time_zone,latitude,longitude,base,crews\n"
    "BOS,America/New_York,42.4,-71.0,1,10\n"
    "JFK,America/New_York,40.6,-73.8,0,0\n";
const char* const kFlights =
    "flight,origin,destination,departure_utc,arrival_utc,fleet,tail\n"
    "SK1,BOS,JFK,2024-01-15T12:00Z,2024-01-15T13:00Z,A320,\n"
    "SK2,JFK,BOS,2024-01-15T14:00Z,2024-01-15T15:00Z,A320,\n";
const char* const kPairings =
    "pairing,base,position,duty,role,flight\n"
    "1,BOS,1,1,operate,SK1/BOS/2024-01-15T12:00Z\n"
    "1,BOS,2,1,operate,SK2/JFK/2024-01-15T14:00Z\n";

// A sound month in which each test breaks one thing.
class BadInput : public testing::Test {
 protected:
  BadInput() {
    folder_.write("month/stations.csv", kStations);
    folder_.write("month/schedule.csv", kFlights);
    folder_.write("month/pairings.csv", kPairings);
    folder_.write("month/rules.toml", "preset = \"gerad\"\n");
  }

  void add_flight(const std::string& line) const {
    folder_.write("month/schedule.csv", std::string(kFlights) + line + "\n");
  }

  // Runs check and solve; both must refuse with all these words, and write nothing.
  template <class... Words>
  void expect_refused(Words... words) const {
    const std::string month = (folder_ / "month").string();
    const RunOutcome check = run_skein("check " + month);
    EXPECT_EQ(check.exit_code, 2) << check.messages;
    EXPECT_THAT(check.messages, AllOf(HasSubstr(words)...));
    EXPECT_EQ(check.output, "");
    const RunOutcome solve = run_skein("solve " + month + " -o " + (folder_ / "plan").string());
    EXPECT_EQ(solve.exit_code, 2) << solve.messages;
    EXPECT_FALSE(fs::exists(folder_ / "plan"));
    EXPECT_EQ(std::distance(fs::directory_iterator(folder_.path()), fs::directory_iterator()), 1)
        << "nothing but the month is left";
  }

  test::ScratchFolder folder_;
};

TEST_F(BadInput, TheSoundMonthIsFine) {
  const RunOutcome check = run_skein("check " + (folder_ / "month").string());
  EXPECT_EQ(check.exit_code, 0) << check.messages;
  EXPECT_THAT(check.output, HasSubstr("LEGAL"));
}

TEST_F(BadInput, TruncatedGzip) {
  fs::remove(folder_ / "month/schedule.csv");
  std::string text = kFlights;
  const std::string packed = gzip(text);
  folder_.write("month/schedule.csv.gz", packed.substr(0, packed.size() - 12));
  expect_refused("schedule.csv.gz", "truncated", "again");
}

TEST_F(BadInput, WrongColumn) {
  folder_.write("month/schedule.csv",
                "flight,from,destination,departure_utc,arrival_utc,fleet,tail\n");
  expect_refused("schedule.csv:1:", "origin", "missing", "the first line must be");
}

TEST_F(BadInput, UnknownStation) {
  add_flight("SK3,BOS,XYZ,2024-01-15T12:00Z,2024-01-15T13:00Z,A320,");
  expect_refused("schedule.csv:4:", "destination", "\"XYZ\"", "stations.csv");
}

TEST_F(BadInput, ArrivalBeforeDeparture) {
  add_flight("SK3,BOS,JFK,2024-01-15T12:00Z,2024-01-15T11:00Z,A320,");
  expect_refused("schedule.csv:4:", "arrival_utc", "not after its departure", "UTC");
}

TEST_F(BadInput, DuplicateFlightId) {
  add_flight("SK1,BOS,JFK,2024-01-15T12:00Z,2024-01-15T13:00Z,A320,");
  expect_refused("schedule.csv:4:", "SK1/BOS/2024-01-15T12:00Z", "twice", "remove");
}

TEST_F(BadInput, NotAMoment) {
  add_flight("SK3,BOS,JFK,2024-01-45T12:00Z,2024-01-15T13:00Z,A320,");
  expect_refused("schedule.csv:4:", "departure_utc", "2024-01-45T12:00Z", "2008-01-31T10:05Z");
}

TEST_F(BadInput, OneGigabyteLine) {
  fs::resize_file(folder_ / "month/schedule.csv", std::uintmax_t{1} << 30);  // sparse
  expect_refused("schedule.csv:4:", "longer than", "check the path");
}

TEST_F(BadInput, BinaryJunk) {
  folder_.write("month/stations.csv", std::string("\x7f"
                                                  "ELF\0\1\2\3\n",
                                                  9));
  expect_refused("stations.csv:1:", "binary", "check the path");
  folder_.write("month/stations.csv", "\xff\xfe\x80 junk\n");
  expect_refused("stations.csv:1:", "station", "missing", "the first line must be");
}

TEST_F(BadInput, MissingFile) {
  fs::remove(folder_ / "month/stations.csv");
  expect_refused("stations.csv", "no such file", "a month folder holds");
}

TEST_F(BadInput, MissingMonth) {
  fs::remove_all(folder_ / "month");
  const RunOutcome check = run_skein("check " + (folder_ / "month").string());
  EXPECT_EQ(check.exit_code, 2);
  EXPECT_THAT(check.messages, HasSubstr("does not exist"));
}

TEST_F(BadInput, MissingPairings) {
  fs::remove(folder_ / "month/pairings.csv");
  const RunOutcome check = run_skein("check " + (folder_ / "month").string());
  EXPECT_EQ(check.exit_code, 2);
  EXPECT_THAT(check.messages, AllOf(HasSubstr("pairings.csv"), HasSubstr("--plan")));
}

TEST_F(BadInput, UnknownTimeZone) {
  folder_.write("month/stations.csv", std::string(kStations) + "LAX,America/Angels,1,1,0,0\n");
  expect_refused("stations.csv:4:", "time_zone", "America/Angels", "IANA");
}

TEST_F(BadInput, NoBases) {
  folder_.write("month/stations.csv",
                "station,time_zone,latitude,longitude,base,crews\n"
                "BOS,UTC,,,0,0\nJFK,UTC,,,0,0\n");
  const RunOutcome solve =
      run_skein("solve " + (folder_ / "month").string() + " -o " + (folder_ / "plan").string());
  EXPECT_EQ(solve.exit_code, 2);
  EXPECT_THAT(solve.messages, AllOf(HasSubstr("no crew base"), HasSubstr("set base to 1")));
}

TEST_F(BadInput, RulesThatAreWrong) {
  folder_.write("month/rules.toml", "preset = \"gerad\"\n[duty]\nmaximum_flyng = 3\n");
  expect_refused("rules.toml:3:", "duty.maximum_flyng", "unknown", "maximum_flying");
}

TEST_F(BadInput, UnwritableTargets) {
  const std::string month = (folder_ / "month").string();
  const RunOutcome below_a_file =
      run_skein("solve " + month + " -o " + (folder_ / "month/rules.toml/plan").string());
  EXPECT_EQ(below_a_file.exit_code, 2) << below_a_file.messages;
  EXPECT_THAT(below_a_file.messages, HasSubstr("cannot be written"));
  const RunOutcome full_disk = run_skein("check " + month + " --summary /dev/full");
  EXPECT_EQ(full_disk.exit_code, 2);
  EXPECT_THAT(full_disk.messages, AllOf(HasSubstr("/dev/full"), HasSubstr("No space left")));
}

TEST_F(BadInput, AFolderInUseIsNotOverwritten) {
  const std::string arguments =
      "solve " + (folder_ / "month").string() + " -o " + (folder_ / "month").string();
  const RunOutcome solve = run_skein(arguments);
  EXPECT_EQ(solve.exit_code, 2);
  EXPECT_THAT(solve.messages, HasSubstr("--force"));
}

TEST_F(BadInput, WrongUsage) {
  EXPECT_EQ(run_skein("").exit_code, 2);
  EXPECT_EQ(run_skein("fly").exit_code, 2);
  EXPECT_EQ(run_skein("check").exit_code, 2);
  EXPECT_EQ(run_skein("check a b c").exit_code, 2);
  EXPECT_EQ(run_skein("generate --flights 5 -o " + (folder_ / "x").string()).exit_code, 2);
  EXPECT_EQ(run_skein("generate --first-month May -o " + (folder_ / "x").string()).exit_code, 2);
}

}  // namespace
}  // namespace skein
