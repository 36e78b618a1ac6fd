// The most likely connections of a whole month together: every flight goes on to one next flight or
// ends a pairing, and comes after one flight or starts a pairing.
//
//    max  sum_f ( sum_g x_fg log p_fg + e_f log q_f )
//         + w sum_g ( s_g log r_g + (1 - s_g) log(1 - r_g) )
//    s.t. sum_g x_fg + e_f = 1  for every f,    sum_f x_fg + s_g = 1  for every g,    all 0 or 1
//
// with p_fg, q_f the probabilities of the next flights and of the end, r_g that of a start. Ends
// and starts away from a base are as good as ruled out: their probabilities are multiplied by
// `away`. Links that no crew may make are left out of the candidates. It is an assignment problem,
// solved exactly as a flow (factor_graph/assignment.h).
//
// What depends on where a crew stands in its pairing is decoded in order of time: rolling_chains.h.
#pragma once

#include "base/ids.h"
#include "pairing/rules.h"
#include "pricing/connection_scorer.h"
#include "schedule/schedule.h"
#include "seeding/chain_plan.h"

namespace skein::seeding {

struct JointOptions {
  // w. Raise it where starts are predicted better than connections.
  double start_weight = 1;
  // Smaller probabilities count as this.
  double least_probability = 1e-6;
  double away = 1e-3;
  // Of the pairings into which the chains are cut.
  RuleMask mask = RuleMask::kRough;
};

// Who follows whom, at most one each way.
struct Links {
  IdVector<FlightId, FlightId> next;      // none: the last one
  IdVector<FlightId, FlightId> previous;  // none: the first one
};

struct JointLinks {
  Links links;
  double score = 0;  // the maximum above
};

JointLinks decode_jointly(const schedule::Schedule& schedule, const pairing::Rules& rules,
                          const pricing::ConnectionScores& scores,
                          const JointOptions& options = {});

// The objective above, for any links; minus infinity where one is no candidate or may not be made.
double score_of(const schedule::Schedule& schedule, const pairing::Rules& rules,
                const pricing::ConnectionScores& scores, const Links& links,
                const JointOptions& options = {});

// Every flight in one chain, in order of the first departures.
std::vector<Chain> chains_of(const Links& links);

// The chains of the joint decoding, cut into pairings.
ChainPlan plan_joint_chains(const schedule::Schedule& schedule, const pairing::Rules& rules,
                            const pricing::ConnectionScores& scores,
                            const JointOptions& options = {});

}  // namespace skein::seeding
