// The most likely assignment of a small graph by looking at all of them: the slow truth.
#pragma once

#include <vector>

#include "factor_graph/graph.h"

namespace skein::factor_graph {

struct BestAssignment {
  std::vector<char> assignment;  // empty: none is allowed
  double score = 0;              // then minus infinity
};

// At most 30 variables.
BestAssignment search_all(const Graph& graph);

}  // namespace skein::factor_graph
