#include "optimizer/month_left.h"

#include <utility>

#include "pairing/cost.h"

namespace skein::optimizer {

MonthLeft month_left(const schedule::Schedule& schedule, const pairing::Rules& rules,
                     bool base_rows) {
  std::vector<double> targets = base_rows ? base_targets(schedule) : std::vector<double>();
  plan::Plan locked;
  locked.pairings = rules.wishes.locked_pairings;
  MonthLeft left;
  for (const Candidate& pairing : candidates_of(schedule, locked)) {
    take_off_hours(schedule, rules, pairing, targets);
    left.locked_cost += pairing::pairing_cost(schedule, rules, pairing.legs).total().amount();
    left.locked_deadheads += pairing.legs.size() - operated_flights(pairing);
  }
  left.part = whole_month(schedule, std::move(targets), rules.wishes);
  return left;
}

}  // namespace skein::optimizer
