// Plans as pages: `skein report` as a user runs it.
#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text_source.h"
#include "support/scratch_folder.h"
#include "system/run_program.h"

namespace skein {
namespace {

namespace fs = std::filesystem;
using test::run_skein;
using test::RunOutcome;
using testing::AllOf;
using testing::HasSubstr;

class Report : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(run_skein("generate --flights 300 --with-pairings -o " + at("month")).exit_code, 0);
    ASSERT_EQ(run_skein("solve " + at("month") + " --gap 0.05 -o " + at("plan")).exit_code, 0);
  }

  std::string at(const std::string& name) const { return (folder_ / name).string(); }
  RunOutcome report(const std::string& arguments) const {
    return run_skein("report " + arguments + " -o " + at("page.html"));
  }
  // Without a matcher: a page is too long for a message.
  bool shows(const std::string& what) const {
    return read_text(folder_ / "page.html").find(what) != std::string::npos;
  }

  test::ScratchFolder folder_;
};

TEST_F(Report, ShowsAPlanOfTheMonthThatItsSummaryNames) {
  const RunOutcome run = report(at("plan") + " --summary " + at("report.json"));
  ASSERT_EQ(run.exit_code, 0) << run.messages;
  for (const char* what :
       {"Legal; all ", "No plan can cost less than", "id=\"course\"", "id=\"network\""}) {
    EXPECT_TRUE(shows(what)) << what;
  }
  EXPECT_FALSE(shows("id=\"changes\""));
  EXPECT_THAT(read_text(folder_ / "report.json"), HasSubstr("\"command\": \"report\""));
}

TEST_F(Report, ShowsAMonthWithPairingsAndWhatChangedFromThem) {
  ASSERT_EQ(report(at("month")).exit_code, 0);
  EXPECT_FALSE(shows("id=\"course\""));
  ASSERT_EQ(report(at("plan") + " --against " + at("month")).exit_code, 0);
  EXPECT_TRUE(shows("id=\"changes\""));
  EXPECT_TRUE(shows("connections as before"));
}

TEST_F(Report, LeavesOutABoundThatIsNotOfThesePairings) {
  const RunOutcome run = report(at("plan") + " --rules easa");
  EXPECT_EQ(run.exit_code, 0) << run.messages;
  EXPECT_THAT(run.messages, HasSubstr("its bound is left out"));
  EXPECT_FALSE(shows("No plan can cost less than"));
}

TEST_F(Report, RefusesWhatItCannotShowByName) {
  fs::rename(at("month"), at("moved"));
  const RunOutcome moved = report(at("plan"));
  EXPECT_EQ(moved.exit_code, 2);
  EXPECT_THAT(moved.messages, AllOf(HasSubstr("summary.json"), HasSubstr("--month")));
  EXPECT_EQ(report(at("plan") + " --month " + at("moved")).exit_code, 0);

  fs::remove(at("page.html"));
  const std::string log = read_text(folder_ / "plan/log.jsonl");
  folder_.write("plan/log.jsonl", log.substr(0, log.size() - 5));
  const RunOutcome cut = report(at("plan") + " --month " + at("moved"));
  EXPECT_EQ(cut.exit_code, 2);
  EXPECT_THAT(cut.messages, HasSubstr("log.jsonl:"));
  EXPECT_FALSE(fs::exists(at("page.html")));
  fs::remove(at("plan/summary.json"));
  EXPECT_THAT(report(at("plan")).messages, HasSubstr("add --month"));
  EXPECT_THAT(report(at("nowhere") + " --month " + at("moved")).messages, HasSubstr("nowhere"));
}

}  // namespace
}  // namespace skein
