// The loss of a chain of letters, and its slope, by exact inference.
//
//    loss = log Z - score(truth),    d loss / d score of a part = its marginal - [it is in the
//    truth]
//
// The network below needs no more than this slope, so nothing is differentiated through the chain.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "factor_graph/chain.h"

namespace skein::neural {

// Scores of one word; the last label innermost.
struct ChainWord {
  std::span<const double> nodes;  // letters x labels
  std::span<const double> pairs;  // labels x labels, the same all along the word
  std::size_t labels = 0;

  factor_graph::ChainScores scores() const;
};

class ChainLoss {
 public:
  // Returns the loss; fills `node_slopes` and adds to `pair_slopes`.
  double add(const ChainWord& word, std::span<const std::int64_t> truth,
             std::span<double> node_slopes, std::span<double> pair_slopes);

 private:
  factor_graph::ChainMarginals marginals_;
  factor_graph::ChainWorkspace workspace_;
};

}  // namespace skein::neural
