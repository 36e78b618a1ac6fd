// What the maps of places add to the scores of labels, to predict: without features in between.
//
// The row of a place is x = f o (P R - s), with its pooled maps P, R = kappa(Z'Z)^(-1/2) of the
// last layer, shift s and factor f of the scaler. Scores are W' x, which is linear in P:
//
//    W' x = sum_q V_q' P_q + b,    V_q = R (f_q o W_q),  b = -W' (f o s)
//
// for positions q of the pooled map. So R, with as many rows and columns as there are filters, is
// multiplied once, and not for each position of each map. Where rows are scaled one by one, W has
// to stay above the scaler.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/workers.h"
#include "learning/feature_mapper.h"

namespace skein::learning {

class LabelScorer {
 public:
  // The weights begin with W, a row of labels for each feature. Mapper and weights must live as
  // long as this.
  LabelScorer(const FeatureMapper& mapper, std::span<const double> weights, std::size_t labels);

  // Of all places, labels innermost.
  std::vector<double> scores(const PlaceMaps& maps, Workers& workers) const;
  // Those behind W.
  std::span<const double> other_weights() const { return other_weights_; }

 private:
  void fold();
  void fill_scores(std::span<const float> output, std::span<double> scores) const;

  const FeatureMapper& mapper_;
  std::span<const double> other_weights_;
  bool folded_;
  kernels::Matrix<float> weights_;  // W or V
  std::vector<double> biases_;      // b
};

}  // namespace skein::learning
