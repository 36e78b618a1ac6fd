// Clusters for the optimizer from connection scores: flights that crews are expected to operate one
// after the other, without the links that nobody is sure of.
#pragma once

#include <cstddef>
#include <vector>

#include "pairing/rules.h"
#include "plan/clusters_csv.h"
#include "plan/plan.h"
#include "pricing/connection_scorer.h"
#include "schedule/schedule.h"
#include "seeding/joint_chains.h"

namespace skein::seeding {

struct ClusterOptions {
  // The least probability of a link. More gives shorter clusters, which bind the optimizer less.
  double least_probability = 0.5;
  // Ask the scorer in the state of the plan's crews.
  bool use_state = true;
};

struct ScoreClusters {
  std::vector<plan::Cluster> clusters;  // of two flights or more, by first departure
  std::size_t links = 0;                // in clusters
  std::size_t left_out = 0;             // for low confidence
};

// From the links of a joint decoding.
ScoreClusters clusters_of_links(const Links& links, const pricing::ConnectionScores& scores,
                                const ClusterOptions& options = {});

// From the connections of a plan; a flight of two pairings counts in the first of them only.
ScoreClusters clusters_of_plan(const schedule::Schedule& schedule, const pairing::Rules& rules,
                               const plan::Plan& plan, const pricing::ConnectionScorer& scorer,
                               const ClusterOptions& options = {});

}  // namespace skein::seeding
