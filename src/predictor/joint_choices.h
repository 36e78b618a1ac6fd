// The choices of all examples of a group together: no two take the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/workers.h"
#include "learning/choice_examples.h"

namespace skein::predictor {

struct JointOptions {
  // Flows of least cost, or with pairs branch and bound, which are exact; else AD3, whose result is
  // mostly the same.
  bool exact = false;
};

struct JointChoices {
  std::vector<std::uint32_t> chosen;  // by example: a place, or `places` for none
  double log_probability = 0;         // the sum over all, and of the scores of pairs
  double bound = 0;                   // no choices have more
};

struct ChoiceAt {
  std::uint32_t example = 0;
  std::uint32_t place = 0;
};

// What it adds if both are chosen. Both are allowed, and of one group.
struct PairScore {
  ChoiceAt first;
  ChoiceAt second;
  double score = 0;
};

// `scores` by example and place, "none" last: logarithms of probabilities.
JointChoices choose_jointly(const learning::ChoiceExamples& examples, std::span<const float> scores,
                            const JointOptions& options, Workers& workers,
                            std::span<const PairScore> pairs = {});

// Each for itself.
std::vector<std::uint32_t> choose_alone(const learning::ChoiceExamples& examples,
                                        std::span<const float> scores);

}  // namespace skein::predictor
