#include "learning/sphere_descent.h"

#include <cmath>
#include <numbers>

namespace skein::learning {
namespace {

constexpr double kTiny = 1e-30;  // of squares

// Takes from a vector what is along the direction.
template <class Vector>
void make_tangent(std::span<const float> direction, Vector& vector) {
  double along = 0;
  for (std::size_t j = 0; j < direction.size(); ++j) {
    along += static_cast<double>(direction[j]) * vector[j];
  }
  for (std::size_t j = 0; j < direction.size(); ++j) {
    vector[j] -= along * static_cast<double>(direction[j]);
  }
}

}  // namespace

SphereDescent::SphereDescent(std::size_t filters, std::size_t size,
                             const SphereDescentOptions& options)
    : options_(options), mean_(filters, size), squares_(filters, 0.0) {}

void SphereDescent::step(kernels::Matrix<float>& filters, const kernels::Matrix<float>& gradient,
                         double progress) {
  ++steps_;
  const double count = static_cast<double>(steps_);
  const double angle = options_.angle * (1 + std::cos(std::numbers::pi * progress)) / 2;
  const double whole_mean = 1 - std::pow(options_.momentum, count);
  const double whole_square = 1 - std::pow(options_.forgetting, count);
  std::vector<double> slope(filters.columns);
  for (std::size_t k = 0; k < filters.rows; ++k) {
    const auto filter = filters.row(k);
    const auto mean = mean_.row(k);
    for (std::size_t j = 0; j < slope.size(); ++j) slope[j] = gradient(k, j);
    make_tangent(filter, slope);
    double square = 0;
    for (std::size_t j = 0; j < slope.size(); ++j) {
      mean[j] += (1 - options_.momentum) * (slope[j] - mean[j]);
      square += slope[j] * slope[j];
    }
    squares_[k] += (1 - options_.forgetting) * (square - squares_[k]);
    const double length = std::sqrt(squares_[k] / whole_square + kTiny);
    double norm = 0;
    for (std::size_t j = 0; j < slope.size(); ++j) {
      const double moved = static_cast<double>(filter[j]) - angle * mean[j] / whole_mean / length;
      slope[j] = moved;
      norm += moved * moved;
    }
    norm = std::sqrt(norm);
    for (std::size_t j = 0; j < slope.size(); ++j) filter[j] = static_cast<float>(slope[j] / norm);
    make_tangent(filter, mean);
  }
}

void SphereDescent::exchange(StateArchive& archive) {
  archive.exchange("steps", steps_);
  archive.exchange("mean gradients", mean_.values);
  archive.exchange("mean squares", squares_);
}

}  // namespace skein::learning
