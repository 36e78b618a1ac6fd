#include "report/course.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace skein::report {
namespace {

using nlohmann::json;

constexpr std::array kPhases = {"lp", "cuts", "windows", "dive", "improve"};

double number_at(const json& event, const char* field, const LineReader& lines) {
  const auto at = event.find(field);
  if (at != event.end() && at->is_number()) return at->get<double>();
  lines.fail(field, "a number is expected here", "use the log as skein solve wrote it");
}

json event_in(std::string_view line, const LineReader& lines) {
  json event = json::parse(line, nullptr, false);
  if (event.is_object() && event.contains("event") && event["event"].is_string()) return event;
  lines.fail("", "is no event of a log", "use the log as skein solve wrote it");
}

CoursePoint point_of(const json& event, const LineReader& lines) {
  CoursePoint point;
  point.seconds = number_at(event, "seconds", lines);
  point.phase = event["event"];
  point.lp = number_at(event, "lp", lines);
  point.bound = number_at(event, "bound", lines);
  point.plan = number_at(event, "plan", lines);
  return point;
}

double gap_of(const CoursePoint& point) {
  return point.plan > 0 ? (point.plan - point.bound) / point.plan : 0;
}

// Of all points, those in which so many stretches of equal time end, and the last.
std::vector<CoursePoint> thinned(const std::vector<CoursePoint>& course, std::size_t most) {
  if (course.size() <= most) return course;
  const double begin = course.front().seconds;
  const double stretch =
      std::max(1e-9, (course.back().seconds - begin) / static_cast<double>(most - 1));
  std::vector<CoursePoint> kept;
  double next = begin;
  for (std::size_t k = 0; k + 1 < course.size(); ++k) {
    if (course[k].seconds < next) continue;
    kept.push_back(course[k]);
    next = course[k].seconds + stretch;
  }
  kept.push_back(course.back());
  return kept;
}

}  // namespace

std::vector<CoursePoint> read_course(LineReader lines) {
  std::vector<CoursePoint> course;
  for (std::string_view line; lines.next(line);) {
    if (line.empty()) continue;
    const json event = event_in(line, lines);
    const std::string& name = event["event"].get_ref<const std::string&>();
    if (name == "checked" && !course.empty()) {
      // At the end, what the plan has come to.
      CoursePoint last = course.back();
      last.phase = name;
      last.seconds = number_at(event, "seconds", lines);
      last.plan = number_at(event, "cost", lines);
      course.push_back(last);
    }
    if (std::find(kPhases.begin(), kPhases.end(), name) == kPhases.end()) continue;
    course.push_back(point_of(event, lines));
  }
  return course;
}

std::vector<Chart> course_charts(const std::vector<CoursePoint>& course, std::size_t most_points) {
  if (course.empty()) return {};
  Chart costs{"Plan, bound and relaxation", "seconds", "cost", Scale::kLinear, Scale::kLinear, {}};
  Chart gaps{"Gap between plan and bound", "seconds", "%", Scale::kLinear, Scale::kLogarithmic, {}};
  Series plan{"plan", {}};
  Series lp{"LP", {}};
  Series bound{"bound", {}};
  Series gap{"gap", {}};
  // The first relaxations are of few pairings and say little: they would flatten all the rest.
  const double highest = course.front().plan;
  for (const CoursePoint& point : thinned(course, most_points)) {
    plan.points.emplace_back(point.seconds, point.plan);
    if (point.lp > 0 && point.lp <= highest) lp.points.emplace_back(point.seconds, point.lp);
    bound.points.emplace_back(point.seconds, point.bound);
    gap.points.emplace_back(point.seconds, 100 * gap_of(point));
  }
  costs.series = {plan, lp, bound};
  gaps.series = {gap};
  return {costs, gaps};
}

}  // namespace skein::report
