// The connections of a plan: who operates what after which flight.
#pragma once

#include <cstddef>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "base/units.h"
#include "plan/clusters_csv.h"
#include "plan/plan.h"

namespace skein::plan {

// Two flights that a crew operates one after the other, after any deadheads in between.
using Connection = std::pair<FlightId, FlightId>;
using Connections = std::set<Connection>;

// Of all pairings; legs that the schedule does not have are passed over.
Connections connections_of(const Plan& plan);
Connections connections_of(const std::vector<Cluster>& clusters);

std::size_t count_shared(const Connections& these, const Connections& others);

// A plan as it is compared with others of the same month.
struct PricedPlan {
  Cost cost;
  bool legal = true;
  Connections connections;
};

// The plans that cost little more than the cheapest one. There is real ambiguity in a month: plans
// that are as good as each other differ in many connections, so whether a connection is right is
// asked of all of them.
struct NearBest {
  static constexpr std::size_t kNone = ~std::size_t{0};

  std::size_t cheapest = kNone;    // of the legal ones; of equal ones the first
  std::vector<std::size_t> plans;  // legal, and within the share of it
  Connections connections;         // of any of these
};

// `within`: 0.005 for half a percent more than the cheapest.
NearBest near_best(std::span<const PricedPlan> plans, double within);

}  // namespace skein::plan
