// Choices that constrain each other: a model on factor graphs, such as the next flight of each crew
// where no two crews may take the same.
//
// The score of a state of a choice is linear in its features; the factors of the graph say what
// goes together (hard constraints, and scores of their own that are not learnt). Parts are the
// states of all choices.
//
// Marginals of such graphs are out of reach. What is asked for in their place is the most likely
// labeling, as if all probability were there (the paper's appendix, after Kumar and others 2005):
// log Z is then its score. Trainers on the margin need nothing else and stay exact where the
// labeling is; SDCA becomes a heuristic, whose dual proves nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/workers.h"
#include "factor_graph/exact_map.h"
#include "factor_graph/graph.h"
#include "learning/crf.h"
#include "learning/sequences.h"

namespace skein::learning {

struct GraphSample {
  factor_graph::Graph graph;  // scores of variables are replaced by those that are learnt
  // All of its variables, in their order.
  std::vector<factor_graph::Graph::Choice> choices;
  std::vector<std::uint32_t> truth;            // states, by choice
  std::vector<std::vector<Feature>> features;  // by variable
};

struct GraphCrfOptions {
  // Prove the labelings to be the most likely, by branch and bound; else that is done only where
  // AD3 finds none that is allowed.
  bool exact = false;
  factor_graph::Ad3Options ad3;
};

class GraphCrf final : public Crf {
 public:
  // Throws InputError for a sample that is not sound: choices that are not the variables, states or
  // features that there are not, numbers that are none, a truth that the graph forbids.
  GraphCrf(std::vector<GraphSample> samples, std::size_t features,
           const GraphCrfOptions& options = {});

  std::size_t samples() const override { return samples_.size(); }
  std::size_t dimension() const override { return features_; }
  std::size_t parts(std::size_t sample) const override;
  BeliefSize belief_size(std::size_t sample) const override { return {parts(sample), 0}; }
  std::unique_ptr<Workspace> make_workspace() const override;
  bool has_marginals() const override { return false; }

  void fill_scores(std::size_t sample, std::span<const double> w,
                   std::span<double> scores) const override;
  void add_features(std::size_t sample, std::span<const double> moments, double scale,
                    std::span<double> into) const override;
  double square_of_features(std::size_t sample, std::span<const double> moments) const override;
  void fill_truth(std::size_t sample, std::span<double> moments) const override;
  void add_loss(std::size_t sample, std::span<double> scores) const override;

  // Both throw InputError, with the factor, where the constraints allow nothing.
  double infer(std::size_t sample, std::span<const double> scores, std::span<double> beliefs,
               Workspace& workspace) const override;
  double most_likely(std::size_t sample, std::span<const double> scores, std::span<double> moments,
                     Workspace& workspace) const override;
  void fill_moments(std::size_t sample, std::span<const double> beliefs,
                    std::span<double> moments) const override;
  void fill_sure_beliefs(std::size_t sample, std::span<double> beliefs) const override;
  void fill_even_beliefs(std::size_t sample, std::span<double> beliefs,
                         Workspace& workspace) const override;

  // Most likely states, by choice.
  std::vector<std::uint32_t> predict(std::size_t sample, std::span<const double> w) const;

 private:
  struct Room;
  void require_sound(std::size_t sample) const;
  [[noreturn]] static void fail_infeasible(std::size_t sample, const factor_graph::Graph& graph,
                                           std::size_t factor);

  std::vector<GraphSample> samples_;
  std::size_t features_;
  GraphCrfOptions options_;
};

}  // namespace skein::learning
