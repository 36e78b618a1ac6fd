#include "plan/pairing_text.h"

#include <ostream>
#include <string>

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include "support/complaints.h"

namespace skein::plan {
namespace {

using test::complaint_of;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

// The figure of the paper. Two of its excluded dates fall on no weekday of the pairing.
constexpr const char* kFigure =
    "O T 1821 0 CC 1 CAT 1 () \"a\" \"\" _2_456_ 2018/08/09 2018/09/03 X 2018/08/10 2018/08/20 "
    "2018/08/29\n"
    "{\n"
    "RPT ;\n"
    "ABC05914  ORD 1 02:10 BUF;\n"
    "ABC06161  BUF 1 09:50 ORD;\n"
    "RLS;\n"
    "}\n";

Day day(const char* text) {
  return parse_day(text).value();
}

std::vector<TextPairing> parse(const std::string& text) {
  return parse_pairing_text(LineReader::from_text(text, "pairings.txt"));
}

TEST(PairingText, ReadsTheFigureOfThePaper) {
  const std::vector<TextPairing> pairings = parse(kFigure);
  ASSERT_THAT(pairings, SizeIs(1));
  const TextPairing& pairing = pairings[0];
  EXPECT_EQ(pairing.status, "O");
  EXPECT_EQ(pairing.type, "T");
  EXPECT_EQ(pairing.number, 1821);
  EXPECT_EQ(pairing.variant, 0);
  EXPECT_THAT(pairing.qualifications, IsEmpty());
  EXPECT_EQ(pairing.name, "a");
  EXPECT_EQ(pairing.comment, "");
  EXPECT_THAT(pairing.weekdays, ElementsAre(false, true, false, true, true, true, false));
  EXPECT_EQ(pairing.first, day("2018-08-09"));
  EXPECT_EQ(pairing.last, day("2018-09-03"));
  EXPECT_THAT(pairing.excluded,
              ElementsAre(day("2018-08-10"), day("2018-08-20"), day("2018-08-29")));
  ASSERT_THAT(pairing.duties, ElementsAre(SizeIs(2)));
  EXPECT_EQ(pairing.duties[0][1],
            (TextLeg{"ABC06161", Role::kOperate, "BUF", 1, Minutes(9 * 60 + 50), "ORD"}));
}

TEST(PairingText, WritesTheFigureOfThePaperAsItStands) {
  EXPECT_EQ(format_pairing_text(parse(kFigure)), kFigure);
}

TEST(PairingText, FigureTakesPlaceOnItsWeekdaysButNotOnExcludedDates) {
  const std::vector<Day> dates = parse(kFigure)[0].dates();
  EXPECT_EQ(dates.front(), day("2018-08-09"));  // a Thursday
  EXPECT_EQ(dates[1], day("2018-08-11"));       // the 10th is excluded
  EXPECT_EQ(dates.back(), day("2018-09-01"));
  EXPECT_EQ(dates.size(), 14U);
}

TEST(PairingText, CanonicalTextSurvives) {
  const std::string text =
      "P X 7 2 CC 3 CAT 4 (A320 L2) \"BOS\" \"a \"\"long\"\" day\" 1234567 2008/01/01 2008/12/31\n"
      "{\nRPT ;\nF1  BOS 1 10:00 JFK;\nF2 D JFK 1 12:00 ORD;\nRLS;\n"
      "RPT ;\nF3  ORD 2 09:00 BOS;\nRLS;\n}\n";
  EXPECT_EQ(format_pairing_text(parse(text + kFigure)), text + kFigure);
  EXPECT_EQ(parse(text)[0].comment, "a \"long\" day");
}

TEST(PairingText, ExtraBlanksDoNotMatter) {
  const std::string loose =
      "\n  O  T 1821\t0 CC 1 CAT 1 (  ) \"a\"  \"\" _2_456_  2018/08/09 2018/09/03  X 2018/08/10 "
      "2018/08/20 2018/08/29  \r\n"
      " {\n\nRPT;\n ABC05914 ORD  1 02:10 BUF ;\nABC06161    BUF 1 09:50 ORD;\nRLS ;\n}\n\n";
  EXPECT_EQ(parse(loose), parse(kFigure));
}

struct BadText {
  const char* what;
  std::string from;  // in the figure, replaced by `to`
  std::string to;
  std::size_t line;
  const char* field;

