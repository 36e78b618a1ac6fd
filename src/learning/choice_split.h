// Which examples of choices are learnt from, which are held out, and how good predictions are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "learning/choice_examples.h"

namespace skein::learning {

enum class HoldOut : std::uint8_t {
  kLastExamples,  // the last of each group: to predict how a month goes on
  kLastGroups,    // whole groups: to predict another month
};

struct ValidationOptions {
  double share = 0.15;  // 0: nothing is held out
  // Whole groups need several of them; where there is one only, its last examples serve.
  HoldOut hold_out = HoldOut::kLastExamples;
};

struct ChoiceSplit {
  std::vector<std::uint32_t> training;
  std::vector<std::uint32_t> validation;
};

// Throws InputError for a share that leaves nothing to learn from, or truths that are not allowed.
ChoiceSplit split_examples(const ChoiceExamples& examples, const ValidationOptions& options);

struct ChoiceFit {
  double loss = 0;   // mean of -log p(truth)
  double error = 0;  // share of examples that would not choose the truth
};

// Of logarithms of probabilities, by example and class.
ChoiceFit fit_of(const ChoiceExamples& examples, std::span<const float> scores);

// These examples apart.
ChoiceExamples examples_of(const ChoiceExamples& examples, std::span<const std::uint32_t> members);

}  // namespace skein::learning
