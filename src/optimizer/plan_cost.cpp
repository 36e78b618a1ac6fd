#include "optimizer/plan_cost.h"

#include <algorithm>

#include "pairing/cost.h"

namespace skein::optimizer {

double plan_cost(const schedule::Schedule& schedule, const pairing::Rules& rules,
                 const std::vector<double>& targets, const std::vector<Candidate>& plan) {
  double cost = 0;
  std::size_t covered = 0;
  std::vector<double> hours(targets.size(), 0.0);
  for (const Candidate& pairing : plan) {
    cost += pairing::pairing_cost(schedule, rules, pairing.legs).total().amount();
    for (const pairing::Leg& leg : pairing.legs) covered += leg.role == pairing::Role::kOperate;
    if (hours.empty()) continue;
    hours[pairing.base_index] += pairing::credited_hours(schedule, rules.cost, pairing.legs);
  }
  const auto uncovered = static_cast<double>(schedule.flights().size() - covered);
  cost += rules.cost.uncovered_flight.amount() * uncovered;
  for (std::size_t b = 0; b < hours.size(); ++b) {
    cost += rules.cost.base_excess_rate.per_hour() * std::max(0.0, hours[b] - targets[b]);
  }
  return cost;
}

}  // namespace skein::optimizer
