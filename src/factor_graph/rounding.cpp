#include "factor_graph/rounding.h"

#include <algorithm>

namespace skein::factor_graph {
namespace {

constexpr double kNothing = 0.01;  // smaller shares are not worth taking
constexpr double kMost = 0.5;

class Rounding {
 public:
  Rounding(const Graph& graph, const FactorsOfVariables& factors)
      : graph_(graph),
        factors_(factors),
        values_(graph.variables(), 0),
        ones_(graph.factors().size(), 0) {}

  std::vector<char> run(std::span<const double> shares) {
    std::vector<Variable> order;
    for (std::size_t i = 0; i < shares.size(); ++i) {
      if (shares[i] > kNothing) order.push_back(static_cast<Variable>(i));
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](Variable a, Variable b) { return shares[a] > shares[b]; });
    for (Variable variable : order) {
      if ((shares[variable] > kMost || is_wanted(variable)) && is_allowed(variable)) {
        take(variable);
      }
    }
    for (const Factor& factor : graph_.factors()) fill(factor);
    return std::move(values_);
  }

 private:
  std::uint32_t& ones(const Factor& factor) {
    return ones_[static_cast<std::size_t>(&factor - graph_.factors().data())];
  }

  void take(Variable variable) {
    values_[variable] = 1;
    for (const auto& [factor, link] : factors_.of(variable)) ++ones_[factor];
  }

  bool is_allowed(Variable variable) const {
    for (const auto& [f, link] : factors_.of(variable)) {
      const Factor& factor = graph_.factors()[f];
      const bool one_at_most =
          factor.kind == FactorKind::kExactlyOne || factor.kind == FactorKind::kAtMostOne;
      if (one_at_most && ones_[f] > 0) return false;
      if (factor.kind == FactorKind::kBudget && ones_[f] >= graph_.budget(factor)) return false;
    }
    return true;
  }

  // By a factor that is not content without it.
  bool is_wanted(Variable variable) const {
    for (const auto& [f, link] : factors_.of(variable)) {
      const FactorKind kind = graph_.factors()[f].kind;
      const bool one_at_least = kind == FactorKind::kExactlyOne || kind == FactorKind::kAtLeastOne;
      if (one_at_least && ones_[f] == 0) return true;
    }
    return false;
  }

  void fill(const Factor& factor) {
    const auto variables = graph_.variables_of(factor);
    if (factor.kind == FactorKind::kOrOut) {
      const Variable output = variables.back();
      const bool should = ones(factor) > static_cast<std::uint32_t>(values_[output]);
      if (should && values_[output] == 0) take(output);
      return;
    }
    const bool one_at_least =
        factor.kind == FactorKind::kExactlyOne || factor.kind == FactorKind::kAtLeastOne;
    if (!one_at_least || ones(factor) > 0) return;
    const Variable* best = nullptr;
    for (const Variable& variable : variables) {
      if (!is_allowed(variable)) continue;
      if (best == nullptr || graph_.score(variable) > graph_.score(*best)) best = &variable;
    }
    if (best != nullptr) take(*best);
  }

  const Graph& graph_;
  const FactorsOfVariables& factors_;
  std::vector<char> values_;
  std::vector<std::uint32_t> ones_;  // by factor
};

}  // namespace

FactorsOfVariables::FactorsOfVariables(const Graph& graph)
    : begins_(graph.variables() + 1, 0), links_(graph.links().size()) {
  for (Variable variable : graph.links()) ++begins_[variable + 1];
  for (std::size_t i = 1; i < begins_.size(); ++i) begins_[i] += begins_[i - 1];
  std::vector<std::uint32_t> next(begins_.begin(), begins_.end() - 1);
  for (std::uint32_t f = 0; f < graph.factors().size(); ++f) {
    const Factor& factor = graph.factors()[f];
    for (std::uint32_t k = 0; k < factor.size; ++k) {
      const std::uint32_t link = factor.first + k;
      links_[next[graph.links()[link]]++] = {f, link};
    }
  }
}

std::vector<char> round_shares(const Graph& graph, const FactorsOfVariables& factors,
                               std::span<const double> shares) {
  return Rounding(graph, factors).run(shares);
}

}  // namespace skein::factor_graph
