#include "report/chart.h"

#include <gmock/gmock.h>

namespace skein::report {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) {
    ++found;
  }
  return found;
}

TEST(Chart, ShowsEveryPointOnALineBetweenRoundTicks) {
  Chart chart{"Growth", "flights", "s", Scale::kLinear, Scale::kLinear, {}};
  chart.series.push_back({"LP", {{100, 3}, {900, 17}}});
  const std::string svg = charts_svg({chart});
  EXPECT_EQ(count(svg, "<circle"), 2U);
  EXPECT_EQ(count(svg, "<polyline"), 1U);
  for (const char* tick : {">0<", ">200<", ">1,000<", ">10<", ">18<"}) {
    EXPECT_THAT(svg, HasSubstr(tick)) << tick;
  }
}

TEST(Chart, LogarithmicAxesPlaceEqualRatiosEquallyFar) {
  Chart chart{"Growth", "flights", "s", Scale::kLogarithmic, Scale::kLogarithmic, {}};
  chart.series.push_back({"LP", {{1, 1}, {10, 10}, {100, 100}}});
  const std::string svg = charts_svg({chart});
  // From 62 to 444, in the middle 253.
  EXPECT_THAT(svg, HasSubstr("cx=\"62.0\""));
  EXPECT_THAT(svg, HasSubstr("cx=\"253.0\""));
  EXPECT_THAT(svg, HasSubstr("cx=\"444.0\""));
}

TEST(Chart, LeavesOutWhatALogarithmCannotShow) {
  Chart chart{"", "", "", Scale::kLogarithmic, Scale::kLogarithmic, {}};
  chart.series.push_back({"a", {{0, 5}, {10, -1}, {10, 5}}});
  const std::string svg = charts_svg({chart});
  EXPECT_EQ(count(svg, "<circle"), 1U);
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
  EXPECT_THAT(svg, Not(HasSubstr("inf")));
}

TEST(Chart, SmallTicksArePowersOfTen) {
  Chart chart{"", "", "", Scale::kLinear, Scale::kLogarithmic, {}};
  chart.series.push_back({"a", {{0, 1e-6}, {1, 10}}});
  const std::string svg = charts_svg({chart});
  for (const char* tick : {">1e-6<", ">1e-5<", ">1e-4<", ">0.001<", ">0.01<", ">10<"}) {
    EXPECT_THAT(svg, HasSubstr(tick)) << tick;
  }
}

TEST(Chart, SeriesWithoutPointsHaveNoNameInTheLegend) {
  Chart chart{"", "", "", Scale::kLinear, Scale::kLogarithmic, {}};
  chart.series.push_back({"none", {{1, 0}}});
  chart.series.push_back({"some", {{1, 5}}});
  EXPECT_THAT(charts_svg({chart}), AllOf(HasSubstr("some"), Not(HasSubstr(">none<"))));
}

TEST(Chart, TheLegendLiesWhereThereAreFewerPoints) {
  Chart chart{"", "", "", Scale::kLinear, Scale::kLinear, {}};
  chart.series.push_back({"falls", {{0, 10}, {1, 9}, {5, 1}}});
  EXPECT_THAT(charts_svg({chart}), HasSubstr("text-anchor=\"end\" fill"));
  chart.series.back().points = {{0, 1}, {4, 9}, {5, 10}};
  EXPECT_THAT(charts_svg({chart}), HasSubstr("text-anchor=\"start\" fill"));
}

TEST(Chart, NamesAreEscaped) {
  const std::string svg = charts_svg({{"a < b & c", "", "", {}, {}, {}}});
  EXPECT_THAT(svg, HasSubstr("a &lt; b &amp; c"));
}

TEST(Chart, AnAxisBeginsNearValuesThatLieCloseTogether) {
  Chart chart{"", "", "", Scale::kLinear, Scale::kLinear, {{"error", {{0, 2.72}, {5, 2.96}}}}};
  EXPECT_THAT(charts_svg({chart}), HasSubstr(">2.8<"));
  chart.series[0].points[0].second = 0.9;
  EXPECT_THAT(charts_svg({chart}), Not(HasSubstr(">2.8<")));
}

}  // namespace
}  // namespace skein::report
