// What the flight with which a duty starts decides, for the crews of one base: the day it counts
// for, and the limits, some of which go by the time of the report. Worked out once per flight, so
// that no clock is read while pairings are built.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/calendar.h"
#include "base/ids.h"
#include "base/units.h"
#include "pairing/rules.h"
#include "pricing/duty_limits.h"
#include "schedule/schedule.h"

namespace skein::pricing {

class DutyStarts {
 public:
  DutyStarts(const schedule::Schedule& schedule, const pairing::WorkRules& rules, StationId base);

  // The calendar day of a flight's departure, at the base.
  Day local_day(FlightId flight) const { return local_days_[flight]; }

  // Of a duty that starts with `first`. The limits must not outlive this.
  DutyLimits limits(FlightId first) const {
    const Limits& fixed = limits_[first];
    return {fixed.report, fixed.latest_arrival, fixed.flying, max_legs_,
            std::span(latest_operated_).subspan(first.index() * columns_, columns_)};
  }

  // The most that any duty allows.
  Minutes most_flying() const { return most_flying_; }

 private:
  struct Limits {
    Instant report;
    Instant latest_arrival;
    Minutes flying;
  };

  void add_limits(const schedule::Schedule& schedule, const pairing::WorkRules& rules,
                  const schedule::Station& home, const schedule::Flight& first);

  IdVector<FlightId, Day> local_days_;
  IdVector<FlightId, Limits> limits_;
  std::size_t columns_ = 1;
  std::vector<Instant> latest_operated_;  // columns_ per flight
  int max_legs_ = 0;
  Minutes most_flying_;
};

}  // namespace skein::pricing
