#include "optimizer/plan_cost.h"

#include <algorithm>

#include "pairing/cost.h"

namespace skein::optimizer {

PlanFigures plan_figures(const schedule::Schedule& schedule, const pairing::Rules& rules,
                         const std::vector<double>& targets, const std::vector<Candidate>& plan) {
  PlanFigures figures;
  std::size_t covered = 0;
  std::vector<double> hours(targets.size(), 0.0);
  for (const Candidate& pairing : plan) {
    figures.cost += pairing::pairing_cost(schedule, rules, pairing.legs).total().amount();
    for (const pairing::Leg& leg : pairing.legs) {
      ++(leg.role == pairing::Role::kOperate ? covered : figures.deadheads);
    }
    if (hours.empty()) continue;
    hours[pairing.base_index] += pairing::credited_hours(schedule, rules.cost, pairing.legs);
  }
  const auto open = pricing::open_flights(schedule.flights().size(), rules.wishes);
  const auto to_cover = static_cast<std::size_t>(std::count(open.begin(), open.end(), 1));
  figures.uncovered = to_cover - covered;
  figures.cost += rules.cost.uncovered_flight.amount() * static_cast<double>(figures.uncovered);
  for (std::size_t b = 0; b < hours.size(); ++b) {
    figures.base_excess += std::max(0.0, hours[b] - targets[b]);
  }
  figures.cost += rules.cost.base_excess_rate.per_hour() * figures.base_excess;
  return figures;
}

double plan_cost(const schedule::Schedule& schedule, const pairing::Rules& rules,
                 const std::vector<double>& targets, const std::vector<Candidate>& plan) {
  return plan_figures(schedule, rules, targets, plan).cost;
}

}  // namespace skein::optimizer
