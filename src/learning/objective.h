// The regularized likelihood of a conditional random field,
//
//    P(w) = lambda/2 ||w||^2 + 1/n sum_i (log Z_i(w) - w F(x_i, y_i))
//
// with all samples, on all threads. Sums are put together in the order of fixed blocks of samples,
// so they are the same for any number of threads.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/workers.h"
#include "learning/crf.h"

namespace skein::learning {

class Objective {
 public:
  // All must live as long as this.
  Objective(const Crf& crf, double lambda, Workers& workers);

  double lambda() const { return lambda_; }
  // lambda w + 1/n sum_i (E F(x_i, y) - F(x_i, y_i)) into `gradient`, unless that is empty.
  double value(std::span<const double> w, std::span<double> gradient = {});
  // Passes over the samples so far.
  std::size_t passes() const { return passes_; }

 private:
  struct Block;

  const Crf& crf_;
  double lambda_;
  Workers& workers_;
  std::vector<double> truth_;  // sum_i F(x_i, y_i)
  std::size_t passes_ = 0;
};

}  // namespace skein::learning
