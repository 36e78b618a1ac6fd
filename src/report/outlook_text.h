// What could be done about uncovered flights, as text for a planner: how many could have a crew,
// which changes of rules would help how many of the others, then flight by flight.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "plan/outlook.h"
#include "schedule/schedule.h"

namespace skein::report {

// Lists that many flights; the rest is counted. Nothing where there are no flights.
std::string outlook_text(const schedule::Schedule& schedule,
                         const std::vector<plan::Outlook>& outlooks, std::size_t longest_list);

}  // namespace skein::report
