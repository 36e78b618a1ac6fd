// The pairings of a plan over time, as data for the chart that a page draws (assets/gantt.js).
#pragma once

#include <string>
#include <vector>

#include "pairing/rules.h"
#include "plan/checker.h"
#include "plan/plan.h"
#include "schedule/schedule.h"

namespace skein::report {

// JSON. Minutes count from the begin of the planning period. Flights are columns: number, from, to,
// leaves, takes. Each pairing has n (name), b (base, a station), l (legs: flights, and -1 - flight
// for a deadhead), d (duties: first leg, report, release, one after the other), c (cost), and where
// they apply v (rules broken) and x (1: not in the other plan). Legs from the first on that the
// schedule does not have are left out. `is_new` is empty where there is no other plan.
std::string gantt_json(const schedule::Schedule& schedule, const pairing::Rules& rules,
                       const plan::Plan& plan, const plan::CheckReport& report,
                       const std::vector<bool>& is_new);

// The chart with its controls, data and program, as HTML.
std::string gantt_html(const std::string& json);

}  // namespace skein::report
