// Places with dense rows of features that choose labels, within hard constraints: the model of
// flight connections (section 5.2 of the paper).
//
// F counts, for each label: the features at its places, and the places. w has them in that order,
// labels innermost. Nothing is learnt of pairs: what goes together is up to the factors of the
// graphs. Parts are the labels at all places, those that are forbidden too; these are never chosen.
#pragma once

#include <cstdint>
#include <vector>

#include "learning/choice_graph.h"
#include "learning/graph_search.h"
#include "learning/peaked_crf.h"
#include "learning/row_crf.h"
#include "learning/sequences.h"

namespace skein::learning {

class ChoiceGraphCrf final : public PeakedCrf<RowCrf> {
 public:
  // A graph for each sequence. The sequences must live as long as this. Throws InputError for
  // graphs that do not fit them.
  ChoiceGraphCrf(const Sequences& sequences, std::vector<ChoiceGraph> graphs,
                 const GraphSearchOptions& options = {});
  // Throws InputError for a truth that its graph forbids, so that nothing can be learnt from it.
  void require_allowed_truth() const;
  void features_changed(Workers& /*workers*/) override {}

  const ChoiceGraph& graph(std::size_t sample) const { return graphs_[sample]; }
  std::size_t samples() const override { return sequences_.size(); }
  std::size_t dimension() const override;
  std::size_t parts(std::size_t sample) const override { return graphs_[sample].parts(); }
  std::unique_ptr<Workspace> make_workspace() const override;

  void fill_scores(std::size_t sample, std::span<const double> w,
                   std::span<double> scores) const override;
  void add_features(std::size_t sample, std::span<const double> moments, double scale,
                    std::span<double> into) const override;
  double square_of_features(std::size_t sample, std::span<const double> moments) const override;
  void fill_truth(std::size_t sample, std::span<double> moments) const override;
  void add_loss(std::size_t sample, std::span<double> scores) const override;
  void fill_even_beliefs(std::size_t sample, std::span<double> beliefs,
                         Workspace& workspace) const override;
  // Throws InputError, with the factor, where the constraints allow nothing.
  double most_likely(std::size_t sample, std::span<const double> scores, std::span<double> moments,
                     Workspace& workspace) const override;
  std::vector<std::uint32_t> predict(std::size_t sample, std::span<const double> w,
                                     std::span<const double> of_rows = {}) const override;

 private:
  std::size_t biases() const { return sequences_.features() * sequences_.labels(); }

  const Sequences& sequences_;
  std::vector<ChoiceGraph> graphs_;
  GraphSearchOptions options_;
};

}  // namespace skein::learning
