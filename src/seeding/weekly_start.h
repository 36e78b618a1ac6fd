// The standard start of the Struct-CKN paper ("Standard - initial" and "Standard - feasible"): a
// cyclic plan of a week, rolled over the month. Pairings are repeated every week on the flights of
// the month that are flown on the same slot: same route and fleet, same weekday, about the same
// time by the clocks where it leaves, preferably the same flight number. Flights of the week that
// the month does not have on that day have vanished; the pairings that need them, and those that
// became illegal as flights moved, are broken into what stays legal (breaking.h). What is left
// open, and the flights that the week does not have, are then covered by new pairings
// (completion.h), where the caller asks for it.
#pragma once

#include <cstddef>

#include "base/units.h"
#include "pairing/rules.h"
#include "plan/plan.h"
#include "schedule/schedule.h"
#include "seeding/breaking.h"
#include "seeding/typical_week.h"

namespace skein::seeding {

struct WeeklyOptions {
  // How far a flight may have moved and still be the same. Raise it where timetables drift.
  Minutes longest_move{30};
};

struct WeeklySummary {
  std::size_t weekly_pairings = 0;  // that start in the week
  std::size_t rolled_pairings = 0;  // with a leg in the month
  std::size_t with_vanished = 0;    // of them, those that have lost legs
  std::size_t legs = 0;             // of the weekly pairings, in all weeks that touch the month
  std::size_t same = 0;             // on a flight at the very time
  std::size_t retimed = 0;          // on a flight that has moved
  std::size_t vanished = 0;         // without a flight, or outside of the month
  std::size_t new_flights = 0;      // of the month, in no rolled pairing
};

struct WeeklyStart {
  plan::Plan initial;  // as rolled, without vanished flights; some may be operated twice
  BrokenPlan feasible;
  WeeklySummary summary;
};

// `plan` is a plan of week.schedule; of its pairings, those that start in the week are rolled. The
// week may be of another month than `month`.
WeeklyStart roll_week(const TypicalWeek& week, const plan::Plan& plan,
                      const schedule::Schedule& month, const pairing::Rules& rules,
                      const WeeklyOptions& options = {});

}  // namespace skein::seeding
