// Plans from chains of flights: a chain is what one crew is expected to operate, one flight after
// the other. It need not be legal, nor begin or end at a base.
#pragma once

#include <cstddef>
#include <vector>

#include "base/ids.h"
#include "pairing/pairing.h"
#include "pairing/rules.h"
#include "plan/plan.h"
#include "schedule/schedule.h"
#include "seeding/crew_models.h"

namespace skein::seeding {

using Chain = std::vector<FlightId>;

struct ChainSummary {
  std::size_t chains = 0;       // that were begun at a base
  std::size_t never_home = 0;   // of them, those that gave no pairing
  std::size_t cut_flights = 0;  // of chains, after the last arrival at base or in no pairing at all
  std::size_t pairings = 0;
  std::size_t illegal = 0;  // of the pairings, by the plain legality

  double infeasible_share() const {
    return pairings == 0 ? 0 : static_cast<double>(illegal) / static_cast<double>(pairings);
  }
};

struct ChainPlan {
  plan::Plan plan;
  ChainSummary summary;
};

// Cuts chains into pairings: each begins at a base, goes on as long as the models let it, and is
// cut back to its last arrival at that base; the rest of the chain begins again with the next
// flight that leaves a base. What never comes home is left out.
class ChainCutter {
 public:
  // The models must live as long as this.
  explicit ChainCutter(const CrewModels& models) : models_(models) {}

  void cut(const Chain& chain);
  // A chain that begins at a base, of which the first `home` flights lead back to it.
  void add(const Chain& chain, std::size_t home);
  // Pairings in order of departure, numbered from 1; judged by the rules on the schedule.
  ChainPlan finish(const schedule::Schedule& schedule, const pairing::Rules& rules) &&;

 private:
  std::size_t flights_home(const Chain& chain, std::size_t first) const;

  const CrewModels& models_;
  ChainPlan result_;
};

}  // namespace skein::seeding
