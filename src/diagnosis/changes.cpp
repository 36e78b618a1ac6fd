#include "diagnosis/changes.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace skein::diagnosis {
namespace {

using pairing::LimitTable;
using pairing::WorkRules;

constexpr int kMinutesOfADay = kDay.count();

bool is_in_force(const WorkRules& rules, Change change) {
  switch (change) {
    case Change::kMaxSit:
      return rules.max_sit.has_value();
    case Change::kRestCoversDuty:
      return rules.rest_covers_previous_duty;
    case Change::kMaxDutyFlying:
      return rules.max_duty_flying.has_value();
    case Change::kMaxDutyLegs:
      return rules.max_duty_legs.has_value();
    case Change::kMaxDutySpan:
      return rules.max_duty_span.has_value();
    case Change::kDutyPeriods:
      return rules.duty_period_limits.has_value();
    case Change::kFlightTimes:
      return rules.flight_time_limits.has_value();
    case Change::kMaxDuties:
      return rules.max_duties.has_value();
    case Change::kMaxDays:
      return rules.max_days.has_value();
    case Change::kMaxLandings:
      return rules.max_landings.has_value();
    case Change::kMaxFlying:
      return rules.max_flying.has_value();
    case Change::kMinConnection:
    case Change::kMinRest:
    case Change::kCarryIn:
    case Change::kCarryOut:
    case Change::kFurtherBase:
      return true;
  }
  return false;
}

// Longer limits are laxer, but for these.
bool is_least_value(Change change) {
  return change == Change::kMinConnection || change == Change::kMinRest ||
         change == Change::kRestCoversDuty;
}

LimitTable raised(const LimitTable& table, Minutes extra) {
  std::vector<LimitTable::Row> rows = table.rows();
  for (LimitTable::Row& row : rows) {
    for (Minutes& limit : row.by_segments) limit += extra;
  }
  return LimitTable(std::move(rows));
}

Minutes largest_limit(const LimitTable& table) {
  Minutes largest;
  for (const LimitTable::Row& row : table.rows()) {
    largest = std::max(largest, row.by_segments.front());
  }
  return largest;
}

}  // namespace

std::vector<Change> possible_changes(const WorkRules& rules) {
  std::vector<Change> changes;
  for (int i = 0; i < static_cast<int>(Change::kFurtherBase); ++i) {
    const auto change = static_cast<Change>(i);
    if (is_in_force(rules, change)) changes.push_back(change);
  }
  return changes;
}

bool bears_on_travel(Change change) {
  switch (change) {
    case Change::kMaxDutyFlying:
    case Change::kMaxDutyLegs:
    case Change::kDutyPeriods:
    case Change::kFlightTimes:
    case Change::kMaxLandings:
    case Change::kMaxFlying:
      return false;
    default:
      return true;
  }
}

int value_now(const WorkRules& rules, Change change) {
  switch (change) {
    case Change::kMinConnection:
      return rules.min_connection.count();
    case Change::kMaxSit:
      return rules.max_sit->count();
    case Change::kMinRest:
      return rules.min_rest.count();
    case Change::kRestCoversDuty:
      return rules.rest_covers_previous_duty ? 1 : 0;
    case Change::kMaxDutyFlying:
      return rules.max_duty_flying->count();
    case Change::kMaxDutyLegs:
      return *rules.max_duty_legs;
    case Change::kMaxDutySpan:
      return rules.max_duty_span->count();
    case Change::kMaxDuties:
      return *rules.max_duties;
    case Change::kMaxDays:
      return *rules.max_days;
    case Change::kMaxLandings:
      return *rules.max_landings;
    case Change::kMaxFlying:
      return rules.max_flying->count();
    case Change::kDutyPeriods:
    case Change::kFlightTimes:
    case Change::kCarryIn:
    case Change::kCarryOut:
    case Change::kFurtherBase:
      return 0;
  }
  return 0;
}

int value_needed(const WorkRules& rules, Change change, int excess) {
  const int now = value_now(rules, change);
  return is_least_value(change) ? now - excess : now + excess;
}

int most_excess(const WorkRules& rules, Change change) {
  const int now = value_now(rules, change);
  switch (change) {
    case Change::kMinConnection:
      return now;
    case Change::kMinRest:
      return now / 2;
    case Change::kMaxDutySpan:
      return std::max(0, kMinutesOfADay - now);
    case Change::kMaxDuties:
    case Change::kMaxDays:
      return std::max(1, now);
    case Change::kMaxSit:
    case Change::kMaxDutyFlying:
    case Change::kDutyPeriods:
    case Change::kFlightTimes:
    case Change::kMaxFlying:
      return kMinutesOfADay;
    default:
      return 1;
  }
}

WorkRules changed_rules(WorkRules rules, Change change, int needed) {
  const Minutes minutes(needed);
  switch (change) {
    case Change::kMinConnection:
      rules.min_connection = minutes;
      break;
    case Change::kMaxSit:
      rules.max_sit = minutes;
      break;
    case Change::kMinRest:
      rules.min_rest = minutes;
      break;
    case Change::kRestCoversDuty:
      rules.rest_covers_previous_duty = needed != 0;
      break;
    case Change::kMaxDutyFlying:
      rules.max_duty_flying = minutes;
      break;
    case Change::kMaxDutyLegs:
      rules.max_duty_legs = needed;
      break;
    case Change::kMaxDutySpan:
      rules.max_duty_span = minutes;
      break;
    case Change::kDutyPeriods:
      rules.duty_period_limits = raised(*rules.duty_period_limits, minutes);
      break;
    case Change::kFlightTimes:
      rules.flight_time_limits = raised(*rules.flight_time_limits, minutes);
      break;
    case Change::kMaxDuties:
      rules.max_duties = needed;
      break;
    case Change::kMaxDays:
      rules.max_days = needed;
      break;
    case Change::kMaxLandings:
      rules.max_landings = needed;
      break;
    case Change::kMaxFlying:
      rules.max_flying = minutes;
      break;
    case Change::kCarryIn:
    case Change::kCarryOut:
    case Change::kFurtherBase:
      break;
  }
  return rules;
}

double size_of_change(const WorkRules& rules, const plan::Remedy& remedy) {
  const auto relative = [&](int whole) {
    return std::abs(remedy.needed - remedy.now) / std::max(1.0, static_cast<double>(whole));
  };
  switch (remedy.change) {
    case Change::kDutyPeriods:
      return relative(largest_limit(*rules.duty_period_limits).count());
    case Change::kFlightTimes:
      return relative(largest_limit(*rules.flight_time_limits).count());
    case Change::kRestCoversDuty:
      return 2;
    case Change::kCarryIn:
    case Change::kCarryOut:
      return 3;
    case Change::kFurtherBase:
      return 4;
    default:
      return relative(remedy.now);
  }
}

}  // namespace skein::diagnosis
