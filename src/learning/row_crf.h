// Models whose places have dense rows of features, such as the maps of a network.
//
// The parts of a sample begin with the labels at its places, place after place; the weights begin
// with a table W of features x labels, or say what it is. The score of label y at place t is
// (W' x_t)_y and what other weights add. So a function of the scores that gains g_t with those at
// place t gains W g_t with the row x_t.
#pragma once

#include <cstdint>
#include <vector>

#include "base/workers.h"
#include "kernels/matrix.h"
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
  // What the features of a row add to the scores of labels, labels x features.
  virtual void fill_label_weights(std::span<const double> w,
                                  kernels::Matrix<float>& by_label) const {
    for (std::size_t j = 0; j < by_label.columns; ++j) {
      for (std::size_t y = 0; y < by_label.rows; ++y) {
        by_label(y, j) = static_cast<float>(w[j * by_label.rows + y]);
      }
    }
  }
  // The same model where all that is not of rows counts once.
  virtual std::vector<double> plain_weights(std::span<const double> w) const {
    return {w.begin(), w.end()};
  }
};

}  // namespace skein::learning
