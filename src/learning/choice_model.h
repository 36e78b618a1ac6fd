// What chooses among candidates, learnt in whatever way: networks, trees, Struct-CKN.
#pragma once

#include <cstddef>
#include <vector>

#include "base/state_archive.h"
#include "base/workers.h"
#include "learning/choice_examples.h"

namespace skein::learning {

class ChoiceModel {
 public:
  virtual ~ChoiceModel() = default;

  // By example and place, "none" last: logarithms of probabilities, each example by itself. Minus
  // infinity where a choice is not allowed. The truth is not looked at. The same for any number of
  // threads. Throws InputError for examples of another shape than the model was trained on.
  virtual std::vector<float> scores(const ChoiceExamples& examples, Workers& workers) const = 0;
  virtual std::size_t parameters() const = 0;
  // All that the scores depend on.
  virtual void exchange(StateArchive& archive) = 0;
};

}  // namespace skein::learning
