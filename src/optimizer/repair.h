// Start plans as they come: what is legal of them is kept, and what is not is named.
#pragma once

#include <string>
#include <vector>

#include "pairing/rules.h"
#include "plan/plan.h"
#include "schedule/schedule.h"

namespace skein::optimizer {

struct DroppedPairing {
  std::string name;
  std::string reason;
};

struct RepairedPlan {
  plan::Plan plan;
  std::vector<DroppedPairing> dropped;
};

// Leaves out pairings that break a rule or a wish, have a leg that the schedule does not have, or
// operate a flight that a pairing before them, or a locked one, operates. Locked pairings
// themselves are taken out and not named: they are in every plan.
RepairedPlan keep_legal(const schedule::Schedule& schedule, const pairing::Rules& rules,
                        const plan::Plan& plan);

}  // namespace skein::optimizer
