// What the flight with which a duty starts decides, for the crews of one base: the limits from the
// regulations' tables, which go by the time of the report. Worked out once per flight, so that no
// clock is read while pairings are built.
#pragma once

#include "base/calendar.h"
#include "base/ids.h"
#include "base/units.h"
#include "pairing/rules.h"
#include "schedule/schedule.h"

namespace skein::pricing {

class DutyStarts {
 public:
  // `rules` must live as long as this.
  DutyStarts(const schedule::Schedule& schedule, const pairing::WorkRules& rules, StationId base);

  // The calendar day of a flight's departure, at the base.
  Day local_day(FlightId flight) const { return local_days_[flight]; }

  // Longest flight duty period of a duty that starts with `first`, with that many operated flights.
  Minutes duty_period_limit(FlightId first, int operated_legs) const;
  // Most operated flying in it.
  Minutes flight_time_limit(FlightId first) const;

 private:
  const pairing::WorkRules& rules_;
  IdVector<FlightId, Day> local_days_;
  IdVector<FlightId, Minutes> report_minutes_;  // of the day, on the clock of the tables
  IdVector<FlightId, Minutes> reductions_;      // of the period, for crews not acclimated
};

}  // namespace skein::pricing
