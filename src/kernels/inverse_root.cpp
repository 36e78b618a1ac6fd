#include "kernels/inverse_root.h"

#include <algorithm>
#include <cmath>

#include "kernels/hot_loops.h"

namespace skein::kernels {
namespace {

Matrix<double> product(const Matrix<double>& a, const Matrix<double>& b, Transposed transposed) {
  const std::size_t n = a.rows;
  Matrix<double> c(n, n);
  hot_loops<double>().multiply({n, n, n}, transposed, a.values.data(), b.values.data(),
                               Into::kReplace, c.values.data());
  return c;
}

}  // namespace

InverseRoot::InverseRoot(const Matrix<double>& matrix, double ridge)
    : vectors_(matrix.rows, matrix.rows), roots_(matrix.rows) {
  const std::size_t n = matrix.rows;
  hot_loops<double>().eigen(n, matrix.values.data(), roots_.data(), vectors_.values.data());
  for (double& root : roots_) root = std::sqrt(std::max(root, 0.0) + ridge);
  Matrix<double> scaled = vectors_;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) scaled(i, j) /= roots_[j];
  }
  root_ = product(scaled, vectors_, Transposed::kSecond);
}

Matrix<double> InverseRoot::pull_back(const Matrix<double>& gradient) const {
  Matrix<double> inside =
      product(product(vectors_, gradient, Transposed::kFirst), vectors_, Transposed::kNone);
  for (std::size_t i = 0; i < inside.rows; ++i) {
    for (std::size_t j = 0; j < inside.rows; ++j) {
      inside(i, j) *= -1 / (roots_[i] * roots_[j] * (roots_[i] + roots_[j]));
    }
  }
  return product(product(vectors_, inside, Transposed::kNone), vectors_, Transposed::kSecond);
}

}  // namespace skein::kernels