  friend void PrintTo(const BadText& bad, std::ostream* out) { *out << bad.what; }
};

class PairingBadText : public testing::TestWithParam<BadText> {};

TEST_P(PairingBadText, IsRefusedWithItsPlace) {
  std::string text = kFigure;
  const std::size_t at = text.find(GetParam().from);
  ASSERT_NE(at, std::string::npos);
  text.replace(at, GetParam().from.size(), GetParam().to);
  const Complaint complaint = complaint_of([&] { parse(text); });
  EXPECT_EQ(complaint.file, "pairings.txt");
  EXPECT_EQ(complaint.line, GetParam().line) << complaint.problem;
  EXPECT_EQ(complaint.field, GetParam().field) << complaint.problem;
}

INSTANTIATE_TEST_SUITE_P(
    AllKinds, PairingBadText,
    testing::Values(
        BadText{"Number", "1821", "x21", 1, "number"},
        BadText{"Variant", "1821 0", "1821 -1", 1, "variant"},
        BadText{"KeywordCc", "CC", "CD", 1, "CC"}, BadText{"CountCat", "CAT 1", "CAT", 1, "CAT"},
        BadText{"NoList", "()", "", 1, "qualifications"},
        BadText{"OpenList", "()", "(", 1, "qualifications"},
        BadText{"NoName", "\"a\" ", "a ", 1, "name"},
        BadText{"OpenQuote", "\"\" _", "\" _", 1, "comment"},
        BadText{"NoBlankBehindQuote", "\"\" _", "\"\"_", 1, ""},
        BadText{"NoBlankBehindList", "()", "()x", 1, ""},
        BadText{"Weekdays", "_2_456_", "_2_654_", 1, "weekdays"},
        BadText{"WeekdaysTooFew", "_2_456_", "_2_456", 1, "weekdays"},
        BadText{"FirstDate", "2018/08/09", "2018-08-09", 1, "first date"},
        BadText{"NoSuchDate", "2018/08/09", "2018/02/30", 1, "first date"},
        BadText{"EndsBeforeItBegins", "2018/09/03", "2018/08/08", 1, "last date"},
        BadText{"NoX", "X", "Y", 1, "X"},
        BadText{"NothingLeftOut", "X 2018/08/10 2018/08/20 2018/08/29", "X", 1, "date left out"},
        BadText{"NoBrace", "{", "[", 2, ""}, BadText{"NoReport", "RPT ;", "REP ;", 3, ""},
        BadText{"LegWithoutSemicolon", "BUF;", "BUF", 4, "leg"},
        BadText{"LegTooShort", "ORD 1", "ORD", 4, "leg"},
        BadText{"UnknownMark", "ABC05914  ORD", "ABC05914 Q ORD", 4, "leg"},
        BadText{"LegDay", "ORD 1", "ORD one", 4, "day"},
        BadText{"LegTime", "02:10", "2:10", 4, "departure"},
        BadText{"EmptyDuty", "RLS;", "RLS;\nRPT ;\nRLS;", 8, ""},
        BadText{"NoDuty", "{\n", "{\n}\n", 3, ""}, BadText{"CutOff", "RLS;\n}\n", "", 5, ""},
        BadText{"NotEnded", "}\n", "", 6, ""}),
    [](const auto& parameter) { return parameter.param.what; });

std::string any_word() {
  return *rc::gen::nonEmpty(
      rc::gen::container<std::string>(rc::gen::elementOf(std::string("ABCxyz019;\"{}/#D_."))));
}

Day any_day() {
  return day("2008-01-01") + std::chrono::days(*rc::gen::inRange(0, 800));
}

TextPairing any_entry() {
  TextPairing entry;
  entry.status = any_word();
  entry.type = any_word();
  entry.number = *rc::gen::nonNegative<int>();
  entry.variant = *rc::gen::nonNegative<int>();
  entry.cc = *rc::gen::nonNegative<int>();
  entry.cat = *rc::gen::nonNegative<int>();
  for (int i = *rc::gen::inRange(0, 3); i > 0; --i) entry.qualifications.push_back(any_word());
  const auto text = rc::gen::container<std::string>(rc::gen::elementOf(std::string("a \"();\tX")));
  entry.name = *text;
  entry.comment = *text;
  for (bool& weekday : entry.weekdays) weekday = *rc::gen::arbitrary<bool>();
  entry.first = any_day();
  entry.last = entry.first + std::chrono::days(*rc::gen::inRange(0, 60));
  for (int i = *rc::gen::inRange(0, 4); i > 0; --i) entry.excluded.push_back(any_day());
  for (int i = *rc::gen::inRange(1, 4); i > 0; --i) {
    TextDuty duty;
    for (int legs = *rc::gen::inRange(1, 4); legs > 0; --legs) {
      duty.push_back({any_word(), *rc::gen::arbitrary<bool>() ? Role::kOperate : Role::kDeadhead,
                      any_word(), *rc::gen::inRange(-3, 6), Minutes(*rc::gen::inRange(0, 1440)),
                      any_word()});
    }
    entry.duties.push_back(std::move(duty));
  }
  return entry;
}

RC_GTEST_PROP(PairingText, AnyEntriesSurviveTheText, ()) {
  std::vector<TextPairing> entries;
  for (int i = *rc::gen::inRange(0, 4); i > 0; --i) entries.push_back(any_entry());
  const std::string text = format_pairing_text(entries);
  RC_ASSERT(parse(text) == entries);
  RC_ASSERT(format_pairing_text(parse(text)) == text);
}

}  // namespace
}  // namespace skein::plan
