// The most likely assignment, proven: branch and bound on variables that AD3 leaves fractional.
#pragma once

#include <cstddef>
#include <vector>

#include "base/workers.h"
#include "factor_graph/ad3.h"
#include "factor_graph/graph.h"

namespace skein::factor_graph {

struct ExactMapOptions {
  Ad3Options ad3;  // of each node; its deadline is that of the whole search
  int max_nodes = 10'000;
};

struct ExactMapSummary {
  std::vector<char> assignment;  // empty: none was found
  double primal = 0;             // its score; minus infinity: none
  double dual = 0;               // no assignment has more
  int nodes = 0;
  bool optimal = false;          // proven best; without an assignment: proven that none is allowed
  std::size_t worst_factor = 0;  // where none is allowed, as in Ad3Summary
};

ExactMapSummary find_most_likely(const Graph& graph, Workers& workers,
                                 const ExactMapOptions& options = {});

}  // namespace skein::factor_graph
