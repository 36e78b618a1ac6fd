#include "exchange/gerad.h"

#include <ostream>
#include <string>

#include <gmock/gmock.h>

#include "base/calendar.h"
#include "plan/checker.h"
#include "support/complaints.h"
#include "support/scratch_folder.h"

namespace skein::exchange {
namespace {

using test::complaint_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kAirports =
    "airport , status , nbEmployees\n"
    "B1      , 1      ,  7\n"
    "A1      , 0      ,  0\n";
constexpr const char* kHeader =
    "#leg_nb , airport_dep , date_dep , hour_dep , airport_arr , date_arr , hour_arr\n";

// An instance of two days, with a late flight that lands after midnight.
class SmallInstance {
 public:
  SmallInstance() {
    folder_.write("listOfBases.csv", kAirports);
    write_day(1,
              "LEG_01_0 , B1 , 2000-01-01 , 08:00 , A1 , 2000-01-01 , 09:00\n"
              "LEG_01_1 , A1 , 2000-01-01 , 09:40 , B1 , 2000-01-01 , 10:45\n"
              "LEG_01_2 , B1 , 2000-01-01 , 22:50 , A1 , 2000-01-02 , 00:10\n");
    write_day(2, "LEG_02_0 , A1 , 2000-01-02 , 12:00 , B1 , 2000-01-02 , 13:00\n");
    write_solution(
        "Pairing 1 : Base B1 : LEG_01_0 , LEG_01_1;\n\n"
        "Pairing 2 : Base B1 : LEG_01_2 , LEG_02_0;\n\n");
  }

  void write_day(int number, const std::string& legs) {
    folder_.write("day_" + std::to_string(number) + ".csv", kHeader + legs);
  }
  void write_solution(const std::string& pairings) {
    folder_.write("initialSolution.in", "Solution = {\n\n" + pairings + "};\n");
  }
  const test::ScratchFolder& folder() const { return folder_; }
  GeradImport import() const { return import_gerad(folder_.path()); }
  Complaint complaint() const {
    return complaint_of([&] { import(); });
  }

