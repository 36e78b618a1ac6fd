#include "exchange/pairing_files.h"

#include <sstream>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "base/csv.h"
#include "support/small_schedule.h"

namespace skein::exchange {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

// Two duties with a rest in Chicago, and a pairing with a flight that nobody knows.
class SomePlan {
 public:
  SomePlan() {
    month_.rules = pairing::preset_rules("gerad");
    month_.schedule =
        test::small_schedule({"*BOS America/New_York", "ORD America/Chicago"},
                             {"A BOS ORD 2008-01-01T13:00Z 120", "B ORD BOS 2008-01-02T13:00Z 120",
                              "=C BOS ORD 2008-01-03T13:00Z 120"});
    plan_.pairings = {test::small_pairing(month_.schedule, "BOS", "A (B)"),
                      {"-2", month_.schedule.find_station("BOS"), {}}};
    plan_.pairings[0].name = "one,two";
    plan_.pairings[1].legs = {{month_.schedule.find_flight("=C"), plan::Role::kOperate},
                              {FlightId::none(), plan::Role::kOperate}};
    plan_.unknown_legs = {{1, 1, "GONE"}};
  }
  const plan::Month& month() const { return month_; }
  const plan::Plan& plan() const { return plan_; }

 private:
  plan::Month month_;
  plan::Plan plan_;
};

std::vector<std::string> lines_of(const std::string& text, const std::string& end) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t at = text.find(end, begin);
    lines.push_back(text.substr(begin, at - begin));
    begin = at + end.size();
  }
  return lines;
}

TEST(PairingFiles, SheetHasARowPerLegWithTimesAndNoFormulas) {
  const SomePlan some;
  const auto lines = lines_of(pairings_sheet(some.month(), some.plan()), "\n");
  ASSERT_EQ(lines.size(), 5U);
  EXPECT_EQ(lines[1],
            "\"one,two\",BOS,1,1,operate,A,A,BOS,ORD,2008-01-01T13:00Z,2008-01-01T15:00Z,"
            "2008-01-01 08:00,2008-01-01 09:00,F,");
  EXPECT_THAT(lines[2], HasSubstr(",2,2,deadhead,B,"));
  EXPECT_THAT(lines[3], HasSubstr("'-2,BOS,1,1,operate,'=C,'=C,"));
  EXPECT_THAT(lines[4], HasSubstr(",2,,operate,GONE,"));
  const std::size_t columns = split_csv_line(lines[0])->size();
  for (const std::string& line : lines) EXPECT_EQ(split_csv_line(line)->size(), columns) << line;
}

TEST(PairingFiles, EveryBeginningOfAFormulaIsDisarmed) {
  for (const char* cell : {"=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx"}) {
    EXPECT_EQ((*split_csv_line(sheet_field(cell)))[0], "'" + std::string(cell));
  }
  EXPECT_EQ(sheet_field("F9241"), "F9241");
}

TEST(PairingFiles, JsonTellsDutiesCostAndWhatIsBroken) {
  const SomePlan some;
  const auto json = nlohmann::json::parse(
      pairings_json(some.month(), some.plan(),
                    plan::check(some.month().schedule, some.month().rules, some.plan())));
  const auto& first = json["pairings"][0];
  EXPECT_EQ(first["pairing"], "one,two");
  EXPECT_EQ(first["duties"].size(), 2U);
  EXPECT_EQ(first["duties"][1]["legs"][0]["role"], "deadhead");
  EXPECT_EQ(first["cost"]["deadheads"], 600);
  EXPECT_EQ(json["pairings"][1]["unknown_flights"][0], "GONE");
  EXPECT_EQ(json["pairings"][1]["violations"][0]["rule"], "known_flights");
}

TEST(PairingFiles, CalendarsHaveAnEventPerDutyInUtc) {
  const SomePlan some;
  const auto files = calendars(some.month(), some.plan());
  ASSERT_EQ(files.size(), 1U);
  const std::string& text = files.at("BOS");
  EXPECT_THAT(text, HasSubstr("DTSTART:20080101T130000Z\r\nDTEND:20080101T150000Z\r\n"));
  EXPECT_THAT(text, HasSubstr("UID:BOS.one%2Ctwo.1.2008-01-01@skein\r\n"));
  EXPECT_THAT(text, HasSubstr("SUMMARY:one\\,two duty 2: ORD-BOS\r\n"));
  EXPECT_THAT(text, HasSubstr("(deadhead)"));
  EXPECT_EQ(text, calendars(some.month(), some.plan()).at("BOS"));
  for (const std::string& line : lines_of(text, "\r\n")) {
    EXPECT_LE(line.size(), 75U);
    EXPECT_THAT(line, Not(HasSubstr("\n")));
  }
}

TEST(PairingFiles, LongLinesAreFoldedBetweenCharacters) {
  std::string value;
  for (int i = 0; i < 60; ++i) value += "\xC3\xA9";  // two bytes each
  const std::string text = calendar_line("DESCRIPTION", value);
  std::string unfolded;
  for (const std::string& line : lines_of(text, "\r\n")) {
    EXPECT_LE(line.size(), 75U);
    EXPECT_NE(static_cast<unsigned char>(line.back()), 0xC3U);
    unfolded += unfolded.empty() ? line : line.substr(1);
  }
  EXPECT_EQ(unfolded, "DESCRIPTION:" + value);
}

TEST(PairingFiles, CalendarTextEscapesWhatHasAMeaning) {
  EXPECT_EQ(calendar_text("a;b,c\\d\ne"), "a\\;b\\,c\\\\d\\ne");
}

}  // namespace
}  // namespace skein::exchange
