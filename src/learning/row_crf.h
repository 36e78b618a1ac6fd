// Models whose places have dense rows of features, such as the maps of a network.
//
// The parts of a sample begin with the labels at its places, place after place; the weights begin
// with a table W of features x labels. The score of label y at place t is (W' x_t)_y and what other
// weights add. So a function of the scores that gains g_t with those at place t gains W g_t with
// the row x_t.
#pragma once

#include <cstdint>
#include <vector>

#include "base/workers.h"
#include "learning/crf.h"

namespace skein::learning {

class RowCrf : public Crf {
 public:
  // To be called when the rows are others than before.
  virtual void features_changed(Workers& workers) = 0;
  // The most likely labels, by place. What the rows add to the scores of labels may be known
  // already: then it is given, and the sequences have no features.
  virtual std::vector<std::uint32_t> predict(std::size_t sample, std::span<const double> w,
                                             std::span<const double> of_rows = {}) const = 0;
  // The same model where all that is not of rows counts once.
  virtual std::vector<double> plain_weights(std::span<const double> w) const {
    return {w.begin(), w.end()};
  }
};

}  // namespace skein::learning
