// How far a duty may go, given the flight with which it starts.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "base/units.h"

namespace skein::pricing {

struct DutyLimits {
  Instant report;
  Instant latest_arrival;  // of any leg, by the span of the duty
  Minutes flying;          // operated
  int legs = 0;            // operated
  // Arrival of the last operated leg, with 1, 2, ... of them, by the flight duty period; the last
  // value also for more.
  std::span<const Instant> latest_operated;

  bool allow_ride(Instant arrival) const { return arrival <= latest_arrival; }

  // `duty_flying` and `duty_legs` include the flight that arrives then.
  bool allow_operating(Instant arrival, Minutes duty_flying, int duty_legs) const {
    const auto column = std::min(static_cast<std::size_t>(duty_legs), latest_operated.size());
    return duty_flying <= flying && duty_legs <= legs && arrival <= latest_operated[column - 1];
  }
};

}  // namespace skein::pricing