 private:
  test::ScratchFolder folder_;
};

TEST(Gerad, ReadsScheduleRulesAndPairings) {
  const GeradImport result = SmallInstance().import();
  const schedule::Schedule& schedule = result.month.schedule;
  EXPECT_THAT(result.warnings, IsEmpty());
  EXPECT_EQ(result.month.rules.preset, "gerad");
  EXPECT_EQ(format_day(result.month.rules.period->first), "2000-01-01");
  EXPECT_EQ(format_day(result.month.rules.period->last), "2000-01-02");
  EXPECT_EQ(format_instant(schedule.period().end), "2000-01-03T00:00Z");
  ASSERT_EQ(schedule.stations().size(), 2U);
  EXPECT_EQ(schedule.station(schedule.bases().at(0)).code, "B1");
  EXPECT_EQ(schedule.station(schedule.bases()[0]).crews, 7);
  ASSERT_EQ(schedule.flights().size(), 4U);
  const schedule::Flight& late = schedule.flight(schedule.find_flight("LEG_01_2"));
  EXPECT_EQ(late.number, "LEG_01_2");
  EXPECT_EQ(format_instant(late.arrival), "2000-01-02T00:10Z");
  EXPECT_THAT(schedule.fleets().items(), ElementsAre("FLEET"));
  ASSERT_EQ(result.plan.pairings.size(), 2U);
  EXPECT_EQ(result.plan.pairings[1].name, "2");
  EXPECT_TRUE(plan::check(schedule, result.month.rules, result.plan).legal());
}

TEST(Gerad, ReadsTheOtherHeaderOfTheBaseList) {
  const SmallInstance instance;
  instance.folder().write("listOfBases.csv",
                          "airport , isBase , nbEmployees\nA1 , 0 , 0\nB1 , 1 , 42\n");
  const GeradImport result = instance.import();
  EXPECT_EQ(result.month.schedule.station(result.month.schedule.bases().at(0)).crews, 42);
}

TEST(Gerad, NamesTheFleetAsTold) {
  const SmallInstance instance;
  const GeradImport result = import_gerad(instance.folder().path(), {.fleet = "727"});
  EXPECT_THAT(result.month.schedule.fleets().items(), ElementsAre("727"));
}

TEST(Gerad, ReadsDeadheads) {
  SmallInstance instance;
  instance.write_solution(
      "Pairing 1 : Base B1 : LEG_01_0 , LEG_01_1;\n"
      "Pairing 2 : Base B1 : TDH_LEG_01_2 , LEG_02_0;\n");
  const GeradImport result = instance.import();
  EXPECT_EQ(result.plan.pairings[1].legs[0].role, plan::Role::kDeadhead);
  EXPECT_EQ(result.plan.pairings[1].legs[1].role, plan::Role::kOperate);
  EXPECT_THAT(result.warnings, ElementsAre("leg LEG_01_2 is in no pairing"));
}

TEST(Gerad, ReadsPairingsThatSpanLinesOrShareOne) {
  SmallInstance instance;
  const plan::Plan expected = instance.import().plan;
  instance.folder().write(
      "initialSolution.in",
      "Solution={ Pairing 1 : Base B1 :\r\n  LEG_01_0 ,\n\n LEG_01_1; Pairing 2:"
      "Base B1:LEG_01_2,LEG_02_0\n;} ;\n\n");
  EXPECT_EQ(instance.import().plan, expected);
}

TEST(Gerad, KeepsALegThatIsInNoDayFileAndWarns) {
  SmallInstance instance;
  instance.write_solution(
      "Pairing 1 : Base B1 : LEG_01_0 , LEG_01_1;\n"
      "Pairing 2 : Base B1 : LEG_01_2 , LEG_02_7 , LEG_02_0;\n");
  const GeradImport result = instance.import();
  EXPECT_THAT(result.plan.unknown_legs, ElementsAre(plan::UnknownLeg{1, 1, "LEG_02_7"}));
  EXPECT_THAT(result.warnings, ElementsAre("pairing 2: leg 2, LEG_02_7, is in no day file"));
  EXPECT_EQ(plan::check(result.month.schedule, result.month.rules, result.plan).violations(), 1U);
}

TEST(Gerad, WarnsOfShortConnections) {
  SmallInstance instance;
  instance.write_day(1,
                     "LEG_01_0 , B1 , 2000-01-01 , 08:00 , A1 , 2000-01-01 , 09:38\n"
                     "LEG_01_1 , A1 , 2000-01-01 , 09:40 , B1 , 2000-01-01 , 10:45\n"
                     "LEG_01_2 , B1 , 2000-01-01 , 22:50 , A1 , 2000-01-02 , 00:10\n");
  EXPECT_THAT(instance.import().warnings,
              ElementsAre("pairing 1: LEG_01_0 to LEG_01_1: connection of 2 min, at least 30"));
}

TEST(Gerad, WarnsOfDaysWithoutAFileAndSortsByNumber) {
  SmallInstance instance;
  instance.write_day(10, "LEG_10_0 , B1 , 2000-01-10 , 08:00 , B1 , 2000-01-10 , 09:00\n");
  const GeradImport result = instance.import();
  EXPECT_THAT(result.warnings,
              ElementsAre("there are no day_3.csv to day_9.csv", "leg LEG_10_0 is in no pairing"));
  EXPECT_EQ(format_day(result.month.rules.period->last), "2000-01-10");
}

TEST(Gerad, CountsWarningsThatAreTooMany) {
  SmallInstance instance;
  std::string legs;
  for (int i = 0; i < 30; ++i) {
    legs +=
        "LEG_03_" + std::to_string(i) + " , B1 , 2000-01-03 , 08:00 , B1 , 2000-01-03 , 09:00\n";
  }
  instance.write_day(3, legs);
  const GeradImport result = instance.import();
  ASSERT_EQ(result.warnings.size(), 21U);
  EXPECT_EQ(result.warnings.back(), "10 more legs in no pairing");
}

TEST(Gerad, RefusesAFolderThatIsNotAnInstance) {
  const test::ScratchFolder empty;
  EXPECT_THAT(complaint_of([&] { import_gerad(empty.path()); }).problem, HasSubstr("no day files"));
  const Complaint absent = complaint_of([&] { import_gerad(empty / "nowhere"); });
  EXPECT_EQ(absent.file, empty / "nowhere");
}

TEST(Gerad, RefusesAMissingFile) {
  for (const char* name : {"listOfBases.csv", "initialSolution.in"}) {
    const SmallInstance instance;
    std::filesystem::remove(instance.folder() / name);
    EXPECT_EQ(instance.complaint().file, instance.folder() / name);
  }
}

TEST(Gerad, RefusesDaysWithoutLegs) {
  SmallInstance instance;
  instance.write_day(1, "");
  instance.write_day(2, "\n");
  EXPECT_EQ(instance.complaint().problem, "no day file has a leg");
}

struct BadFile {
  const char* what;
  const char* file;
  std::string content;
  std::size_t line;
  const char* field;

