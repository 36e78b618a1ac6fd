#include "report/course.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/complaints.h"

namespace skein::report {
namespace {

using testing::HasSubstr;

std::string lp_line(double seconds, double lp, double bound, double plan) {
  return fmt::format(
      "{{\"seconds\":{},\"event\":\"lp\",\"pass\":1,\"round\":1,\"lp\":{},\"bound\":{},"
      "\"plan\":{}}}\n",
      seconds, lp, bound, plan);
}

std::vector<CoursePoint> course_in(const std::string& text) {
  return read_course(LineReader::from_text(text, "log.jsonl"));
}

Complaint complaint_about(const std::string& text) {
  return test::complaint_of([&] { course_in(text); });
}

TEST(Course, TakesWhatTheOptimizerWroteAndPassesOverTheRest) {
  const auto course = course_in(
      "{\"seconds\":0.1,\"event\":\"loaded\",\"flights\":3}\n" + lp_line(1, 500, 100, 400) +
      "{\"seconds\":2,\"event\":\"left_out\",\"pairing\":\"x\"}\n" + lp_line(3, 300, 290, 400));
  ASSERT_EQ(course.size(), 2U);
  EXPECT_EQ(course[0].seconds, 1);
  EXPECT_EQ(course[1].lp, 300);
  EXPECT_EQ(course[1].bound, 290);
  EXPECT_EQ(course[1].plan, 400);
}

TEST(Course, RefusesDamagedLinesByNumberAndField) {
  const Complaint cut = complaint_about(lp_line(1, 1, 1, 1) + "{\"seconds\":1,");
  EXPECT_EQ(cut.file, "log.jsonl");
  EXPECT_EQ(cut.line, 2U);
  EXPECT_THAT(complaint_about("[1]\n").problem, HasSubstr("is no event"));
  EXPECT_EQ(complaint_about("{\"event\":\"lp\",\"seconds\":\"soon\"}\n").field, "seconds");
}

TEST(Course, ChartsLeaveOutRelaxationsAboveTheFirstPlanAndKeepTheEnd) {
  std::string log = lp_line(0, 9000, 10, 400);
  for (int k = 1; k <= 1000; ++k) log += lp_line(k, 300, 200 + 0.09 * k, 400 - 0.1 * k);
  const std::vector<Chart> charts = course_charts(course_in(log), 50);
  ASSERT_EQ(charts.size(), 2U);
  for (const Series& series : charts[0].series) {
    EXPECT_LE(series.points.size(), 51U) << series.name;
    EXPECT_EQ(series.points.back().first, 1000) << series.name;
    for (const auto& [x, y] : series.points) EXPECT_LE(y, 400) << series.name;
  }
  // (300 - 290) / 300
  EXPECT_NEAR(charts[1].series.at(0).points.back().second, 100.0 * 10 / 300, 1e-9);
}

TEST(Course, WithoutEventsThereIsNoChart) {
  EXPECT_TRUE(course_charts(course_in("")).empty());
}

}  // namespace
}  // namespace skein::report
