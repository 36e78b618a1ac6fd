#include "factor_graph/tree.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "base/input_error.h"
#include "factor_graph/log_sum.h"

namespace skein::factor_graph {
namespace {

constexpr double kForbidden = -std::numeric_limits<double>::infinity();
constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

[[noreturn]] void refuse(const std::string& field, const std::string& problem,
                         const std::string& remedy) {
  throw InputError({"", 0, field, problem, remedy});
}

void require_numbers(const std::string& field, const std::string& whose,
                     std::span<const double> scores) {
  for (double score : scores) {
    if (score < std::numeric_limits<double>::infinity()) continue;
    refuse(field, fmt::format("{} has the score {}", whose, score),
           "give finite scores, or minus infinity for what is forbidden");
  }
}

// After all below a node has spoken: `scores` of its states are the best, or the sums, of what is
// there.
void require_allowed(std::size_t node, std::span<const double> scores) {
  if (*std::max_element(scores.begin(), scores.end()) > kForbidden) return;
  refuse(
      "nodes",
      fmt::format("no state of node {} is allowed together with the nodes on one side of it", node),
      "forbid less by minus infinity, at this node or its edges");
}

void require_sound(const TreeScores& scores) {
  for (std::size_t v = 0; v < scores.nodes.size(); ++v) {
    if (scores.nodes[v].empty()) {
      refuse("nodes", fmt::format("node {} has no states", v), "give it at least one");
    }
    require_numbers("nodes", fmt::format("node {}", v), scores.nodes[v]);
  }
  for (std::size_t e = 0; e < scores.edges.size(); ++e) {
    const auto& [first, second, table] = scores.edges[e];
    if (first >= scores.nodes.size() || second >= scores.nodes.size()) {
      refuse("edges", fmt::format("edge {} names a node that is not there", e),
             "number nodes from 0");
    }
    if (table.size() != scores.nodes[first].size() * scores.nodes[second].size()) {
      refuse(
          "edges", fmt::format("edge {} has {} scores", e, table.size()),
          fmt::format("give {} times {}", scores.nodes[first].size(), scores.nodes[second].size()));
    }
    require_numbers("edges", fmt::format("edge {}", e), table);
  }
}

// Nodes in an order in which parents come before their children.
class Order {
 public:
  explicit Order(const TreeScores& scores)
      : parent_edges_(scores.nodes.size(), kNone), edges_of_(scores.nodes.size()) {
    require_sound(scores);
    for (std::size_t e = 0; e < scores.edges.size(); ++e) {
      edges_of_[scores.edges[e].first].push_back(e);
      edges_of_[scores.edges[e].second].push_back(e);
    }
    std::vector<char> is_reached(scores.nodes.size(), 0);
    for (std::size_t root = 0; root < scores.nodes.size(); ++root) {
      if (is_reached[root] != 0) continue;
      is_reached[root] = 1;
      nodes_.push_back(root);
      for (std::size_t at = nodes_.size() - 1; at < nodes_.size(); ++at) {
        reach_from(nodes_[at], scores, is_reached);
      }
    }
  }

  const std::vector<std::size_t>& nodes() const { return nodes_; }
  std::size_t parent_edge(std::size_t node) const { return parent_edges_[node]; }

 private:
  void reach_from(std::size_t node, const TreeScores& scores, std::vector<char>& is_reached) {
    for (std::size_t e : edges_of_[node]) {
      if (e == parent_edges_[node]) continue;
      const TreeEdge& edge = scores.edges[e];
      const std::size_t other = edge.first == node ? edge.second : edge.first;
      if (is_reached[other] != 0) {
        refuse("edges",
               fmt::format("edge {} closes a cycle through nodes {} and {}", e, edge.first,
                           edge.second),
               "leave it out, or use AD3, which takes graphs with cycles");
      }
      is_reached[other] = 1;
      parent_edges_[other] = e;
      nodes_.push_back(other);
    }
  }

  std::vector<std::size_t> nodes_;
  std::vector<std::size_t> parent_edges_;  // by node; kNone for roots
  std::vector<std::vector<std::size_t>> edges_of_;
};

// An edge as seen from the child.
class Upward {
 public:
  Upward(const TreeScores& scores, std::size_t edge, std::size_t child)
      : edge_(scores.edges[edge]),
        child_is_first_(edge_.first == child),
        parent_(child_is_first_ ? edge_.second : edge_.first),
        width_(scores.nodes[edge_.second].size()) {}

  std::size_t parent() const { return parent_; }
  std::size_t place(std::size_t parent_state, std::size_t child_state) const {
    return child_is_first_ ? child_state * width_ + parent_state
                           : parent_state * width_ + child_state;
  }
  double score(std::size_t parent_state, std::size_t child_state) const {
    return edge_.scores[place(parent_state, child_state)];
  }

