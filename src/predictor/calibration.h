// Probabilities that can be taken at their word: scores of models divided by a temperature, which
// is fitted on examples that the model has not learnt from (Guo, Pleiss, Sun, Weinberger 2017).
#pragma once

#include <span>
#include <vector>

#include "learning/choice_examples.h"

namespace skein::predictor {

// With which log p(truth) is largest, from 1/8 to 8; 1 where there are no examples.
double fit_temperature(const learning::ChoiceExamples& examples, std::span<const float> scores);

// Probabilities by example and place, "none" last, from logarithms of them at temperature 1.
std::vector<double> probabilities(const learning::ChoiceExamples& examples,
                                  std::span<const float> scores, double temperature);

}  // namespace skein::predictor
