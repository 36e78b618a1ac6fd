// Boosted trees that choose: the strong reference that other predictors are measured against.
//
// The score of a candidate is the sum over rounds of a tree of its channels, its place and the
// number of candidates; the score of none that of a tree of the least and the largest value of each
// channel over the candidates (choice_rows.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "learning/choice_model.h"
#include "learning/gradient_tree.h"

namespace skein::learning {

class ChoiceTrees final : public ChoiceModel {
 public:
  struct Round {
    Tree of_candidates;
    Tree of_none;
  };

  // To be read from an archive.
  ChoiceTrees() = default;
  ChoiceTrees(std::size_t channels, std::size_t places) : channels_(channels), places_(places) {}

  std::vector<float> scores(const ChoiceExamples& examples, Workers& workers) const override;
  // Columns and cuts of splits, and values of leaves.
  std::size_t parameters() const override;
  void exchange(StateArchive& archive) override;

  std::vector<Round>& rounds() { return rounds_; }
  const std::vector<Round>& rounds() const { return rounds_; }

 private:
  void require_readable(const ChoiceExamples& examples) const;
  void fill_scores(const ChoiceExamples& examples, std::size_t example,
                   std::span<float> scores) const;

  std::size_t channels_ = 0;
  std::size_t places_ = 0;
  std::vector<Round> rounds_;
};

}  // namespace skein::learning
