#include "pricing/duty_starts.h"

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

constexpr Minutes kUnlimited(std::numeric_limits<std::int32_t>::max());
constexpr std::int32_t kBandMinutes =
    120;  // EASA: within two hours of home, the local clock counts

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

}  // namespace

DutyStarts::DutyStarts(const Schedule& schedule, const WorkRules& rules, StationId base)
    : rules_(rules) {
  const Station& home = schedule.station(base);
  local_days_.reserve(schedule.flights().size());
  for (const Flight& flight : schedule.flights()) {
    const Instant local = flight.departure + home.zone.offset_at(flight.departure);
    local_days_.push_back(day_of(local));
  }
  if (!rules.duty_period_limits && !rules.flight_time_limits) return;

  report_minutes_.reserve(schedule.flights().size());
  reductions_.reserve(schedule.flights().size());
  for (const Flight& flight : schedule.flights()) {
    const Station& here = schedule.station(flight.origin);
    const Instant report = flight.departure - rules.briefing;
    report_minutes_.push_back(minute_of_day(report + clock_offset(rules, home, here, report)));
    reductions_.push_back(out_of_theater(rules, home, here) ? rules.unacclimated_reduction
                                                            : Minutes(0));
  }
}

Minutes DutyStarts::duty_period_limit(FlightId first, int operated_legs) const {
  if (!rules_.duty_period_limits) return kUnlimited;
  return rules_.duty_period_limits->limit(report_minutes_[first], operated_legs) -
         reductions_[first];
}

Minutes DutyStarts::flight_time_limit(FlightId first) const {
  if (!rules_.flight_time_limits) return kUnlimited;
  return rules_.flight_time_limits->limit(report_minutes_[first], 1);
}

}  // namespace skein::pricing
