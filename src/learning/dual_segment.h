// The dual objective of a conditional random field on the way from the beliefs mu of one sample to
// those of the model, nu:
//
//    f(gamma)  = H(mu + gamma delta) - lambda n/2 ||w + gamma v||^2 + lambda n/2 ||w||^2
//    f'(gamma) = -sum_C delta log(.) + sum_S delta log(.) - lambda n (w v + gamma ||v||^2)
//
// with delta = nu - mu and v = w(delta). It is concave. Since log nu is known as a score,
// f'(1) = -lambda n ||v||^2 needs no look at the beliefs, nor do f(0) and f(1).
#pragma once

#include <cstddef>
#include <span>

#include "learning/crf.h"

namespace skein::learning {

struct DualSegment {
  BeliefSize size;
  std::span<const double> from;  // mu
  std::span<const double> to;    // nu
  double entropy_from = 0;       // H(mu) = f(0)
  double entropy_to = 0;         // H(nu)
  double linear = 0;             // lambda n w v
  double square = 0;             // lambda n ||v||^2

  double at_1() const { return entropy_to - linear - square / 2; }
};

// H of the beliefs.
double entropy_of(const BeliefSize& size, std::span<const double> beliefs);

struct DualStep {
  double gamma = 0;    // in [0, 1)
  double entropy = 0;  // of the beliefs there
  int looks = 0;       // at the beliefs
};

// The highest point, to a relative precision of gamma: Newton's method from the parabola through
// f(0), f(1) and f'(1), kept between a point where f rises and one where it falls.
DualStep best_step(const DualSegment& segment, double tolerance);

}  // namespace skein::learning
