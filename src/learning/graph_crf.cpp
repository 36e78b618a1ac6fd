#include "learning/graph_crf.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "base/input_error.h"
#include "factor_graph/vectors.h"

namespace skein::learning {

using factor_graph::Graph;

GraphCrf::GraphCrf(std::vector<GraphSample> samples, std::size_t features,
                   const GraphSearchOptions& options)
    : samples_(std::move(samples)), features_(features), options_(options) {
  for (std::size_t i = 0; i < samples_.size(); ++i) require_sound(i);
}

void GraphCrf::require_sound(std::size_t sample) const {
  const GraphSample& own = samples_[sample];
  const auto fail = [&](const std::string& field, const std::string& problem) {
    throw InputError({"", 0, field, fmt::format("sample {}: {}", sample + 1, problem),
                      "mend the sample, or leave it out"});
  };
  std::size_t variables = 0;
  for (const Graph::Choice& choice : own.choices) {
    if (choice.first != variables || choice.states == 0) {
      fail("choices", "they are not all the variables, in their order");
    }
    variables += choice.states;
  }
  if (variables != own.graph.variables() || variables == 0) {
    fail("choices", "they are not all the variables, in their order");
  }
  if (own.truth.size() != own.choices.size()) fail("truth", "not one state for each choice");
  for (std::size_t c = 0; c < own.choices.size(); ++c) {
    if (own.truth[c] >= own.choices[c].states) {
      fail("truth", fmt::format("choice {} has no state {}", c + 1, own.truth[c]));
    }
  }
  if (own.features.size() != variables) fail("features", "not one list for each variable");
  for (const std::vector<Feature>& list : own.features) {
    for (const Feature& feature : list) {
      if (feature.index >= features_) {
        fail("features", fmt::format("there is no feature {}", feature.index));
      }
      if (!std::isfinite(feature.value)) {
        fail("features", fmt::format("feature {} is not a finite number", feature.index));
      }
    }
  }
  std::vector<double> truth(variables);
  fill_truth(sample, truth);
  require_allowed(sample, own.graph, {truth.begin(), truth.end()});
}

std::size_t GraphCrf::parts(std::size_t sample) const {
  return samples_[sample].graph.variables();
}

std::unique_ptr<Crf::Workspace> GraphCrf::make_workspace() const {
  return std::make_unique<GraphSearch>(options_);
}

void GraphCrf::fill_scores(std::size_t sample, std::span<const double> w,
                           std::span<double> scores) const {
  const auto& features = samples_[sample].features;
  for (std::size_t v = 0; v < scores.size(); ++v) {
    scores[v] = 0;
    for (const auto& [index, value] : features[v]) {
      scores[v] += static_cast<double>(value) * w[index];
    }
  }
}

void GraphCrf::add_features(std::size_t sample, std::span<const double> moments, double scale,
                            std::span<double> into) const {
  const auto& features = samples_[sample].features;
  for (std::size_t v = 0; v < moments.size(); ++v) {
    if (moments[v] == 0) continue;
    for (const auto& [index, value] : features[v]) {
      into[index] += scale * moments[v] * static_cast<double>(value);
    }
  }
}

double GraphCrf::square_of_features(std::size_t sample, std::span<const double> moments) const {
  std::vector<double> sum(features_, 0.0);
  add_features(sample, moments, 1, sum);
  return factor_graph::product(sum, sum);
}

void GraphCrf::fill_truth(std::size_t sample, std::span<double> moments) const {
  const GraphSample& own = samples_[sample];
  std::fill(moments.begin(), moments.end(), 0.0);
  for (std::size_t c = 0; c < own.choices.size(); ++c) {
    moments[own.choices[c].first + own.truth[c]] = 1;
  }
}

void GraphCrf::add_loss(std::size_t sample, std::span<double> scores) const {
  const GraphSample& own = samples_[sample];
  const double share = 1 / static_cast<double>(own.choices.size());
  for (std::size_t c = 0; c < own.choices.size(); ++c) {
    for (std::uint32_t state = 0; state < own.choices[c].states; ++state) {
      if (state != own.truth[c]) scores[own.choices[c].first + state] += share;
    }
  }
}

double GraphCrf::most_likely(std::size_t sample, std::span<const double> scores,
                             std::span<double> moments, Workspace& workspace) const {
  auto& search = static_cast<GraphSearch&>(workspace);
  const auto best = search.most_likely(sample, samples_[sample].graph, scores);
  std::copy(best.assignment.begin(), best.assignment.end(), moments.begin());
  return best.score;
}

void GraphCrf::fill_even_beliefs(std::size_t sample, std::span<double> beliefs,
                                 Workspace& /*workspace*/) const {
  for (const Graph::Choice& choice : samples_[sample].choices) {
    std::fill_n(beliefs.begin() + choice.first, choice.states, 1.0 / choice.states);
  }
}

std::vector<std::uint32_t> GraphCrf::predict(std::size_t sample, std::span<const double> w) const {
  std::vector<double> scores(parts(sample));
  std::vector<double> moments(parts(sample));
  fill_scores(sample, w, scores);
  most_likely(sample, scores, moments, *make_workspace());
  std::vector<std::uint32_t> states;
  for (const Graph::Choice& choice : samples_[sample].choices) {
    const auto first = moments.begin() + choice.first;
    states.push_back(
        static_cast<std::uint32_t>(std::max_element(first, first + choice.states) - first));
  }
  return states;
}

}  // namespace skein::learning
