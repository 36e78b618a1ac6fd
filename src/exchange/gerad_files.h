// The files of a published GERAD instance (Kasirzadeh, Saddoune and Soumis, 2017), one reader each.
// Fields are separated by commas with blanks around them. Every reader throws InputError, with file
// and line, for what it cannot understand.
#pragma once

#include <optional>
#include <string>

#include "base/text_source.h"
#include "pairing/rules.h"
#include "plan/plan.h"
#include "schedule/schedule.h"

namespace skein::exchange {

// listOfBases.csv: every airport, whether it is a base, and its employees. The times of an instance
// are in one zone, which is taken as UTC.
void read_gerad_airports(LineReader lines, schedule::ScheduleBuilder& builder);

// day_N.csv: legs, all of one fleet. The name of a leg becomes number and id of the flight. Gives
// the first and last day of departure; nothing where the file has no legs.
std::optional<pairing::PeriodDays> read_gerad_day(LineReader lines, const std::string& fleet,
                                                  schedule::ScheduleBuilder& builder);

// initialSolution.in: the published pairings. A leg that the schedule does not have becomes an
// unknown leg of the plan.
plan::Plan read_gerad_solution(LineReader lines, const schedule::Schedule& schedule);

}  // namespace skein::exchange
