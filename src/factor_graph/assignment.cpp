#include "factor_graph/assignment.h"

#include <cassert>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <lemon/network_simplex.h>
#include <lemon/smart_graph.h>

#include "factor_graph/rounding.h"

namespace skein::factor_graph {
namespace {

constexpr char kNoSide = 2;
constexpr double kLargestCost = 1e12;  // sums of a million fit 64 bits

// 0 or 1 by factor; empty if there is no such division.
std::vector<char> sides_of(const Graph& graph) {
  const FactorsOfVariables factors(graph);
  std::vector<char> sides(graph.factors().size(), kNoSide);
  std::vector<std::uint32_t> waiting;
  for (std::uint32_t first = 0; first < sides.size(); ++first) {
    if (sides[first] != kNoSide) continue;
    sides[first] = 0;
    waiting.push_back(first);
    while (!waiting.empty()) {
      const std::uint32_t f = waiting.back();
      waiting.pop_back();
      for (Variable variable : graph.variables_of(graph.factors()[f])) {
        for (const auto& [other, link] : factors.of(variable)) {
          if (other == f) continue;
          if (sides[other] == sides[f]) return {};
          if (sides[other] != kNoSide) continue;
          sides[other] = static_cast<char>(1 - sides[f]);
          waiting.push_back(other);
        }
      }
    }
  }
  return sides;
}

bool has_only_ones(const Graph& graph) {
  for (const Factor& factor : graph.factors()) {
    if (factor.kind != FactorKind::kExactlyOne && factor.kind != FactorKind::kAtMostOne) {
      return false;
    }
  }
  const FactorsOfVariables factors(graph);
  for (Variable i = 0; i < graph.variables(); ++i) {
    if (factors.of(i).size() > 2) return false;
  }
  return true;
}

// A circulation: source - factors of side 0 - variables - factors of side 1 - sink - source.
class Flow {
 public:
  using Network = lemon::SmartDigraph;
  using Simplex = lemon::NetworkSimplex<Network, int, std::int64_t>;

  Flow(const Graph& graph, const std::vector<char>& sides)
      : graph_(graph), sides_(sides), lower_(network_), upper_(network_), costs_(network_) {
    double largest = 0;
    for (double score : graph.scores()) largest = std::max(largest, std::abs(score));
    scale_ = largest > 0 ? kLargestCost / largest : 1;
    const auto factors = static_cast<int>(graph.factors().size());
    network_.reserveNode(factors + 2);
    network_.reserveArc(factors + static_cast<int>(graph.variables()) + 1);
    source_ = network_.addNode();
    sink_ = network_.addNode();
    add_factors();
    add_variables();
    add_arc(sink_, source_, 0, std::numeric_limits<int>::max() / 2, 0);
  }

  BestAssignment solve() {
    Simplex simplex(network_);
    simplex.lowerMap(lower_).upperMap(upper_).costMap(costs_);
    BestAssignment best{{}, -std::numeric_limits<double>::infinity()};
    if (simplex.run() != Simplex::OPTIMAL) return best;
    best.assignment.assign(graph_.variables(), 0);
    for (std::size_t i = 0; i < arcs_.size(); ++i) {
      best.assignment[i] = static_cast<char>(simplex.flow(arcs_[i]));
    }
    best.score = graph_.score_of(best.assignment);
    return best;
  }

 private:
  Network::Arc add_arc(Network::Node from, Network::Node to, int lower, int upper,
                       std::int64_t cost) {
    const Network::Arc arc = network_.addArc(from, to);
    lower_[arc] = lower;
    upper_[arc] = upper;
    costs_[arc] = cost;
    return arc;
  }

  void add_factors() {
    for (std::size_t f = 0; f < graph_.factors().size(); ++f) {
      nodes_.push_back(network_.addNode());
      const int lower = graph_.factors()[f].kind == FactorKind::kExactlyOne ? 1 : 0;
      sides_[f] == 0 ? add_arc(source_, nodes_[f], lower, 1, 0)
                     : add_arc(nodes_[f], sink_, lower, 1, 0);
    }
  }

  // One that is in no factor of a side begins or ends at the source or sink.
  void add_variables() {
    const FactorsOfVariables factors(graph_);
    for (Variable i = 0; i < graph_.variables(); ++i) {
      Network::Node from = source_;
      Network::Node to = sink_;
      for (const auto& [f, link] : factors.of(i)) (sides_[f] == 0 ? from : to) = nodes_[f];
      arcs_.push_back(add_arc(from, to, 0, 1, -std::llround(scale_ * graph_.score(i))));
    }
  }

  const Graph& graph_;
  const std::vector<char>& sides_;
  Network network_;
  Network::ArcMap<int> lower_;
  Network::ArcMap<int> upper_;
  Network::ArcMap<std::int64_t> costs_;
  Network::Node source_;
  Network::Node sink_;
  std::vector<Network::Node> nodes_;  // of factors
  std::vector<Network::Arc> arcs_;    // of variables
  double scale_ = 1;
};

}  // namespace

bool is_assignment(const Graph& graph) {
  return has_only_ones(graph) && (graph.factors().empty() || !sides_of(graph).empty());
}

BestAssignment solve_assignment(const Graph& graph) {
  assert(is_assignment(graph));
  return Flow(graph, sides_of(graph)).solve();
}

}  // namespace skein::factor_graph
