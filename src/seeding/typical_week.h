// A week of a month as a schedule of its own, to be solved once and rolled over a month
// (weekly_start.h).
//
// A crew that sets out on the last days of the week comes home in the next one. So that a plan of
// the week can be cyclic, the week is continued by copies of its own days on both sides: the plan
// of the days in the middle then has crews under way at its beginning and at its end.
#pragma once

#include <optional>

#include "base/calendar.h"
#include "base/units.h"
#include "schedule/schedule.h"

namespace skein::seeding {

struct WeekOptions {
  // The first of its seven days (UTC). Without it, the week of the period whose flights, by route,
  // weekday and time, recur most in the other weeks; the first of equals.
  std::optional<Day> first_day;
  // Days added on either side; as many as a pairing may last, less one.
  int days_before = 3;
  int days_after = 3;
};

struct TypicalWeek {
  schedule::Schedule schedule;
  // The seven days in its middle: pairings that start there are those of the week.
  Instant begin;
  Instant end;
};

// Throws InputError where the month does not have the seven days.
TypicalWeek typical_week(const schedule::Schedule& month, const WeekOptions& options = {});

}  // namespace skein::seeding
