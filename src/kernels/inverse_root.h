// K^(-1/2) of a symmetric matrix, and how it changes with K.
//
// With K = V diag(d) V' the derivative is D(K^(-1/2))[E] = V ((V' E V) o F) V', where F has the
// divided differences of d^(-1/2),
//
//    F_ij = (d_i^(-1/2) - d_j^(-1/2)) / (d_i - d_j) = -1 / (sqrt(d_i d_j) (sqrt(d_i) + sqrt(d_j))),
//
// which has no trouble where eigenvalues coincide. F is symmetric, so the derivative is its own
// adjoint.
#pragma once

#include <cstddef>

#include "kernels/matrix.h"

namespace skein::kernels {

class InverseRoot {
 public:
  InverseRoot() = default;
  // Of K + ridge I; eigenvalues below the ridge count as the ridge.
  InverseRoot(const Matrix<double>& matrix, double ridge);

  const Matrix<double>& root() const { return root_; }
  // What a function gains with K, given what it gains with K^(-1/2).
  Matrix<double> pull_back(const Matrix<double>& gradient) const;

 private:
  Matrix<double> vectors_;
  Numbers<double> roots_;  // sqrt(d)
  Matrix<double> root_;
};

}  // namespace skein::kernels