 private:
  const TreeEdge& edge_;
  bool child_is_first_;
  std::size_t parent_;
  std::size_t width_;
};

}  // namespace

TreeMarginals infer(const TreeScores& scores) {
  const Order order(scores);
  TreeMarginals result;
  // Of each node: the log of the sum over all below it, by its state; and its message upwards.
  std::vector<std::vector<double>> below = scores.nodes;
  std::vector<std::vector<double>> upwards(scores.nodes.size());
  std::vector<double> terms;
  for (std::size_t at = order.nodes().size(); at-- > 0;) {
    const std::size_t node = order.nodes()[at];
    require_allowed(node, below[node]);
    if (order.parent_edge(node) == kNone) {
      result.log_partition += log_sum_exp(below[node]);
      continue;
    }
    const Upward edge(scores, order.parent_edge(node), node);
    upwards[node].resize(scores.nodes[edge.parent()].size());
    terms.resize(below[node].size());
    for (std::size_t p = 0; p < upwards[node].size(); ++p) {
      for (std::size_t c = 0; c < terms.size(); ++c) terms[c] = edge.score(p, c) + below[node][c];
      upwards[node][p] = log_sum_exp(terms);
      below[edge.parent()][p] += upwards[node][p];
    }
  }
  // Downwards: marginals of the parent are known, and with them those of the edge.
  result.nodes.resize(scores.nodes.size());
  result.edges.resize(scores.edges.size());
  for (std::size_t node : order.nodes()) {
    std::vector<double>& own = result.nodes[node];
    own.assign(scores.nodes[node].size(), 0.0);
    if (order.parent_edge(node) == kNone) {
      const double total = log_sum_exp(below[node]);
      for (std::size_t c = 0; c < own.size(); ++c) own[c] = std::exp(below[node][c] - total);
      continue;
    }
    const Upward edge(scores, order.parent_edge(node), node);
    const std::vector<double>& parent = result.nodes[edge.parent()];
    std::vector<double>& both = result.edges[order.parent_edge(node)];
    both.assign(parent.size() * own.size(), 0.0);
    for (std::size_t p = 0; p < parent.size(); ++p) {
      if (parent[p] == 0) continue;
      for (std::size_t c = 0; c < own.size(); ++c) {
        const double share = std::exp(edge.score(p, c) + below[node][c] - upwards[node][p]);
        both[edge.place(p, c)] = parent[p] * share;
        own[c] += parent[p] * share;
      }
    }
  }
  return result;
}

TreeLabeling most_likely(const TreeScores& scores) {
  const Order order(scores);
  TreeLabeling best;
  best.states.resize(scores.nodes.size());
  std::vector<std::vector<double>> below = scores.nodes;
  std::vector<std::vector<std::uint32_t>> choices(scores.nodes.size());  // by the parent's state
  for (std::size_t at = order.nodes().size(); at-- > 0;) {
    const std::size_t node = order.nodes()[at];
    require_allowed(node, below[node]);
    if (order.parent_edge(node) == kNone) continue;
    const Upward edge(scores, order.parent_edge(node), node);
    choices[node].resize(scores.nodes[edge.parent()].size());
    for (std::size_t p = 0; p < choices[node].size(); ++p) {
      std::size_t chosen = 0;
      const auto value = [&](std::size_t c) { return edge.score(p, c) + below[node][c]; };
      for (std::size_t c = 1; c < below[node].size(); ++c) {
        if (value(c) > value(chosen)) chosen = c;
      }
      choices[node][p] = static_cast<std::uint32_t>(chosen);
      below[edge.parent()][p] += value(chosen);
    }
  }
  for (std::size_t node : order.nodes()) {
    if (order.parent_edge(node) == kNone) {
      const auto at = std::max_element(below[node].begin(), below[node].end());
      best.states[node] = static_cast<std::uint32_t>(at - below[node].begin());
      best.score += *at;
    } else {
      const Upward edge(scores, order.parent_edge(node), node);
      best.states[node] = choices[node][best.states[edge.parent()]];
    }
  }
  return best;
}

double score_of(const TreeScores& scores, std::span<const std::uint32_t> states) {
  double score = 0;
  for (std::size_t v = 0; v < scores.nodes.size(); ++v) score += scores.nodes[v][states[v]];
  for (const auto& [first, second, table] : scores.edges) {
    score += table[states[first] * scores.nodes[second].size() + states[second]];
  }
  return score;
}

double entropy(const TreeScores& scores, const TreeMarginals& marginals) {
  std::vector<double> degrees(scores.nodes.size(), 0.0);
  double sum = 0;
  for (std::size_t e = 0; e < scores.edges.size(); ++e) {
    degrees[scores.edges[e].first] += 1;
    degrees[scores.edges[e].second] += 1;
    sum -= sum_of_x_log_x(marginals.edges[e]);
  }
  // Nodes are the separators: each is in as many edges as its degree.
  for (std::size_t v = 0; v < degrees.size(); ++v) {
    sum += (degrees[v] - 1) * sum_of_x_log_x(marginals.nodes[v]);
  }
  return sum;
}

}  // namespace skein::factor_graph
