// The first planner: takes pairings one after another and never gives one back, several times over.
//
// A round has two steps.
// 1. Chaining. Each flight that leaves a base may start a pairing there: the crew takes next open
//    flights as they come, as long as it can get home, and ends at the base where that is best
//    (pairing_search.h). The best of these pairings is taken, then the next best, and so on.
// 2. Fetching. Each flight still open is covered by a crew that travels out to it and home again,
//    from the base that does it at the least cost, picking up other open flights on the way.
//
// Pairings are compared by c_p - sum of v_f over the flights f that p operates, where the price v_f
// says what it may cost to have f operated. All prices start equal. After a round they move towards
// what the flights did cost: those of a pairing p with n flights by
//
//    v_f += step (c_p - sum_{g in p} v_g) / n,
//
// and those left over by a share of their penalty. So a flight that was left for a costly pairing
// is taken along by a better one in the next round. The cheapest plan of all rounds is the result.
// Where connections are predicted, c_p includes what is charged for unlikely ones.
#pragma once

#include <cstddef>
#include <vector>

#include "base/clock.h"
#include "base/ids.h"
#include "base/units.h"
#include "pairing/rules.h"
#include "plan/plan.h"
#include "schedule/schedule.h"
#include "seeding/connection_costs.h"
#include "seeding/pairing_search.h"
#include "seeding/ways_out.h"

namespace skein::seeding {

struct GreedyOptions {
  // Rounds at most. More give cheaper plans (a fifth to a third from 1 to 12) in proportionally
  // more time.
  int max_rounds = 12;
  // Flights planned in all rounds together, so that large months have fewer; at least one round is
  // done. Raise it where time does not matter.
  std::size_t max_flights_planned = 200'000;
  // The price of each flight in the first round. Less makes shorter pairings there.
  Cost first_price{100};
  double price_step = 0.2;  // more moves faster, and less steadily
  SearchOptions search;
  WaysOutOptions ways_out;
  // What unlikely connections are charged, on top of the costs above; null: nothing is predicted.
  // See scored_pairings.h.
  ConnectionCosts* beliefs = nullptr;
  // Flights that other pairings operate: no crew is planned for them, but crews may ride on them.
  std::vector<FlightId> operated_elsewhere;
  Deadline deadline;  // what is planned by then is the result
};

enum class GreedyStop { kFinished, kTimeLimit, kInterrupted };

struct GreedySummary {
  int rounds = 0;  // begun
  std::size_t pairings = 0;
  std::vector<FlightId> uncovered;  // no pairing was found for them; in order of departure
  Cost cost;                        // of the pairings and the uncovered flights
  Cost belief;                      // what the connections were charged for being unlikely
  GreedyStop stopped = GreedyStop::kFinished;
};

struct GreedyResult {
  plan::Plan plan;
  GreedySummary summary;
};

// The same result on every run, unless the deadline cuts it.
GreedyResult plan_greedily(const schedule::Schedule& schedule, const pairing::Rules& rules,
                           const GreedyOptions& options = {});

}  // namespace skein::seeding
