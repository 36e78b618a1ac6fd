#include "plan/connections.h"

#include <algorithm>

namespace skein::plan {

Connections connections_of(const Plan& plan) {
  Connections connections;
  for (const Pairing& pairing : plan.pairings) {
    FlightId last = FlightId::none();
    for (const Leg& leg : pairing.legs) {
      if (leg.role != Role::kOperate || !leg.flight.exists()) continue;
      if (last.exists()) connections.emplace(last, leg.flight);
      last = leg.flight;
    }
  }
  return connections;
}

Connections connections_of(const std::vector<Cluster>& clusters) {
  Connections connections;
  for (const Cluster& cluster : clusters) {
    for (std::size_t k = 1; k < cluster.size(); ++k) {
      connections.emplace(cluster[k - 1], cluster[k]);
    }
  }
  return connections;
}

std::size_t count_shared(const Connections& these, const Connections& others) {
  return static_cast<std::size_t>(
      std::count_if(these.begin(), these.end(),
                    [&](const Connection& connection) { return others.contains(connection); }));
}

NearBest near_best(std::span<const PricedPlan> plans, double within) {
  NearBest near;
  for (std::size_t k = 0; k < plans.size(); ++k) {
    if (!plans[k].legal) continue;
    if (near.cheapest == NearBest::kNone || plans[k].cost < plans[near.cheapest].cost) {
      near.cheapest = k;
    }
  }
  if (near.cheapest == NearBest::kNone) return near;
  const double most = (1 + within) * plans[near.cheapest].cost.amount();
  for (std::size_t k = 0; k < plans.size(); ++k) {
    if (!plans[k].legal || plans[k].cost.amount() > most) continue;
    near.plans.push_back(k);
    near.connections.insert(plans[k].connections.begin(), plans[k].connections.end());
  }
  return near;
}

}  // namespace skein::plan
