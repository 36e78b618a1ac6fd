#include "factor_graph/active_set.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <Eigen/Dense>

namespace skein::factor_graph {
namespace {

using States = std::vector<std::uint32_t>;

constexpr double kForbidden = -std::numeric_limits<double>::infinity();
constexpr double kOptimal = 1e-10;  // gains below are none
constexpr double kInconsistent = 1e-9;
constexpr int kMostSteps = 1'000;

BestStates best_of_table(const Graph& graph, const Factor& factor, std::span<const double> scores,
                         double weight) {
  const auto sizes = graph.states_of(factor);
  BestStates best{States(sizes.size(), 0), kForbidden};
  States at(sizes.size(), 0);
  for (double theta : graph.table_of(factor)) {
    double score = weight * theta;
    std::size_t begin = 0;
    for (std::size_t c = 0; c < at.size(); ++c) {
      score += scores[begin + at[c]];
      begin += sizes[c];
    }
    if (score > best.score) best = {at, score};
    for (std::size_t c = at.size(); c-- > 0;) {
      if (++at[c] < sizes[c]) break;
      at[c] = 0;
    }
  }
  return best;
}

BestStates best_of_sequence(const Graph& graph, const Factor& factor,
                            std::span<const double> scores, double weight) {
  const auto sizes = graph.states_of(factor);
  const auto tables = graph.table_of(factor);
  std::vector<double> before(scores.begin(), scores.begin() + sizes[0]);
  std::vector<States> choices(sizes.size());  // of the state before, by state
  std::size_t begin = sizes[0];
  std::size_t table = 0;
  for (std::size_t c = 1; c < sizes.size(); ++c) {
    std::vector<double> after(sizes[c], kForbidden);
    choices[c].assign(sizes[c], 0);
    for (std::uint32_t from = 0; from < sizes[c - 1]; ++from) {
      for (std::uint32_t to = 0; to < sizes[c]; ++to) {
        const double score = before[from] + weight * tables[table + from * sizes[c] + to];
        if (score <= after[to]) continue;
        after[to] = score;
        choices[c][to] = from;
      }
    }
    for (std::uint32_t to = 0; to < sizes[c]; ++to) after[to] += scores[begin + to];
    table += std::size_t{sizes[c - 1]} * sizes[c];
    begin += sizes[c];
    before = std::move(after);
  }
  const auto at = std::max_element(before.begin(), before.end());
  BestStates best{States(sizes.size(), 0), *at};
  best.states.back() = static_cast<std::uint32_t>(at - before.begin());
  for (std::size_t c = sizes.size(); c-- > 1;) {
    best.states[c - 1] = choices[c][best.states[c]];
  }
  return best;
}

double theta_of(const Graph& graph, const Factor& factor, const States& states) {
  const auto sizes = graph.states_of(factor);
  const auto table = graph.table_of(factor);
  double theta = 0;
  std::size_t index = 0;
  std::size_t first = 0;
  for (std::size_t c = 0; c < states.size(); ++c) {
    if (factor.kind == FactorKind::kSequence && c > 0) {
      theta += table[first + states[c - 1] * sizes[c] + states[c]];
      first += std::size_t{sizes[c - 1]} * sizes[c];
    }
    index = index * sizes[c] + states[c];
  }
  return factor.kind == FactorKind::kDense ? table[index] : theta;
}

class ActiveSet {
 public:
  ActiveSet(const Graph& graph, const Factor& factor, double eta, std::span<double> a,
            FactorMemory& memory)
      : graph_(graph), factor_(factor), eta_(eta), a_(a), active_(memory) {}

  void run() {
    if (active_.states.empty()) {
      active_.states.push_back(best(a_).states);
      active_.shares = {1};
    }
    const std::vector<double> given(a_.begin(), a_.end());
    for (int step = 0; step < kMostSteps; ++step) {
      double level = 0;
      const std::vector<double> target = solve(given, level);
      if (move_to(target)) continue;
      const std::vector<double> slope = slope_at(given);
      BestStates more = best(slope);
      if (more.score <= level + kOptimal * (1 + std::abs(level)) || is_active(more.states)) break;
      active_.states.push_back(std::move(more.states));
      active_.shares.push_back(0);
    }
    const std::vector<double> q = point();
    std::copy(q.begin(), q.end(), a_.begin());
  }

 private:
  BestStates best(std::span<const double> scores) const {
    return best_states(graph_, factor_, scores, 1 / eta_);
  }

  bool is_active(const States& states) const {
    return std::find(active_.states.begin(), active_.states.end(), states) != active_.states.end();
  }

