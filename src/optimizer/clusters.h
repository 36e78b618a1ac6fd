// Dynamic constraint aggregation in column generation: which flights the master counts as one row,
// and which pairings are looked for (cover/partition.h, cover/aggregation.h).
//
// The search goes through phases (Elhallaoui, Metrane, Soumis and Desaulniers 2010). In phase k
// only pairings are priced that cut at most k links between flights of a cluster; the network
// shrinks to what such pairings can take. A phase ends when it brings too little; after the last
// one all pairings are priced, and the optimum is proven as without clusters. Pairings that fit the
// clusters go into the master at once. Others wait, until they promise more than those: then the
// clusters that they cut are split, and they fit.
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "base/state_archive.h"
#include "cover/partition.h"
#include "optimizer/master.h"
#include "pricing/cluster_links.h"

namespace skein::optimizer {

// Two flights that a crew is expected to operate one after the other.
using FlightLink = std::pair<FlightId, FlightId>;

// Of the pairings' operated flights.
std::vector<FlightLink> links_of(std::span<const Candidate> pairings);

struct ClusterOptions {
  // Pairings are looked for that cut at most 0, 1, ... so many links, before all are.
  int last_phase = 2;
  // A phase goes on while the relaxation falls by at least this share in a round.
  double least_gain = 1e-3;
  // Clusters are split when the best pairing that fits them promises less than this share of what
  // the best other one does. (0.25 in Elhallaoui and others 2005.)
  double split_share = 0.25;
};

class Clusters {
 public:
  // Links that the master's flights cannot have are left out: those to flights that are not open,
  // to earlier ones, and the second to or from a flight. Clusters that the master's first pairings
  // cut, `fitting` of them, are split: the start plan, with which the relaxation begins.
  Clusters(const Master& master, std::span<const FlightLink> links, std::size_t fitting,
           const ClusterOptions& options);

  const cover::Partition& partition() const { return partition_; }
  const pricing::ClusterLinks& links() const { return links_; }

  // Whether only pairings are looked for that cut few links.
  bool is_limited() const { return phase_ <= options_.last_phase; }
  int phase() const { return phase_; }  // links that may be cut

  // What a round brought: how many pairings the master has more now, the duals for which they were
  // looked for, and the relaxation's value before. Splits clusters, or begins the next phase. True
  // if the partition is another one now.
  bool decide(const Master& master, const cover::Duals& duals, std::size_t added, double lp);

  void exchange(StateArchive& archive);

 private:
  bool split(const Master& master, const cover::Duals& duals);
  void read_links();

  ClusterOptions options_;
  std::vector<FlightId> flights_;  // by row
  cover::Partition partition_;
  pricing::ClusterLinks links_;
  int phase_ = 0;
  double last_lp_ = 0;  // 0: none in this phase
};

}  // namespace skein::optimizer
