#include "learning/choice_graph_crf.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include <fmt/format.h>

#include "base/input_error.h"
#include "factor_graph/rows.h"
#include "factor_graph/vectors.h"

namespace skein::learning {
namespace {

// Products of rows want so many weights behind those of features; more than there are labels stay
// 0.
constexpr std::size_t kLeastBiases = 8;

[[noreturn]] void fail(const char* field, std::size_t sample, const std::string& problem) {
  throw InputError({"", 0, field, fmt::format("sample {}: {}", sample + 1, problem),
                    "mend the sample, or leave it out"});
}

void require_fit(const Sequences& sequences, std::size_t sample, const ChoiceGraph& graph) {
  if (graph.places() != sequences.length(sample) || graph.labels() != sequences.labels()) {
    fail("graphs", sample,
         fmt::format("the graph has {} places with {} labels, the sample {} with {}",
                     graph.places(), graph.labels(), sequences.length(sample), sequences.labels()));
  }
  if (graph.graph().variables() != graph.parts_of_variables().size()) {
    fail("graphs", sample, "variables were added that are no label of a place");
  }
}

}  // namespace

ChoiceGraphCrf::ChoiceGraphCrf(const Sequences& sequences, std::vector<ChoiceGraph> graphs,
                               const GraphSearchOptions& options)
    : sequences_(sequences), graphs_(std::move(graphs)), options_(options) {
  if (graphs_.size() != sequences.size()) {
    throw InputError({"", 0, "graphs",
                      fmt::format("{} graphs for {} samples", graphs_.size(), sequences.size()),
                      "give one for each sample"});
  }
  for (std::size_t i = 0; i < graphs_.size(); ++i) require_fit(sequences, i, graphs_[i]);
}

void ChoiceGraphCrf::require_allowed_truth() const {
  for (std::size_t i = 0; i < graphs_.size(); ++i) {
    const auto truth = sequences_.truth(i);
    std::vector<char> assignment(graphs_[i].graph().variables(), 0);
    for (std::size_t t = 0; t < truth.size(); ++t) {
      const factor_graph::Variable chosen = graphs_[i].variable({t, truth[t]});
      if (chosen == ChoiceGraph::kForbidden) {
        fail("truth", i, fmt::format("place {} may not choose its label {}", t + 1, truth[t]));
      }
      assignment[chosen] = 1;
    }
    require_allowed(i, graphs_[i].graph(), assignment);
  }
}

std::size_t ChoiceGraphCrf::dimension() const {
  return biases() + std::max(sequences_.labels(), kLeastBiases);
}

std::unique_ptr<Crf::Workspace> ChoiceGraphCrf::make_workspace() const {
  return std::make_unique<GraphSearch>(options_);
}

void ChoiceGraphCrf::fill_scores(std::size_t sample, std::span<const double> w,
                                 std::span<double> scores) const {
  const std::size_t labels = sequences_.labels();
  for (std::size_t part = 0; part < scores.size(); part += labels) {
    std::copy_n(w.data() + biases(), labels, scores.data() + part);
  }
  factor_graph::add_scores(sequences_.rows(sample), w, labels, scores);
}

void ChoiceGraphCrf::add_features(std::size_t sample, std::span<const double> moments, double scale,
                                  std::span<double> into) const {
  const std::size_t labels = sequences_.labels();
  factor_graph::add_outer(sequences_.rows(sample), scale, moments, labels, into);
  for (std::size_t part = 0; part < moments.size(); ++part) {
    into[biases() + part % labels] += scale * moments[part];
  }
}

// A sample may have so many places that the products of all rows with each other do not fit into
// memory; A m always does.
double ChoiceGraphCrf::square_of_features(std::size_t sample,
                                          std::span<const double> moments) const {
  std::vector<double> sum(dimension(), 0.0);
  add_features(sample, moments, 1, sum);
  return factor_graph::product(sum, sum);
}

void ChoiceGraphCrf::fill_truth(std::size_t sample, std::span<double> moments) const {
  const auto truth = sequences_.truth(sample);
  std::fill(moments.begin(), moments.end(), 0.0);
  for (std::size_t t = 0; t < truth.size(); ++t) moments[t * sequences_.labels() + truth[t]] = 1;
}

void ChoiceGraphCrf::add_loss(std::size_t sample, std::span<double> scores) const {
  const auto truth = sequences_.truth(sample);
  const std::size_t labels = sequences_.labels();
  const double share = 1 / static_cast<double>(truth.size());
  for (std::size_t t = 0; t < truth.size(); ++t) {
    for (std::size_t y = 0; y < labels; ++y) {
      if (y != truth[t]) scores[t * labels + y] += share;
    }
  }
}

void ChoiceGraphCrf::fill_even_beliefs(std::size_t sample, std::span<double> beliefs,
                                       Workspace& /*workspace*/) const {
  const ChoiceGraph& own = graphs_[sample];
  for (std::size_t t = 0; t < own.places(); ++t) {
    const auto variables = own.variables_at(t);
    const auto forbidden = std::ranges::count(variables, ChoiceGraph::kForbidden);
    const double even = 1 / static_cast<double>(std::ssize(variables) - forbidden);
    for (std::size_t y = 0; y < own.labels(); ++y) {
      beliefs[t * own.labels() + y] = variables[y] == ChoiceGraph::kForbidden ? 0 : even;
    }
  }
}

double ChoiceGraphCrf::most_likely(std::size_t sample, std::span<const double> scores,
                                   std::span<double> moments, Workspace& workspace) const {
  const std::span<const std::uint32_t> parts = graphs_[sample].parts_of_variables();
  std::vector<double> allowed(parts.size());
  for (std::size_t v = 0; v < parts.size(); ++v) allowed[v] = scores[parts[v]];
  const auto best =
      static_cast<GraphSearch&>(workspace).most_likely(sample, graphs_[sample].graph(), allowed);
  std::fill(moments.begin(), moments.end(), 0.0);
  for (std::size_t v = 0; v < parts.size(); ++v) moments[parts[v]] = best.assignment[v];
  return best.score;
}

std::vector<std::uint32_t> ChoiceGraphCrf::predict(std::size_t sample, std::span<const double> w,
                                                   std::span<const double> of_rows) const {
  std::vector<double> scores(parts(sample));
  std::vector<double> moments(parts(sample));
  fill_scores(sample, w, scores);
  factor_graph::add(1, of_rows, std::span(scores).first(of_rows.size()));
  most_likely(sample, scores, moments, *make_workspace());
  std::vector<std::uint32_t> labels(graphs_[sample].places());
  for (std::size_t part = 0; part < moments.size(); ++part) {
    if (moments[part] == 0) continue;
    labels[part / sequences_.labels()] = static_cast<std::uint32_t>(part % sequences_.labels());
  }
  return labels;
}

}  // namespace skein::learning
