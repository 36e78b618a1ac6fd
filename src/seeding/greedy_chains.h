// A monthly plan from connection scores by the heuristic of Yaakoubi, Soumis, Lacoste-Julien (2020)
// and of the Struct-CKN paper, appendix "From CNN Flight-connection Probabilities to Monthly Crew
// Pairings":
//
//   for each flight that leaves a base and is predicted to start a pairing, by departure:
//     follow the most likely next flight that no crew has yet, as long as the limits allow it
//     cut back to the last arrival at the base; delete it all where there is none
//
// There, limits are the days of a pairing; here also its duties, and, where all rules are asked
// for, every rule in the predicted state of the crew. There, nothing says that a pairing ends; here
// it ends at its base where that is likelier than any flight that is left. Flights that are cut off
// are free again for later crews. Predicted pairings may be illegal, see breaking.h.
#pragma once

#include <optional>

#include "base/units.h"
#include "pairing/rules.h"
#include "pricing/connection_scorer.h"
#include "schedule/schedule.h"
#include "seeding/chain_plan.h"

namespace skein::seeding {

// Whether crews may set out before the planning period, where the schedule has such flights. Those
// pairings are illegal, but cover more.
enum class ChainPeriod { kBid, kExtended };

struct GreedyChainsOptions {
  ChainPeriod period = ChainPeriod::kBid;
  RuleMask mask = RuleMask::kRough;
  // From which probability on a flight starts a pairing. Less starts more, shorter ones.
  double start_from = 0.5;
  // A flight whose crew comes from a layover, with this probability or more, is not taken after a
  // shorter time than `least_layover`. Above 1: the question is not asked.
  double layover_from = 0.9;
  std::optional<Minutes> least_layover;  // where the rules' shortest rest is not the measure
  // Tell the scorer where the crew stands. Turn off to see what it knows without.
  bool use_state = true;
};

// The same result on every run. No flight is operated twice.
ChainPlan plan_greedy_chains(const schedule::Schedule& schedule, const pairing::Rules& rules,
                             const pricing::ConnectionScorer& scorer,
                             const GreedyChainsOptions& options = {});

}  // namespace skein::seeding
