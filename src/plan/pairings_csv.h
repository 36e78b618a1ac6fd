// pairings.csv of month and plan folders (docs/file_formats.md).
#pragma once

#include <string>

#include "base/text_source.h"
#include "pairing/rules.h"
#include "plan/plan.h"
#include "schedule/schedule.h"

namespace skein::plan {

// Flights that the schedule does not have become unknown legs; everything else that does not fit
// throws InputError.
Plan read_pairings(LineReader lines, const schedule::Schedule& schedule);

// Duties are numbered as the rules split them.
std::string pairings_csv(const schedule::Schedule& schedule, const pairing::WorkRules& rules,
                         const Plan& plan);

}  // namespace skein::plan
