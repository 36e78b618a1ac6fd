// What trees look at: a row of values for each candidate, and one for none.
#pragma once

#include <cstddef>
#include <span>

#include "learning/choice_examples.h"

namespace skein::learning {

// The channels, the place, and the number of candidates that may be chosen.
constexpr std::size_t candidate_columns(std::size_t channels) {
  return channels + 2;
}
// The least and the largest value of each channel over what may be chosen, and its number.
constexpr std::size_t none_columns(std::size_t channels) {
  return 2 * channels + 1;
}

void fill_candidate_row(const ChoiceExamples& examples, std::size_t example, std::size_t place,
                        std::span<float> row);
void fill_none_row(const ChoiceExamples& examples, std::size_t example, std::span<float> row);

}  // namespace skein::learning
