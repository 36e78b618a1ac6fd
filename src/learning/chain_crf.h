// Conditional random fields on labelled sequences: chains of first or second order.
//
// F counts, for each label: the features at its places, the places, the first and the last place;
// and how often labels follow each other, in twos and, with order 2, in threes. w has them in that
// order, labels innermost.
//
// What is not of features counts `context` times, so that its weights are held back less, by the
// square: with lambda the same for all of w, that is how context and features are weighed against
// each other.
#pragma once

#include <cstdint>
#include <vector>

#include "base/workers.h"
#include "factor_graph/chain.h"
#include "learning/row_crf.h"
#include "learning/sample_rows.h"
#include "learning/sequences.h"

namespace skein::learning {

// Where in w the parts begin.
struct ChainWeights {
  ChainWeights(std::size_t labels, std::size_t features, int order);

  std::size_t labels;
  int order;
  std::size_t always;  // biases of labels
  std::size_t first;
  std::size_t last;
  std::size_t pairs;
  std::size_t triples;
  std::size_t size;
};

// Parts are the labels at all places, then the pairs of labels, wherever they follow each other,
// then, with order 2, the triples.
class ChainCrf final : public RowCrf {
 public:
  // The sequences must live as long as this. Throws InputError for one that is empty.
  ChainCrf(const Sequences& sequences, int order, double context = 1);
  void features_changed(Workers& workers) override;

  std::size_t samples() const override { return sequences_.size(); }
  std::size_t dimension() const override { return weights_.size; }
  std::size_t parts(std::size_t sample) const override;
  BeliefSize belief_size(std::size_t sample) const override;
  std::unique_ptr<Workspace> make_workspace() const override;

  void fill_scores(std::size_t sample, std::span<const double> w,
                   std::span<double> scores) const override;
  void add_features(std::size_t sample, std::span<const double> moments, double scale,
                    std::span<double> into) const override;
  double square_of_features(std::size_t sample, std::span<const double> moments) const override;
  void fill_truth(std::size_t sample, std::span<double> moments) const override;
  void add_loss(std::size_t sample, std::span<double> scores) const override;

  double infer(std::size_t sample, std::span<const double> scores, std::span<double> beliefs,
               Workspace& workspace) const override;
  void fill_moments(std::size_t sample, std::span<const double> beliefs,
                    std::span<double> moments) const override;
  void fill_sure_beliefs(std::size_t sample, std::span<double> beliefs) const override;
  void fill_even_beliefs(std::size_t sample, std::span<double> beliefs,
                         Workspace& workspace) const override;
  double most_likely(std::size_t sample, std::span<const double> scores, std::span<double> moments,
                     Workspace& workspace) const override;

  std::vector<std::uint32_t> predict(std::size_t sample, std::span<const double> w,
                                     std::span<const double> of_rows = {}) const override;
  std::vector<double> plain_weights(std::span<const double> w) const override;

 private:
  struct Room;
  // Where in the parts of a sample those kinds begin that it has; its end, if it has none.
  struct Layout {
    std::size_t pairs;
    std::size_t triples;
    std::size_t end;
  };

  Layout layout(std::size_t sample) const;
  factor_graph::ChainShape shape(std::size_t sample) const;
  factor_graph::ChainScores chain_scores(std::size_t sample, std::span<const double> scores) const;
  void mark(std::size_t sample, std::span<const std::uint32_t> labels,
            std::span<double> moments) const;
  void fill_products(std::size_t sample, std::span<double> scratch);

  const Sequences& sequences_;
  ChainWeights weights_;
  double context_;
  SampleRows products_;  // of the feature rows of a sample's places with each other
};

}  // namespace skein::learning