  friend void PrintTo(const BadFile& bad, std::ostream* out) { *out << bad.what; }
};

class GeradBadFile : public testing::TestWithParam<BadFile> {};

TEST_P(GeradBadFile, IsRefusedWithItsPlace) {
  const SmallInstance instance;
  instance.folder().write(GetParam().file, GetParam().content);
  const Complaint complaint = instance.complaint();
  EXPECT_EQ(complaint.file, instance.folder() / GetParam().file);
  EXPECT_EQ(complaint.line, GetParam().line) << complaint.problem;
  EXPECT_EQ(complaint.field, GetParam().field) << complaint.problem;
}

std::string day(const std::string& leg) {
  return kHeader + leg + "\n";
}
std::string solution(const std::string& pairing) {
  return "Solution = {\n\n" + pairing + "\n};\n";
}

INSTANTIATE_TEST_SUITE_P(
    AllKinds, GeradBadFile,
    testing::Values(
        BadFile{"TooFewFields", "day_2.csv", day("LEG_02_0 , A1 , 2000-01-02 , 12:00"), 2, ""},
        BadFile{"TooManyFields", "day_2.csv",
                day("LEG_02_0 , A1 , 2000-01-02 , 12:00 , B1 , 2000-01-02 , 13:00 , x"), 2, ""},
        BadFile{"BadDate", "day_2.csv",
                day("LEG_02_0 , A1 , 2000-02-30 , 12:00 , B1 , 2000-01-02 , 13:00"), 2, "date_dep"},
        BadFile{"BadHour", "day_2.csv",
                day("LEG_02_0 , A1 , 2000-01-02 , 12:00 , B1 , 2000-01-02 , 24:00"), 2, "hour_arr"},
        BadFile{"ArrivesBeforeItLeaves", "day_2.csv",
                day("LEG_02_0 , A1 , 2000-01-02 , 12:00 , B1 , 2000-01-02 , 11:00"), 2, "hour_arr"},
        BadFile{"UnknownAirport", "day_2.csv",
                day("LEG_02_0 , A9 , 2000-01-02 , 12:00 , B1 , 2000-01-02 , 13:00"), 2,
                "airport_dep"},
        BadFile{"LegTwice", "day_2.csv",
                day("LEG_01_0 , A1 , 2000-01-02 , 12:00 , B1 , 2000-01-02 , 13:00"), 2, "leg_nb"},
        BadFile{"LegWithoutName", "day_2.csv",
                day(" , A1 , 2000-01-02 , 12:00 , B1 , 2000-01-02 , 13:00"), 2, "leg_nb"},
        BadFile{"WrongHeader", "listOfBases.csv", "station,base,crews\nB1,1,7\n", 1, ""},
        BadFile{"EmptyBaseList", "listOfBases.csv", "", 0, ""},
        BadFile{"BaseFlag", "listOfBases.csv", "airport,status,nbEmployees\nB1,2,7\n", 2, "isBase"},
        BadFile{"Employees", "listOfBases.csv", "airport,status,nbEmployees\nB1,1,many\n", 2,
                "nbEmployees"},
        BadFile{"EmployeesAwayFromBase", "listOfBases.csv", "airport,status,nbEmployees\nB1,0,7\n",
                2, "nbEmployees"},
        BadFile{"AirportTwice", "listOfBases.csv", "airport,status,nbEmployees\nB1,1,7\nB1,1,7\n",
                3, "airport"},
        BadFile{"NotASolution", "initialSolution.in", "pairing,base\n", 1, ""},
        BadFile{"EmptySolution", "initialSolution.in", "", 0, ""},
        BadFile{"CutOff", "initialSolution.in", "Solution = {\nPairing 1 : Base B1 : LEG_0", 2, ""},
        BadFile{"NoEnd", "initialSolution.in", "Solution = {\nPairing 1 : Base B1 : LEG_01_0;\n", 2,
                ""},
        BadFile{"JunkBehindTheEnd", "initialSolution.in", "Solution = {\n};\n\njunk", 4, ""},
        BadFile{"UnknownBase", "initialSolution.in", solution("Pairing 1 : Base B9 : LEG_01_0;"), 3,
                "Base"},
        BadFile{"NoBase", "initialSolution.in", solution("Pairing 1 : LEG_01_0;"), 3, ""},
        BadFile{"NoNumber", "initialSolution.in", solution("Pairing one : Base B1 : LEG_01_0;"), 3,
                "Pairing"},
        BadFile{"PairingTwice", "initialSolution.in",
                solution("Pairing 1 : Base B1 : LEG_01_0;\nPairing 1 : Base B1 : LEG_01_1;"), 4,
                "Pairing"},
        BadFile{"NoLegs", "initialSolution.in", solution("Pairing 1 : Base B1 : ;"), 3, "leg 1"},
        BadFile{"NoComma", "initialSolution.in",
                solution("Pairing 1 : Base B1 : LEG_01_0 LEG_01_1;"), 3, "leg 1"}),
    [](const auto& parameter) { return parameter.param.what; });

}  // namespace
}  // namespace skein::exchange
