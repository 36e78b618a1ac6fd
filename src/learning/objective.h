// What trainers minimize, over all samples, on all threads:
//
//    P(w) = lambda/2 ||w||^2 + 1/n sum_i (l_i(w) - w F(x_i, y_i))
//
// with l_i = log Z_i for the likelihood of a conditional random field, and
// l_i = max_y (loss(y_i, y) + w F(x_i, y)) for the margin of a structural support vector machine.
//
// Sums are put together in the order of fixed blocks of samples, so they are the same for any
// number of threads.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/workers.h"
#include "learning/crf.h"

namespace skein::learning {

enum class Surrogate { kLikelihood, kMargin };

class Objective {
 public:
  // All must live as long as this.
  Objective(const Crf& crf, double lambda, Workers& workers,
            Surrogate surrogate = Surrogate::kLikelihood);

  double lambda() const { return lambda_; }
  // A (sub)gradient goes into `gradient`, unless that is empty.
  double value(std::span<const double> w, std::span<double> gradient = {});
  // Passes over the samples so far.
  std::size_t passes() const { return passes_; }

 private:
  struct Block;
  void add_sample(std::size_t sample, std::span<const double> w, Block& block) const;

  const Crf& crf_;
  double lambda_;
  Workers& workers_;
  Surrogate surrogate_;
  std::vector<double> truth_;  // sum_i F(x_i, y_i)
  std::size_t passes_ = 0;
};

}  // namespace skein::learning
