#include "optimizer/first_prices.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "pairing/cost.h"

namespace skein::optimizer {
namespace {

using pricing::Prices;

double sum_of(const Prices& prices) {
  return std::accumulate(prices.flight.begin(), prices.flight.end(), 0.0);
}

}  // namespace

Prices shared_costs(const schedule::Schedule& schedule, const pairing::Rules& rules,
                    const std::vector<Candidate>& plan) {
  Prices prices;
  prices.flight = IdVector<FlightId, double>(schedule.flights().size(), 0.0);
  prices.base.assign(schedule.bases().size(), 0.0);
  double total = 0;
  double covered = 0;
  for (const Candidate& pairing : plan) {
    const double cost = pairing::pairing_cost(schedule, rules, pairing.legs).total().amount();
    const auto flights = static_cast<double>(operated_flights(pairing));
    total += cost;
    covered += flights;
    for (const pairing::Leg& leg : pairing.legs) {
      if (leg.role == pairing::Role::kOperate) prices.flight[leg.flight] = cost / flights;
    }
  }
  // Nobody's flights: what flights cost on average.
  const double average = covered > 0 ? total / covered : 0;
  const auto open = pricing::open_flights(schedule.flights().size(), rules.wishes);
  for (FlightId flight : schedule.flight_ids()) {
    if (open[flight] && prices.flight[flight] == 0) prices.flight[flight] = average;
  }
  return prices;
}

Prices first_prices(const schedule::Schedule& schedule, const pairing::Rules& rules,
                    pricing::Pricer& pricer, const std::vector<Candidate>& plan) {
  const Prices shared = shared_costs(schedule, rules, plan);
  Prices best;
  double value = 0;
  for (double part : {1.0, 0.8, 0.6, 0.4}) {
    Prices tried = shared;
    for (double& price : tried.flight) price *= part;
    Prices proven = pricer.prove(tried);
    const double bound = sum_of(proven);
    if (!best.flight.empty() && bound <= value) continue;
    value = bound;
    best = std::move(proven);
  }
  return best;
}

}  // namespace skein::optimizer
