// Why flights stay uncovered: which of them some legal pairing could operate, and which single
// change of a rule would allow one for each of the others.
//
// Exact: a flight without a pairing has none, however long its rests, and no smaller change of the
// same rule is enough (changes.h says how large a change is looked for). The examples are the
// cheapest among pairings of some days around the flight; a further base is looked for at both ends
// of a flight, and elsewhere only if nothing else helps. Not looked at are changes of briefing,
// debriefing, clocks and acclimatization.
#pragma once

#include <span>
#include <vector>

#include "base/ids.h"
#include "base/workers.h"
#include "pairing/rules.h"
#include "plan/outlook.h"
#include "schedule/schedule.h"

namespace skein::diagnosis {

// In the order of the flights given. The same for any number of threads. What the plan would save
// is left to those who know the plan.
std::vector<plan::Outlook> diagnose(const schedule::Schedule& schedule, const pairing::Rules& rules,
                                    std::span<const FlightId> flights, Workers& workers);

// Whether the example is legal with the change, and not without it, by the plain definitions.
bool is_sound(const schedule::Schedule& schedule, const pairing::WorkRules& rules,
              const plan::Remedy& remedy);

}  // namespace skein::diagnosis
