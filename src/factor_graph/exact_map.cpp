#include "factor_graph/exact_map.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <queue>
#include <utility>

namespace skein::factor_graph {
namespace {

constexpr double kForbidden = -std::numeric_limits<double>::infinity();

struct Decision {
  Variable variable = 0;
  bool value = false;
};

struct Node {
  double bound = 0;
  std::vector<Decision> path;
};

struct LaterNode {
  bool operator()(const Node& a, const Node& b) const { return a.bound < b.bound; }
};

class Search {
 public:
  Search(const Graph& graph, Workers& workers, const ExactMapOptions& options)
      : graph_(graph), workers_(workers), options_(options) {
    result_.primal = kForbidden;
    result_.dual = std::numeric_limits<double>::infinity();
  }

  ExactMapSummary run() {
    open_.push({result_.dual, {}});
    while (!open_.empty() && !is_enough(open_.top().bound) && !out_of_time()) {
      const Node node = open_.top();
      open_.pop();
      branch(node);
    }
    result_.optimal = open_.empty() || is_enough(open_.top().bound);
    result_.dual = result_.optimal ? result_.primal : open_.top().bound;
    return std::move(result_);
  }

 private:
  bool is_enough(double bound) const {
    return result_.primal > kForbidden &&
           bound - result_.primal <= options_.ad3.gap * (1 + std::abs(result_.primal));
  }

  bool out_of_time() const {
    return result_.nodes >= options_.max_nodes || options_.ad3.deadline.passed();
  }

  void branch(const Node& node) {
    ++result_.nodes;
    const Ad3Summary relaxed = run_ad3(with(node.path), workers_, options_.ad3);
    if (node.path.empty()) result_.worst_factor = relaxed.worst_factor;
    if (relaxed.primal > result_.primal) {
      result_.primal = relaxed.primal;
      result_.assignment = relaxed.assignment;
    }
    const double bound = std::min(node.bound, relaxed.dual);
    if (relaxed.stopped == Ad3Stop::kInfeasible || is_enough(bound)) return;
    const std::optional<Variable> variable = undecided(node, relaxed.shares);
    // Everything is decided: the factors forbid it.
    if (!variable) return;
    for (bool value : {false, true}) {
      Node next{bound, node.path};
      next.path.push_back({*variable, value});
      open_.push(std::move(next));
    }
  }

  Graph with(const std::vector<Decision>& path) const {
    Graph graph = graph_;
    for (const Decision& decision : path) {
      const std::vector<Variable> one{decision.variable};
      decision.value ? graph.add_exactly_one(one) : graph.add_budget(one, 0);
    }
    return graph;
  }

  // The one nearest to a half.
  static std::optional<Variable> undecided(const Node& node, const std::vector<double>& shares) {
    std::vector<char> is_decided(shares.size(), 0);
    for (const Decision& decision : node.path) is_decided[decision.variable] = 1;
    std::optional<Variable> best;
    double least = 1;
    for (std::size_t i = 0; i < shares.size(); ++i) {
      const double away = std::abs(shares[i] - 0.5);
      if (is_decided[i] != 0 || away >= least) continue;
      least = away;
      best = static_cast<Variable>(i);
    }
    return best;
  }

  const Graph& graph_;
  Workers& workers_;
  const ExactMapOptions& options_;
  std::priority_queue<Node, std::vector<Node>, LaterNode> open_;
  ExactMapSummary result_;
};

}  // namespace

ExactMapSummary find_most_likely(const Graph& graph, Workers& workers,
                                 const ExactMapOptions& options) {
  return Search(graph, workers, options).run();
}

}  // namespace skein::factor_graph
