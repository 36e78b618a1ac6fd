// Exact pricing by boost::r_c_shortest_paths, which our own is compared with.
//
// Resource-constrained shortest paths in the network of one group of crews, drawn in three ways.
//
// Plain, as in textbooks: a node done(f) for each flight f, a source and a sink; two arcs (the next
// flight operated, or deadheaded) for each connection within a duty and for each rest.
//
// Pooled: rests of more than a day, most of all arcs, go by way of nodes wait(f), one for each
// departure, in order of time at each station.
//
// Factored: a duty begins at start(f) and ends at rest(f), so that labels compare there by what
// counts between duties only, and rests are single arcs. That is the idea of our own duty search,
// as far as the library can have it.
//
//    source -> start(f)                    where f leaves the base
//    start(f) -> done(f)                   twice: operated and deadheaded
//    done(f) -> done(g)                    twice, for each connection within a duty
//    done(f) -> rest(f), done(f) -> sink   the guarantee is paid
//    rest(f) -> start(g)                   for each rest of up to a day
//    rest(f) -> wait(g) -> wait(g') ...    longer ones
//    wait(g) -> start(g)
//
// Resources of a label: reduced cost, operated flying and legs of the duty, the latest arrival that
// its span allows, duties and days. Dominance is that of DutySearch, with the latest arrival as one
// more resource; outside of a duty its resources are 0. Nodes are numbered in order of time, and
// labels are taken in that order, so none is extended before all others of its node are there.
//
// What it lacks is ours: duties searched once for all that comes before them, completion bounds.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "pairing/pairing.h"
#include "pricing/connections.h"
#include "pricing/duty_starts.h"
#include "pricing/prices.h"

namespace skein::bench {

struct BoostOptimum {
  bool finished = false;  // within the limits
  bool found = false;     // any pairing at all
  double reduced_cost = 0;
  std::vector<pairing::Leg> legs;
  std::size_t labels = 0;  // that were feasible
  double cpu_seconds = 0;  // of the call to the library alone
};

// When Boost gives up.
struct BoostLimits {
  double cpu_seconds = 300;
  std::size_t labels = 30'000'000;  // waiting at a time, so that memory does not run out
};

enum class NetworkKind { kPlain, kPooled, kFactored };

// The network of one group. Understands the rules of preset gerad, with other values; throws
// std::invalid_argument for rules of other kinds.
class BoostPricing {
 public:
  // What is referred to must live as long as this.
  BoostPricing(const pricing::Connections& connections, const pricing::DutyStarts& starts,
               const pricing::CrewGroup& group, NetworkKind kind);
  ~BoostPricing();

  std::size_t nodes() const;  // that have arcs
  std::size_t arcs() const;

  void set_prices(const pricing::Prices& prices);
  BoostOptimum solve(const BoostLimits& limits) const;

 private:
  struct Network;
  std::unique_ptr<Network> network_;
};

}  // namespace skein::bench
