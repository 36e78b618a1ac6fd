// What a scorer thinks of the connections that a plan makes, in the states of its crews.
#pragma once

#include <vector>

#include "base/ids.h"
#include "pairing/rules.h"
#include "plan/plan.h"
#include "pricing/connection_scorer.h"
#include "schedule/schedule.h"

namespace skein::seeding {

struct JudgedLink {
  FlightId flight;
  FlightId next;  // as operated next, deadheads aside
  double probability = 0;
  bool is_likeliest = false;  // no other next flight is likelier, nor the end
};

// All connections between operated flights, by pairing and position. Where a pairing breaks a rule,
// nothing is known of the crew from there on. Legs that the schedule does not have break a chain.
std::vector<std::vector<JudgedLink>> judge_links(const schedule::Schedule& schedule,
                                                 const pairing::Rules& rules,
                                                 const plan::Plan& plan,
                                                 const pricing::ConnectionScorer& scorer,
                                                 bool use_state = true);

}  // namespace skein::seeding
