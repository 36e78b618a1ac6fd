#include "report/distributions.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <span>
#include <utility>

#include "pairing/duty.h"

namespace skein::report {
namespace {

constexpr double kNoLimit = std::numeric_limits<double>::infinity();
constexpr double kLongestConnection = 12;  // hours; longer ones are shown as that
constexpr double kLongestRest = 36;

// A kind of values, and how they are shown.
struct Kind {
  const char* title;
  const char* unit;
  std::vector<double> PlanValues::*values;
  double width;  // of an interval
  double highest;
  double shift;  // of points: whole numbers stand for themselves
};

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all{
      {"Length of duties", "hours from report to release", &PlanValues::duty_hours, 0.5, kNoLimit,
       0},
      {"Flying in a duty", "operated hours", &PlanValues::duty_flying, 0.5, kNoLimit, 0},
      {"Flights in a duty", "operated flights", &PlanValues::duty_flights, 1, kNoLimit, -0.5},
      {"Length of rests", "hours, longer ones as 36", &PlanValues::rest_hours, 1, kLongestRest, 0},
      {"Connections in a duty", "hours, longer ones as 12", &PlanValues::connection_hours, 0.25,
       kLongestConnection, 0},
      {"Length of pairings", "begun days from report to release", &PlanValues::pairing_days, 1,
       kNoLimit, -0.5}};
  return all;
}

void add_duty(const schedule::Schedule& schedule, std::span<const plan::Leg> legs,
              const pairing::Duty& duty, PlanValues& values) {
  values.duty_hours.push_back(duty.span().hours());
  values.duty_flying.push_back(duty.flying.hours());
  values.duty_flights.push_back(duty.operated_legs);
  for (std::size_t k = duty.begin + 1; k < duty.end; ++k) {
    values.connection_hours.push_back(pairing::gap_between(schedule, legs[k - 1], legs[k]).hours());
  }
}

}  // namespace

PlanValues values_of(const schedule::Schedule& schedule, const pairing::Rules& rules,
                     const plan::Plan& plan) {
  PlanValues values;
  for (const plan::Pairing& pairing : plan.pairings) {
    const std::span<const plan::Leg> legs = plan::known_beginning(pairing);
    if (legs.empty()) continue;
    const auto duties = pairing::split_into_duties(schedule, rules.work, legs);
    for (std::size_t k = 0; k < duties.size(); ++k) {
      add_duty(schedule, legs, duties[k], values);
      if (k > 0) values.rest_hours.push_back((duties[k].report - duties[k - 1].release).hours());
    }
    const Minutes away = duties.back().release - duties.front().report;
    values.pairing_days.push_back(std::ceil(away.hours() / 24));
  }
  return values;
}

std::vector<std::pair<double, double>> counted_by(const std::vector<double>& values, double width,
                                                  double highest) {
  std::map<long, double> counts;
  for (double value : values) {
    const auto interval = static_cast<long>(std::floor(value / width));
    const bool is_beyond = value >= highest;
    ++counts[is_beyond ? std::lround(highest / width) - 1 : interval];
  }
  std::vector<std::pair<double, double>> points;
  if (counts.empty()) return points;
  for (long k = counts.begin()->first; k <= counts.rbegin()->first; ++k) {
    const auto at = counts.find(k);
    points.emplace_back((static_cast<double>(k) + 0.5) * width,
                        at == counts.end() ? 0 : at->second);
  }
  return points;
}

std::vector<Chart> distribution_charts(const std::vector<NamedValues>& plans) {
  std::vector<Chart> charts;
  for (const Kind& kind : kinds()) {
    Chart chart{kind.title, kind.unit, "", Scale::kLinear, Scale::kLinear, {}, kind.width};
    for (const NamedValues& plan : plans) {
      Series series{plan.name, counted_by(plan.values.*kind.values, kind.width, kind.highest)};
      for (auto& [x, y] : series.points) x += kind.shift;
      chart.series.push_back(std::move(series));
    }
    charts.push_back(std::move(chart));
  }
  return charts;
}

}  // namespace skein::report