  // Shares of the active configurations that would be best without bounds, from
  //    [G 1; 1' 0] [w; level] = [b; 1],  G_yz = number of states alike,  b_y = a_y + theta_y / eta
  std::vector<double> solve(const std::vector<double>& given, double& level) const {
    const auto n = static_cast<Eigen::Index>(active_.states.size());
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(n + 1, n + 1);
    Eigen::VectorXd right(n + 1);
    for (Eigen::Index y = 0; y < n; ++y) {
      const States& states = active_.states[static_cast<std::size_t>(y)];
      for (Eigen::Index z = 0; z <= y; ++z) {
        matrix(y, z) = matrix(z, y) = alike(states, active_.states[static_cast<std::size_t>(z)]);
      }
      matrix(y, n) = matrix(n, y) = 1;
      right(y) = sum_at(given, states) + theta_of(graph_, factor_, states) / eta_;
    }
    right(n) = 1;
    // Configurations may depend on each other. If there is no solution, what is left over is a
    // direction that changes b w but not q: the best is at its end.
    const Eigen::VectorXd solution = matrix.completeOrthogonalDecomposition().solve(right);
    const Eigen::VectorXd left = right - matrix * solution;
    if (left.norm() > kInconsistent * right.norm())
      return beyond_bounds({left.data(), left.data() + n});
    level = solution(n);
    return {solution.data(), solution.data() + n};
  }

  std::vector<double> beyond_bounds(const std::vector<double>& direction) const {
    double reach = std::numeric_limits<double>::infinity();
    for (std::size_t y = 0; y < direction.size(); ++y) {
      if (direction[y] < 0) reach = std::min(reach, active_.shares[y] / -direction[y]);
    }
    std::vector<double> target = active_.shares;
    for (std::size_t y = 0; y < target.size(); ++y) target[y] += (1 + 2 * reach) * direction[y];
    return target;
  }

  static double alike(const States& a, const States& b) {
    double count = 0;
    for (std::size_t c = 0; c < a.size(); ++c) count += a[c] == b[c];
    return count;
  }

  double sum_at(std::span<const double> values, const States& states) const {
    double sum = 0;
    std::size_t begin = 0;
    for (std::size_t c = 0; c < states.size(); ++c) {
      sum += values[begin + states[c]];
      begin += graph_.states_of(factor_)[c];
    }
    return sum;
  }

  // As far as no share gets negative. True if one got 0, and is left out now.
  bool move_to(const std::vector<double>& target) {
    double step = 1;
    std::size_t blocking = target.size();
    for (std::size_t y = 0; y < target.size(); ++y) {
      if (target[y] >= 0) continue;
      const double reach = active_.shares[y] / (active_.shares[y] - target[y]);
      if (reach >= step) continue;
      step = reach;
      blocking = y;
    }
    for (std::size_t y = 0; y < target.size(); ++y) {
      active_.shares[y] += step * (target[y] - active_.shares[y]);
    }
    if (blocking == target.size()) return false;
    const auto at = static_cast<std::ptrdiff_t>(blocking);
    active_.shares.erase(active_.shares.begin() + at);
    active_.states.erase(active_.states.begin() + at);
    return true;
  }

  std::vector<double> point() const {
    std::vector<double> q(a_.size(), 0.0);
    for (std::size_t y = 0; y < active_.states.size(); ++y) {
      std::size_t begin = 0;
      for (std::size_t c = 0; c < active_.states[y].size(); ++c) {
        q[begin + active_.states[y][c]] += active_.shares[y];
        begin += graph_.states_of(factor_)[c];
      }
    }
    return q;
  }

  std::vector<double> slope_at(const std::vector<double>& given) const {
    std::vector<double> slope = point();
    for (std::size_t i = 0; i < slope.size(); ++i) slope[i] = given[i] - slope[i];
    return slope;
  }

  const Graph& graph_;
  const Factor& factor_;
  double eta_;
  std::span<double> a_;
  FactorMemory& active_;
};

}  // namespace

BestStates best_states(const Graph& graph, const Factor& factor, std::span<const double> scores,
                       double weight) {
  return factor.kind == FactorKind::kDense ? best_of_table(graph, factor, scores, weight)
                                           : best_of_sequence(graph, factor, scores, weight);
}

void solve_by_active_set(const Graph& graph, const Factor& factor, double eta, std::span<double> a,
                         FactorMemory& memory) {
  ActiveSet(graph, factor, eta, a, memory).run();
}

}  // namespace skein::factor_graph
