// Choices that constrain each other: a model on factor graphs, such as the next flight of each crew
// where no two crews may take the same.
//
// The score of a state of a choice is linear in its features; the factors of the graph say what
// goes together (hard constraints, and scores of their own that are not learnt). Parts are the
// states of all choices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "factor_graph/graph.h"
#include "learning/graph_search.h"
#include "learning/peaked_crf.h"
#include "learning/sequences.h"

namespace skein::learning {

struct GraphSample {
  factor_graph::Graph graph;  // scores of variables are replaced by those that are learnt
  // All of its variables, in their order.
  std::vector<factor_graph::Graph::Choice> choices;
  std::vector<std::uint32_t> truth;            // states, by choice
  std::vector<std::vector<Feature>> features;  // by variable
};

class GraphCrf final : public PeakedCrf<Crf> {
 public:
  // Throws InputError for a sample that is not sound: choices that are not the variables, states or
  // features that there are not, numbers that are none, a truth that the graph forbids.
  GraphCrf(std::vector<GraphSample> samples, std::size_t features,
           const GraphSearchOptions& options = {});

  std::size_t samples() const override { return samples_.size(); }
  std::size_t dimension() const override { return features_; }
  std::size_t parts(std::size_t sample) const override;
  std::unique_ptr<Workspace> make_workspace() const override;

  void fill_scores(std::size_t sample, std::span<const double> w,
                   std::span<double> scores) const override;
  void add_features(std::size_t sample, std::span<const double> moments, double scale,
                    std::span<double> into) const override;
  double square_of_features(std::size_t sample, std::span<const double> moments) const override;
  void fill_truth(std::size_t sample, std::span<double> moments) const override;
  void add_loss(std::size_t sample, std::span<double> scores) const override;

  // Throws InputError, with the factor, where the constraints allow nothing.
  double most_likely(std::size_t sample, std::span<const double> scores, std::span<double> moments,
                     Workspace& workspace) const override;
  void fill_even_beliefs(std::size_t sample, std::span<double> beliefs,
                         Workspace& workspace) const override;

  // Most likely states, by choice.
  std::vector<std::uint32_t> predict(std::size_t sample, std::span<const double> w) const;

 private:
  void require_sound(std::size_t sample) const;

  std::vector<GraphSample> samples_;
  std::size_t features_;
  GraphSearchOptions options_;
};

}  // namespace skein::learning
