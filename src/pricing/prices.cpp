#include "pricing/prices.h"

#include "pairing/cost.h"

namespace skein::pricing {

LegCosts::LegCosts(const schedule::Schedule& schedule, const pairing::CostRules& rules,
                   const CrewGroup& group, const Prices& prices, const OpenFlights& open) {
  const double sigma = prices.base.empty() ? 0 : prices.base[group.base_index];
  operate.reserve(schedule.flights().size());
  deadhead.reserve(schedule.flights().size());
  may_operate.reserve(schedule.flights().size());
  for (FlightId id : schedule.flight_ids()) {
    const Minutes flying = schedule.flight(id).duration();
    operate.push_back(sigma * flying.hours() - prices.flight[id]);
    deadhead.push_back(pairing::deadhead_cost(rules, flying).amount() +
                       sigma * rules.deadhead_credit * flying.hours());
    may_operate.push_back(open[id] && schedule.flight(id).fleet == group.fleet ? 1 : 0);
  }
}

}  // namespace skein::pricing
