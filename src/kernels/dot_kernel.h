// Kernels on the unit sphere that depend on the product u of two directions only:
//
//    exponential   kappa(u) = exp((u - 1) / sigma^2)
//    polynomial    kappa(u) = ((u + c) / (1 + c))^p
//
// Both have kappa(1) = 1 and Taylor coefficients that are not negative, so that
// k(x, y) = |x| |y| kappa(x y / (|x| |y|)) is positive definite (Schoenberg 1942).
#pragma once

#include <string>

namespace skein::kernels {

struct DotKernel {
  enum class Kind { kExponential, kPolynomial };

  Kind kind = Kind::kExponential;
  double sigma = 0.5;  // exponential: narrower kernels tell more patches apart
  int degree = 2;      // polynomial: p, at least 1
  double offset = 1;   // polynomial: c, not negative

  double value(double u) const;
  double slope(double u) const;  // kappa'(u)

  friend bool operator==(const DotKernel&, const DotKernel&) = default;
};

std::string name_of(const DotKernel& kernel);

}  // namespace skein::kernels
