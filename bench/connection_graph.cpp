#include "connection_graph.h"

#include <algorithm>

#include "base/random.h"

namespace skein::bench {
namespace {

// Flights in the order of time; candidates leave within the next few hundred.
constexpr std::size_t kReach = 10;  // times the number of candidates

}  // namespace

factor_graph::Graph make_connection_graph(const ConnectionGraphOptions& options) {
  using factor_graph::Variable;
  Rng rng = Rng(options.seed).split("connections", options.flights);
  factor_graph::Graph graph;
  const std::size_t reach = kReach * options.candidates;
  std::vector<std::vector<Variable>> arriving(options.flights + reach);
  std::vector<char> is_taken(arriving.size(), 0);
  for (std::size_t flight = 0; flight < options.flights; ++flight) {
    std::vector<std::size_t> next;
    while (next.size() < options.candidates) {
      const std::size_t other = flight + 1 + rng.below(reach);
      if (std::find(next.begin(), next.end(), other) == next.end()) next.push_back(other);
    }
    std::size_t truth = next.size();
    if (!rng.chance(options.ends)) {
      for (std::size_t k = 0; k < next.size() && truth == next.size(); ++k) {
        if (is_taken[next[k]] == 0) truth = k;
      }
    }
    if (truth < next.size()) is_taken[next[truth]] = 1;
    std::vector<Variable> own;
    for (std::size_t k = 0; k <= next.size(); ++k) {
      own.push_back(graph.add_variable(rng.normal() + (k == truth ? options.truth : 0)));
      if (k < next.size()) arriving[next[k]].push_back(own.back());
    }
    graph.add_exactly_one(own);
  }
  for (const std::vector<Variable>& variables : arriving) {
    if (!variables.empty()) graph.add_at_most_one(variables);
  }
  return graph;
}

}  // namespace skein::bench
