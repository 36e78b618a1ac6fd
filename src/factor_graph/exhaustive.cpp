#include "factor_graph/exhaustive.h"

#include <cassert>
#include <limits>

namespace skein::factor_graph {

BestAssignment search_all(const Graph& graph) {
  assert(graph.variables() <= 30);
  BestAssignment best{{}, -std::numeric_limits<double>::infinity()};
  std::vector<char> values(graph.variables(), 0);
  while (true) {
    const double score = graph.score_of(values);
    if (score > best.score) best = {values, score};
    std::size_t i = 0;
    while (i < values.size() && values[i] == 1) values[i++] = 0;
    if (i == values.size()) return best;
    values[i] = 1;
  }
}

}  // namespace skein::factor_graph
