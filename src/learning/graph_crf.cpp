#include "learning/graph_crf.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "base/input_error.h"
#include "factor_graph/ad3.h"
#include "factor_graph/vectors.h"

namespace skein::learning {

using factor_graph::Ad3State;
using factor_graph::Graph;
using factor_graph::Variable;

// Graphs with the scores of the last question, and where AD3 ended on it.
struct GraphCrf::Room final : Crf::Workspace {
  struct Asked {
    Graph graph;
    Ad3State state;
  };
  std::map<std::size_t, Asked> asked;
  Workers alone{1};
};

GraphCrf::GraphCrf(std::vector<GraphSample> samples, std::size_t features,
                   const GraphCrfOptions& options)
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
  const std::vector<char> assignment(truth.begin(), truth.end());
  const std::size_t factor = own.graph.forbidding_factor(assignment);
  if (factor < own.graph.factors().size()) {
    fail("truth", fmt::format("factor {} ({}) forbids it", factor + 1,
                              name_of(own.graph.factors()[factor].kind)));
  }
}

std::size_t GraphCrf::parts(std::size_t sample) const {
  return samples_[sample].graph.variables();
}

std::unique_ptr<Crf::Workspace> GraphCrf::make_workspace() const {
  return std::make_unique<Room>();
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

void GraphCrf::fail_infeasible(std::size_t sample, const Graph& graph, std::size_t factor) {
  throw InputError({"", 0, fmt::format("factor {}", factor + 1),
                    fmt::format("sample {}: the constraints allow no labeling; this one ({}) is "
                                "where they agree least",
                                sample + 1, name_of(graph.factors()[factor].kind)),
                    "relax a constraint of the sample, or leave it out"});
}

double GraphCrf::most_likely(std::size_t sample, std::span<const double> scores,
                             std::span<double> moments, Workspace& workspace) const {
  auto& room = static_cast<Room&>(workspace);
  Room::Asked& asked =
      room.asked.try_emplace(sample, Room::Asked{samples_[sample].graph, {}}).first->second;
  for (std::size_t v = 0; v < scores.size(); ++v) {
    asked.graph.set_score(static_cast<Variable>(v), scores[v]);
  }
  std::vector<char> assignment;
  double score = 0;
  if (!options_.exact) {
    auto found = factor_graph::run_ad3(asked.graph, room.alone, options_.ad3, &asked.state);
    assignment = std::move(found.assignment);
    score = found.primal;
  }
  std::size_t worst = 0;
  if (assignment.empty()) {
    factor_graph::ExactMapOptions exact;
    exact.ad3 = options_.ad3;
    auto best = factor_graph::find_most_likely(asked.graph, room.alone, exact);
    assignment = std::move(best.assignment);
    score = best.primal;
    worst = best.worst_factor;
  }
  if (assignment.empty()) fail_infeasible(sample, asked.graph, worst);
  std::copy(assignment.begin(), assignment.end(), moments.begin());
  return score;
}

double GraphCrf::infer(std::size_t sample, std::span<const double> scores,
                       std::span<double> beliefs, Workspace& workspace) const {
  return most_likely(sample, scores, beliefs, workspace);
}

void GraphCrf::fill_moments(std::size_t /*sample*/, std::span<const double> beliefs,
                            std::span<double> moments) const {
  std::copy(beliefs.begin(), beliefs.end(), moments.begin());
}

void GraphCrf::fill_sure_beliefs(std::size_t sample, std::span<double> beliefs) const {
  fill_truth(sample, beliefs);
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
