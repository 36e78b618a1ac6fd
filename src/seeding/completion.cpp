#include "seeding/completion.h"

#include <string>
#include <unordered_set>
#include <utility>

namespace skein::seeding {
namespace {

using pairing::Leg;
using pairing::Pairing;
using pairing::Role;

std::vector<FlightId> operated_by(const schedule::Schedule& schedule, const plan::Plan& plan) {
  IdVector<FlightId, bool> is_operated(schedule.flights().size(), false);
  for (const Pairing& pairing : plan.pairings) {
    for (const Leg& leg : pairing.legs) {
      if (leg.flight.exists() && leg.role == Role::kOperate) is_operated[leg.flight] = true;
    }
  }
  std::vector<FlightId> operated;
  for (FlightId flight : schedule.flight_ids()) {
    if (is_operated[flight]) operated.push_back(flight);
  }
  return operated;
}

}  // namespace

CompletedPlan complete_plan(const schedule::Schedule& schedule, const pairing::Rules& rules,
                            plan::Plan plan, GreedyOptions options) {
  options.operated_elsewhere = operated_by(schedule, plan);
  std::unordered_set<std::string> names;
  for (const Pairing& pairing : plan.pairings) names.insert(pairing.name);
  GreedyResult rest = plan_greedily(schedule, rules, options);
  std::size_t number = 0;
  for (Pairing& pairing : rest.plan.pairings) {
    do {
      pairing.name = "added-" + std::to_string(++number);
    } while (names.contains(pairing.name));
    plan.pairings.push_back(std::move(pairing));
  }
  return {std::move(plan), std::move(rest.summary)};
}

}  // namespace skein::seeding
