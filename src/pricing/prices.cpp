#include "pricing/prices.h"

#include "pairing/cost.h"

namespace skein::pricing {

Prices blend(const Prices& duals, const Prices& centre, double share) {
  Prices prices = duals;
  for (std::size_t i = 0; i < prices.flight.size(); ++i) {
    const FlightId flight(i);
    prices.flight[flight] += share * (centre.flight[flight] - duals.flight[flight]);
  }
  for (std::size_t b = 0; b < prices.base.size(); ++b) {
    prices.base[b] += share * (centre.base[b] - duals.base[b]);
  }
  return prices;
}

OpenFlights open_flights(std::size_t flights, const pairing::Wishes& wishes) {
  OpenFlights open(flights, 1);
  for (const pairing::Pairing& pairing : wishes.locked_pairings) {
    for (const pairing::Leg& leg : pairing.legs) {
      if (leg.role == pairing::Role::kOperate) open[leg.flight] = 0;
    }
  }
  return open;
}

LegCosts::LegCosts(const schedule::Schedule& schedule, const pairing::CostRules& rules,
                   const CrewGroup& group, const Prices& prices, const OpenFlights& open,
                   const OpenFlights& rides) {
  const double sigma = prices.base.empty() ? 0 : prices.base[group.base_index];
  operate.reserve(schedule.flights().size());
  deadhead.reserve(schedule.flights().size());
  may_operate.reserve(schedule.flights().size());
  for (FlightId id : schedule.flight_ids()) {
    const Minutes flying = schedule.flight(id).duration();
    operate.push_back(sigma * flying.hours() - prices.flight[id]);
    const double ride = pairing::deadhead_cost(rules, flying).amount() +
                        sigma * rules.deadhead_credit * flying.hours();
    deadhead.push_back(rides.empty() || rides[id] ? ride : kNever);
    may_operate.push_back(open[id] && schedule.flight(id).fleet == group.fleet ? 1 : 0);
  }
}

}  // namespace skein::pricing
