// Places that choose among candidates, or none of them, with weights that all candidates share:
// what is learnt of one candidate holds for those of every rank.
//
// Labels are the candidates 0, ..., T-1 in their order, and T for none. The row of a place holds a
// row x_t for each candidate, one after the other. Scores are
//
//    s_t = w x_t + b_t,    s_T = v (x_0 + ... + x_{T-1}) / T + b_T
//
// so w has three parts: w, v, and the biases b. (choice_graph_crf.h has weights for each label and
// all of the row instead, T times as many.)
//
// Marginals, for trainers on the likelihood:
//
//    kMostLikely  the most likely labeling, as if all probability were there (peaked_crf.h); the
//                 paper's way
//    kSoft        those of the largest entropy within the constraints, on average (soft_choices.h):
//                 a likelihood whose dual is a bound, for constraints of at most one
//    kAlone       of each place by itself, as if there were no constraints
#pragma once

#include <cstddef>
#include <vector>

#include "learning/choice_graph_crf.h"
#include "learning/row_crf.h"
#include "learning/soft_choices.h"

namespace skein::learning {

enum class ChoiceMarginals { kMostLikely, kSoft, kAlone };

class SharedChoiceCrf final : public RowCrf {
 public:
  // A graph for each sequence. The sequences must live as long as this. Throws InputError for
  // graphs that do not fit them, and for rows that are not one of equal size for each candidate.
  SharedChoiceCrf(const Sequences& sequences, std::vector<ChoiceGraph> graphs,
                  ChoiceMarginals marginals, const GraphSearchOptions& options = {},
                  const SoftChoiceOptions& soft = {});

  void require_allowed_truth() const { choices_.require_allowed_truth(); }
  void features_changed(Workers& /*workers*/) override {}
  void fill_label_weights(std::span<const double> w,
                          kernels::Matrix<float>& by_label) const override;
  // As of a ChoiceGraphCrf: a table of features x labels, which is mostly 0, and biases.
  std::vector<double> plain_weights(std::span<const double> w) const override;

  std::size_t samples() const override { return sequences_.size(); }
  std::size_t dimension() const override { return 2 * features_ + sequences_.labels(); }
  std::size_t parts(std::size_t sample) const override { return choices_.parts(sample); }
  BeliefSize belief_size(std::size_t sample) const override { return {parts(sample), 0}; }
  std::unique_ptr<Workspace> make_workspace() const override { return choices_.make_workspace(); }
  bool has_marginals() const override { return marginals_ != ChoiceMarginals::kMostLikely; }

  void fill_scores(std::size_t sample, std::span<const double> w,
                   std::span<double> scores) const override;
  void add_features(std::size_t sample, std::span<const double> moments, double scale,
                    std::span<double> into) const override;
  double square_of_features(std::size_t sample, std::span<const double> moments) const override;
  void fill_truth(std::size_t sample, std::span<double> moments) const override {
    choices_.fill_truth(sample, moments);
  }
  void add_loss(std::size_t sample, std::span<double> scores) const override {
    choices_.add_loss(sample, scores);
  }
  double infer(std::size_t sample, std::span<const double> scores, std::span<double> beliefs,
               Workspace& workspace) const override;
  void fill_moments(std::size_t sample, std::span<const double> beliefs,
                    std::span<double> moments) const override;
  void fill_sure_beliefs(std::size_t sample, std::span<double> beliefs) const override {
    fill_truth(sample, beliefs);
  }
  void fill_even_beliefs(std::size_t sample, std::span<double> beliefs,
                         Workspace& workspace) const override {
    choices_.fill_even_beliefs(sample, beliefs, workspace);
  }
  double most_likely(std::size_t sample, std::span<const double> scores, std::span<double> moments,
                     Workspace& workspace) const override {
    return choices_.most_likely(sample, scores, moments, workspace);
  }
  std::vector<std::uint32_t> predict(std::size_t sample, std::span<const double> w,
                                     std::span<const double> of_rows = {}) const override;

 private:
  std::size_t candidates() const { return sequences_.labels() - 1; }

  const Sequences& sequences_;
  ChoiceGraphCrf choices_;
  ChoiceMarginals marginals_;
  SoftChoiceOptions soft_;
  std::size_t features_;  // of a candidate
};

}  // namespace skein::learning
