#include "pricing/duty_starts.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace skein::pricing {
namespace {

using pairing::ReferenceClock;
using pairing::WorkRules;
using schedule::Flight;
using schedule::Schedule;
using schedule::Station;

// Far beyond any duty, and far from overflow.
constexpr Minutes kUnlimited(1'000'000'000);
constexpr Instant kNever(std::numeric_limits<std::int32_t>::max());
// EASA: within two hours of home, the local clock counts.
constexpr std::int32_t kBandMinutes = 120;

// Local time minus UTC, for the crew that reports at `here`.
Minutes clock_offset(const WorkRules& rules, const Station& home, const Station& here,
                     Instant report) {
  const Minutes at_home = home.zone.offset_at(report);
  if (rules.reference_clock == ReferenceClock::kHomeBase) return at_home;
  const Minutes local = here.zone.offset_at(report);
  return std::abs((local - at_home).count()) <= kBandMinutes ? local : at_home;
}

// Whether the two lie further apart than the theater reaches, the short way round the globe.
bool out_of_theater(const WorkRules& rules, const Station& home, const Station& here) {
  if (!rules.theater_longitude || !home.position || !here.position) return false;
  const double east = std::fabs(home.position->longitude - here.position->longitude);
  const double apart = east > 180 ? 360 - east : east;
  return apart > *rules.theater_longitude;
}

// How many different numbers of operated flights the limits tell apart.
std::size_t table_columns(const WorkRules& rules) {
  std::size_t columns = 1;
  if (!rules.duty_period_limits) return columns;
  for (const auto& row : rules.duty_period_limits->rows()) {
    columns = std::max(columns, row.by_segments.size());
  }
  return columns;
}

}  // namespace

DutyStarts::DutyStarts(const Schedule& schedule, const WorkRules& rules, StationId base)
    : columns_(table_columns(rules)),
      max_legs_(rules.max_duty_legs.value_or(std::numeric_limits<int>::max())) {
  const Station& home = schedule.station(base);
  const std::size_t flights = schedule.flights().size();
  local_days_.reserve(flights);
  limits_.reserve(flights);
  latest_operated_.reserve(flights * columns_);
  for (const Flight& flight : schedule.flights()) {
    const Instant local = flight.departure + home.zone.offset_at(flight.departure);
    local_days_.push_back(day_of(local));
    add_limits(schedule, rules, home, flight);
    most_flying_ = std::max(most_flying_, limits_.items().back().flying);
  }
}

void DutyStarts::add_limits(const Schedule& schedule, const WorkRules& rules, const Station& home,
                            const Flight& first) {
  const Station& here = schedule.station(first.origin);
  const Instant report = first.departure - rules.briefing;
  Limits limits{report, kNever, rules.max_duty_flying.value_or(kUnlimited)};
  if (rules.max_duty_span) limits.latest_arrival = report + *rules.max_duty_span - rules.debriefing;

  const bool has_tables = rules.duty_period_limits || rules.flight_time_limits;
  const Minutes clock =
      has_tables ? minute_of_day(report + clock_offset(rules, home, here, report)) : Minutes(0);
  if (rules.flight_time_limits) {
    limits.flying = std::min(limits.flying, rules.flight_time_limits->limit(clock, 1));
  }
  const Minutes reduction =
      out_of_theater(rules, home, here) ? rules.unacclimated_reduction : Minutes(0);
  for (std::size_t legs = 1; legs <= columns_; ++legs) {
    if (!rules.duty_period_limits) {
      latest_operated_.push_back(kNever);
    } else {
      const Minutes limit = rules.duty_period_limits->limit(clock, static_cast<int>(legs));
      latest_operated_.push_back(report + limit - reduction);
    }
  }
  limits_.push_back(limits);
}

}  // namespace skein::pricing
