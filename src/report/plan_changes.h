// What changed from one plan of a month to another.
#pragma once

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "plan/plan.h"
#include "schedule/schedule.h"

namespace skein::report {

struct PlanChanges {
  std::vector<bool> is_new;  // of the second plan's pairings: the first has no such pairing
  std::size_t same_pairings = 0;
  std::size_t gone_pairings = 0;  // of the first plan, that the second does not have

  // Flights that crews operate one after the other.
  std::size_t connections_before = 0;
  std::size_t connections_now = 0;
  std::size_t same_connections = 0;

  std::size_t now_covered = 0;  // flights that only the second plan operates
  std::size_t now_open = 0;     // only the first
  // Flights by the base of the crews that operate them, before and now, where both do.
  std::map<std::pair<StationId, StationId>, std::size_t> flights_by_base;
  std::size_t moved_flights = 0;  // to another base

  std::size_t new_pairings() const { return is_new.size() - same_pairings; }
};

// Pairings are the same if base, flights and roles are; their names do not matter.
PlanChanges changes_between(const schedule::Schedule& schedule, const plan::Plan& before,
                            const plan::Plan& now);

}  // namespace skein::report
