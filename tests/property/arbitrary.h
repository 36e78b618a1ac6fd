// Random months, rules and plans for property tests.
#pragma once

#include <rapidcheck.h>

#include "plan/month_folder.h"
#include "plan/plan.h"

namespace skein::test {

// Any rules that rules.toml can hold.
rc::Gen<pairing::Rules> arbitrary_rules();
// Any sound month: odd names, positions, zones, fleets, tails, ids, periods.
rc::Gen<plan::Month> arbitrary_month();
// Any plan of that month, legal or not, also with flights that the month does not have.
rc::Gen<plan::Plan> arbitrary_plan(const schedule::Schedule& schedule);

}  // namespace skein::test
