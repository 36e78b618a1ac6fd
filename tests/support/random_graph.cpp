#include "support/random_graph.h"

#include <cmath>
#include <limits>

namespace skein::test {
namespace {

using factor_graph::FactorKind;
using factor_graph::Graph;
using factor_graph::Variable;

std::vector<double> normals(Rng& rng, std::size_t size) {
  std::vector<double> values(size);
  for (double& value : values) value = rng.normal();
  return values;
}

// With some entries forbidden, but never all.
std::vector<double> random_table(Rng& rng, std::size_t size) {
  std::vector<double> table = normals(rng, size);
  for (std::size_t i = 1; i < size; ++i) {
    if (rng.chance(0.1)) table[i] = -std::numeric_limits<double>::infinity();
  }
  return table;
}

std::vector<Variable> some_of(Rng& rng, const Graph& graph, std::size_t least) {
  std::vector<Variable> all(graph.variables());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<Variable>(i);
  rng.shuffle(std::span(all));
  all.resize(least + rng.below(all.size() - least + 1));
  return all;
}

void add_factor(Rng& rng, Graph& graph, FactorKind kind,
                const std::vector<Graph::Choice>& choices) {
  switch (kind) {
    case FactorKind::kExactlyOne:
      graph.add_exactly_one(some_of(rng, graph, 1));
      return;
    case FactorKind::kAtMostOne:
      graph.add_at_most_one(some_of(rng, graph, 1));
      return;
    case FactorKind::kAtLeastOne:
      graph.add_at_least_one(some_of(rng, graph, 1));
      return;
    case FactorKind::kOrOut: {
      std::vector<Variable> variables = some_of(rng, graph, 2);
      const Variable output = variables.back();
      variables.pop_back();
      graph.add_or_out(variables, output);
      return;
    }
    case FactorKind::kBudget:
      graph.add_budget(some_of(rng, graph, 1), static_cast<std::uint32_t>(rng.below(4)));
      return;
    case FactorKind::kPair: {
      const std::vector<Variable> variables = some_of(rng, graph, 2);
      graph.add_pair(variables[0], variables[1], rng.normal());
      return;
    }
    case FactorKind::kDense: {
      std::size_t size = 1;
      for (const Graph::Choice& choice : choices) size *= choice.states;
      graph.add_dense(choices, random_table(rng, size));
      return;
    }
    case FactorKind::kSequence: {
      std::size_t size = 0;
      for (std::size_t c = 1; c < choices.size(); ++c) {
        size += std::size_t{choices[c - 1].states} * choices[c].states;
      }
      graph.add_sequence(choices, random_table(rng, size));
      return;
    }
  }
}

std::vector<Graph::Choice> add_choices(Rng& rng, Graph& graph, int count) {
  std::vector<Graph::Choice> choices;
  for (int c = 0; c < count; ++c) {
    const auto states = static_cast<std::size_t>(rng.between(2, 3));
    choices.push_back({graph.add_choice(normals(rng, states)), static_cast<std::uint32_t>(states)});
  }
  return choices;
}

}  // namespace

std::vector<FactorKind> all_factor_kinds() {
  return {FactorKind::kExactlyOne, FactorKind::kAtMostOne, FactorKind::kAtLeastOne,
          FactorKind::kOrOut,      FactorKind::kBudget,    FactorKind::kPair,
          FactorKind::kDense,      FactorKind::kSequence};
}

Graph random_factor(Rng& rng, FactorKind kind) {
  Graph graph;
  const bool over_choices = kind == FactorKind::kDense || kind == FactorKind::kSequence;
  std::vector<Graph::Choice> choices;
  if (over_choices) {
    choices = add_choices(rng, graph, rng.between(1, 4));
  } else {
    for (int i = rng.between(2, 7); i > 0; --i) graph.add_variable(rng.normal());
  }
  add_factor(rng, graph, kind, choices);
  return graph;
}

Graph random_graph(Rng& rng, std::optional<FactorKind> certain) {
  Graph graph;
  for (int i = rng.between(2, 6); i > 0; --i) graph.add_variable(rng.normal());
  const std::vector<Graph::Choice> choices = add_choices(rng, graph, rng.between(1, 3));
  for (FactorKind kind : all_factor_kinds()) {
    if (rng.chance(0.4) || kind == certain) add_factor(rng, graph, kind, choices);
  }
  return graph;
}

}  // namespace skein::test
