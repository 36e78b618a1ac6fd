// A check as text for a planner: the verdict first, then coverage, cost, bases and what is wrong.
#pragma once

#include <cstddef>
#include <string>

#include "plan/checker.h"
#include "plan/plan.h"
#include "schedule/schedule.h"

namespace skein::report {

struct CheckTextOptions {
  // How many violations and flights to list; the rest is counted.
  std::size_t longest_list = 20;
  bool base_rows = true;
  bool list_uncovered = true;  // turn off where outlook_text says more about them
};

std::string check_text(const schedule::Schedule& schedule, const pairing::Rules& rules,
                       const plan::Plan& plan, const plan::CheckReport& report,
                       const CheckTextOptions& options);

// "no plan can cost less than ...": the promise that a bound makes. `how` it was proven.
std::string bound_text(double total, double bound, const std::string& how);

}  // namespace skein::report
