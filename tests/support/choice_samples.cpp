#include "support/choice_samples.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "factor_graph/assignment.h"
#include "learning/choice_graph.h"

namespace skein::test {
namespace {

using learning::ChoiceExamples;

constexpr double kOfNone = 0.5;
constexpr double kAbsent = 0.1;
constexpr double kForbidden = 0.1;

// Noise is that of a choice by the logit model (Gumbel).
double value_of(const ChoiceExamples& examples, std::size_t i, std::size_t place, double noise,
                Rng& rng) {
  const auto x = [&](std::size_t channel) {
    return static_cast<double>(
        examples.values[(i * examples.channels + channel) * examples.places + place]);
  };
  return 2 * x(0) * x(1) + x(2) - noise * std::log(-std::log(1 - rng.uniform()));
}

// Resources of a group are in a row as examples are; an example may take the next ones.
void add_example(Rng& rng, const ChoicePlan& plan, std::uint32_t group, ChoiceExamples& examples) {
  const std::size_t i = examples.size();
  const double own = rng.normal();
  std::vector<char> present(plan.places);
  for (std::size_t place = 0; place < plan.places; ++place) {
    present[place] = rng.chance(kAbsent) ? 0 : 1;
    const std::size_t resource = plan.collide ? i + place : i * plan.places + place;
    examples.resource.push_back(present[place] != 0 ? static_cast<std::uint32_t>(resource)
                                                    : ChoiceExamples::kNothing);
    examples.allowed.push_back(present[place] != 0 && !rng.chance(kForbidden) ? 1 : 0);
  }
  examples.allowed.push_back(1);
  for (std::size_t c = 0; c < plan.channels; ++c) {
    for (std::size_t place = 0; place < plan.places; ++place) {
      const double value = c + 1 == plan.channels ? own : rng.normal();
      examples.values.push_back(present[place] != 0 ? static_cast<float>(value) : 0);
    }
  }
  examples.truth.push_back(static_cast<std::uint32_t>(plan.places));
  examples.group.push_back(group);
}

}  // namespace

ChoiceExamples planted_choices(Rng& rng, const ChoicePlan& plan) {
  ChoiceExamples examples;
  examples.channels = plan.channels;
  examples.places = plan.places;
  std::vector<float> values;
  for (std::size_t i = 0; i < plan.examples; ++i) {
    add_example(rng, plan, static_cast<std::uint32_t>(i * plan.groups / plan.examples), examples);
    for (std::size_t place = 0; place < plan.places; ++place) {
      values.push_back(static_cast<float>(value_of(examples, i, place, plan.noise, rng)));
    }
    values.push_back(static_cast<float>(kOfNone));
  }
  examples.truth = plan.collide ? best_together(examples, values) : best_alone(examples, values);
  return examples;
}

std::vector<std::uint32_t> best_together(const ChoiceExamples& examples,
                                         const std::vector<float>& scores) {
  const std::size_t classes = examples.places + 1;
  learning::ChoiceGraph graph(examples.size(), classes, examples.allowed);
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<learning::PlaceLabel>> takers;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    for (std::uint32_t y = 0; y < classes; ++y) {
      const auto variable = graph.variable({i, y});
      if (variable == learning::ChoiceGraph::kForbidden) continue;
      graph.graph().set_score(variable, static_cast<double>(scores[i * classes + y]));
      if (y == examples.places) continue;
      takers[{examples.group[i], examples.resource[i * examples.places + y]}].push_back({i, y});
    }
  }
  for (const auto& [resource, choices] : takers) graph.add_at_most_one(choices);
  const auto best = factor_graph::solve_assignment(graph.graph());
  std::vector<std::uint32_t> labels(examples.size());
  for (std::size_t v = 0; v < best.assignment.size(); ++v) {
    const std::size_t part = graph.parts_of_variables()[v];
    if (best.assignment[v] != 0)
      labels[part / classes] = static_cast<std::uint32_t>(part % classes);
  }
  return labels;
}

std::vector<std::uint32_t> best_alone(const ChoiceExamples& examples,
                                      const std::vector<float>& scores) {
  const std::size_t classes = examples.places + 1;
  std::vector<std::uint32_t> labels(examples.size());
  for (std::size_t i = 0; i < examples.size(); ++i) {
    labels[i] = static_cast<std::uint32_t>(examples.places);
    for (std::uint32_t y = 0; y < classes; ++y) {
      if (examples.allowed[i * classes + y] == 0) continue;
      if (scores[i * classes + y] > scores[i * classes + labels[i]]) labels[i] = y;
    }
  }
  return labels;
}

double share_wrong(const std::vector<std::uint32_t>& choices,
                   const std::vector<std::uint32_t>& truth) {
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) wrong += choices[i] != truth[i] ? 1U : 0U;
  return static_cast<double>(wrong) / static_cast<double>(truth.size());
}

}  // namespace skein::test
