// Joint decoding of connections in order of time, for scorers that know where a crew stands in its
// pairing: departures are shared out bank by bank, when the crews that may operate them have landed
// and their pairings so far are known.
//
// In a bank each crew c that waits takes one of the flights g that leave now, or waits on; each
// flight gets a crew, or starts a pairing. So that flights are left to the crews that will need
// them most, the flights of the next hours are shared out too, to crews that wait and to those that
// will have landed, of which nothing is known; only what leaves now is fixed:
//
//    max  sum_c ( sum_g x_cg log p_c(g) + y_c log(later_c + ends_c) )
//         + w sum_g ( s_g log r_g + (1 - s_g) log(1 - r_g) )
//    s.t. sum_g x_cg + y_c = 1  for every crew c,    sum_c x_cg + s_g = 1  for every flight g
//
// where p_c(g) is what the scorer says in the state of the crew, later_c is the sum of it over
// flights beyond these hours, and ends_c counts at the crew's base only. With the whole month ahead
// and a scorer that does not look at states it is the joint decoding of joint_chains.h. A flight
// that starts away from a base stays without a crew.
#pragma once

#include "base/units.h"
#include "pairing/rules.h"
#include "pricing/connection_scorer.h"
#include "schedule/schedule.h"
#include "seeding/joint_chains.h"

namespace skein::seeding {

struct RollingOptions {
  JointOptions joint;
  // The longest bank; they are as much shorter as is needed for no crew to fly twice in one.
  Minutes bank = hours(1);
  // How much later than the bank flights may leave to be shared out with it. More sees conflicts
  // sooner, in more time.
  Minutes look_ahead = hours(24);
  // Tell the scorer where the crew stands.
  bool use_state = true;
};

struct RollingChains {
  ChainPlan plan;
  std::vector<Chain> chains;  // as decoded, before they are cut; each begins at a base
};

RollingChains plan_rolling_chains(const schedule::Schedule& schedule, const pairing::Rules& rules,
                                  const pricing::ConnectionScorer& scorer,
                                  const RollingOptions& options = {});

}  // namespace skein::seeding
