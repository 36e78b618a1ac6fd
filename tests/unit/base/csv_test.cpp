#include "base/csv.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "support/complaints.h"

namespace skein {
namespace {

using test::complaint_of;
using testing::ElementsAre;
using testing::HasSubstr;

CsvReader reader_of(const std::string& text) {
  return CsvReader(LineReader::from_text(text, "t.csv"), {"name", "count"}, {"note"});
}

TEST(Csv, SplitsPlainAndQuotedFields) {
  EXPECT_THAT(*split_csv_line("a,b,"), ElementsAre("a", "b", ""));
  EXPECT_THAT(*split_csv_line(R"("a,b","say ""hi""",c)"), ElementsAre("a,b", R"(say "hi")", "c"));
  EXPECT_FALSE(split_csv_line(R"("open)"));
  EXPECT_FALSE(split_csv_line(R"("a"b,c)"));
}

TEST(Csv, AnyFieldSurvivesWritingAndReading) {
  EXPECT_TRUE(rc::check([](const std::vector<std::string>& texts) {
    RC_PRE(!texts.empty());
    std::string line;
    for (const std::string& text : texts) line += (line.empty() ? "" : ",") + csv_field(text + "x");
    const auto fields = split_csv_line(line);
    RC_ASSERT(fields.has_value());
    for (std::size_t i = 0; i < texts.size(); ++i) RC_ASSERT((*fields)[i] == texts[i] + "x");
  }));
}

TEST(Csv, ReadsRowsByColumnNameInAnyOrder) {
  CsvReader csv = reader_of(
      "\xEF\xBB\xBF"
      "count,name\r\n3,a\r\n\r\n4,b\r\n");
  ASSERT_TRUE(csv.next());
  EXPECT_EQ(csv.text("name"), "a");
  EXPECT_EQ(csv.integer("count", 0, 10), 3);
  EXPECT_EQ(csv.text_or_empty("note"), "");
  ASSERT_TRUE(csv.next());
  EXPECT_EQ(csv.line_number(), 4u);
  EXPECT_FALSE(csv.next());
}

TEST(Csv, NamesAMissingColumn) {
  const Complaint complaint = complaint_of([] { reader_of("name,cuont\n"); });
  EXPECT_EQ(complaint.field, "count");
  EXPECT_EQ(complaint.line, 1u);
  EXPECT_THAT(complaint.remedy, HasSubstr("name,count"));
}

TEST(Csv, ListsColumnsThatItIgnores) {
  EXPECT_THAT(reader_of("name,count,colour\n").ignored_columns(), ElementsAre("colour"));
}

TEST(Csv, NamesLineAndColumnOfABadField) {
  CsvReader csv = reader_of("name,count\na,1\nb,many\n");
  ASSERT_TRUE(csv.next() && csv.next());
  const Complaint complaint = complaint_of([&] { csv.integer("count", 0, 9); });
  EXPECT_EQ(complaint.line, 3u);
  EXPECT_EQ(complaint.field, "count");
  EXPECT_THAT(complaint.problem, HasSubstr("\"many\""));
  EXPECT_THAT(complaint.remedy, HasSubstr("0 to 9"));
}

TEST(Csv, RefusesRowsOfAnotherWidthAndColumnsThatStandTwice) {
  CsvReader csv = reader_of("name,count\na\n");
  EXPECT_THAT(complaint_of([&] { csv.next(); }).problem, HasSubstr("1 fields"));
  EXPECT_THAT(complaint_of([] { reader_of("name,count,name\n"); }).problem, HasSubstr("twice"));
  EXPECT_THAT(complaint_of([] { reader_of(""); }).problem, HasSubstr("empty"));
}

TEST(Csv, RefusesNumbersThatAreNone) {
  CsvReader csv = reader_of("name,count\nnan,99999999999999999999\n");
  ASSERT_TRUE(csv.next());
  complaint_of([&] { csv.integer("count", 0, 10); });
  complaint_of([&] { csv.real("name", 0, 1); });
}

}  // namespace
}  // namespace skein
