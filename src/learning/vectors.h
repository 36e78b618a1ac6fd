// Sums over long vectors.
#pragma once

#include <cstddef>
#include <span>

namespace skein::learning {

inline double product(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

// to += times from
inline void add(double times, std::span<const double> from, std::span<double> to) {
  for (std::size_t k = 0; k < to.size(); ++k) to[k] += times * from[k];
}

}  // namespace skein::learning
