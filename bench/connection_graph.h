// Made-up connection graphs: which flight follows which, with a planted truth.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "factor_graph/graph.h"

namespace skein::bench {

struct ConnectionGraphOptions {
  std::size_t flights = 2'000;
  std::size_t candidates = 20;  // next flights of each
  double truth = 4;             // by how much true connections score above the others, in sigmas
  double ends = 0.2;            // share of flights with no next one
  std::uint64_t seed = 1;
};

// A flight is followed by one of its candidates, or by none (its last variable); a flight follows
// one at most. Scores are normal noise, and `truth` more where the connection is true.
factor_graph::Graph make_connection_graph(const ConnectionGraphOptions& options);

}  // namespace skein::bench
