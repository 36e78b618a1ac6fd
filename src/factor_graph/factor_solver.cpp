#include "factor_graph/factor_solver.h"

#include <algorithm>
#include <cassert>
#include <numeric>

#include "factor_graph/active_set.h"
#include "factor_graph/projections.h"

namespace skein::factor_graph {
namespace {

std::size_t best_of(std::span<const double> scores) {
  return static_cast<std::size_t>(std::max_element(scores.begin(), scores.end()) - scores.begin());
}

double take_best(std::span<const double> scores, std::span<char> values) {
  const std::size_t best = best_of(scores);
  values[best] = 1;
  return scores[best];
}

double take_positive(std::span<const double> scores, std::span<char> values) {
  double sum = 0;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (scores[i] <= 0) continue;
    values[i] = 1;
    sum += scores[i];
  }
  return sum;
}

double take_at_least_one(std::span<const double> scores, std::span<char> values) {
  return scores[best_of(scores)] > 0 ? take_positive(scores, values) : take_best(scores, values);
}

double take_within(std::span<const double> scores, std::uint32_t budget, std::span<char> values) {
  std::vector<std::size_t> order(scores.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return scores[a] > scores[b]; });
  double sum = 0;
  for (std::size_t k = 0; k < order.size() && k < budget && scores[order[k]] > 0; ++k) {
    values[order[k]] = 1;
    sum += scores[order[k]];
  }
  return sum;
}

double take_or_out(std::span<const double> scores, std::span<char> values) {
  const std::size_t last = scores.size() - 1;
  const double with = scores[last] + take_at_least_one(scores.first(last), values.first(last));
  values[last] = 1;
  if (with > 0) return with;
  std::fill(values.begin(), values.end(), 0);
  return 0;
}

double take_pair(std::span<const double> scores, double both, std::span<char> values) {
  const double sum = scores[0] + scores[1] + both;
  const double most = std::max({0.0, scores[0], scores[1], sum});
  if (most == 0) return 0;
  values[0] = most == sum || most == scores[0] ? 1 : 0;
  values[1] = most == sum || (most == scores[1] && most != scores[0]) ? 1 : 0;
  return most;
}

}  // namespace

double maximize(const Graph& graph, const Factor& factor, std::span<const double> scores,
                std::span<char> values) {
  assert(scores.size() == factor.size && values.size() == factor.size);
  std::fill(values.begin(), values.end(), 0);
  switch (factor.kind) {
    case FactorKind::kExactlyOne:
      return take_best(scores, values);
    case FactorKind::kAtMostOne:
      return scores[best_of(scores)] > 0 ? take_best(scores, values) : 0;
    case FactorKind::kAtLeastOne:
      return take_at_least_one(scores, values);
    case FactorKind::kOrOut:
      return take_or_out(scores, values);
    case FactorKind::kBudget:
      return take_within(scores, graph.budget(factor), values);
    case FactorKind::kPair:
      return take_pair(scores, graph.pair_score(factor), values);
    case FactorKind::kDense:
    case FactorKind::kSequence: {
      const BestStates best = best_states(graph, factor, scores, 1);
      std::size_t begin = 0;
      for (std::size_t c = 0; c < best.states.size(); ++c) {
        values[begin + best.states[c]] = 1;
        begin += graph.states_of(factor)[c];
      }
      return best.score;
    }
  }
  return 0;
}

void solve_quadratic(const Graph& graph, const Factor& factor, double eta, std::span<double> a,
                     FactorMemory* memory) {
  switch (factor.kind) {
    case FactorKind::kExactlyOne:
      return project_exactly_one(a);
    case FactorKind::kAtMostOne:
      return project_at_most_one(a);
    case FactorKind::kAtLeastOne:
      return project_at_least_one(a);
    case FactorKind::kOrOut:
      return project_or_out(a);
    case FactorKind::kBudget:
      return project_budget(a, graph.budget(factor));
    case FactorKind::kPair:
      project_pair(a[0], a[1], graph.pair_score(factor) / eta);
      return;
    case FactorKind::kDense:
    case FactorKind::kSequence: {
      FactorMemory fresh;
      return solve_by_active_set(graph, factor, eta, a, memory != nullptr ? *memory : fresh);
    }
  }
}

}  // namespace skein::factor_graph
