// Ways from connection scores to a start plan, by name.
//    legal    pairings that keep every rule, deadheads included (seeding/scored_pairings.h)
//    joint    all connections together, each flight alone (seeding/joint_chains.h)
//    rolling  together in order of time, knowing where crews stand (seeding/rolling_chains.h)
//    greedy   the paper's heuristic (seeding/greedy_chains.h)
// What the last three make may be illegal, and is to be broken into its legal parts.
#pragma once

#include <string>
#include <vector>

#include "base/clock.h"
#include "plan/month_folder.h"
#include "plan/plan.h"
#include "predictor/month_scorer.h"
#include "pricing/connection_scorer.h"
#include "seeding/greedy_chains.h"

namespace skein::workflow {

const std::vector<std::string>& decoder_names();
// Throws InputError for a name that is none.
void require_decoder(const std::string& name);

struct DecodingOptions {
  std::string decoder = "legal";
  seeding::ChainPeriod period = seeding::ChainPeriod::kBid;  // of greedy
  Deadline deadline;
};

plan::Plan decode(const plan::Month& month, const predictor::MonthScorer& scorer,
                  const pricing::ConnectionScores& scores, const DecodingOptions& options);

}  // namespace skein::workflow
