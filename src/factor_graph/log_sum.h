// Sums of numbers that are known by their logarithms.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

namespace skein::factor_graph {

inline double log_sum_exp(std::span<const double> values) {
  const double most = *std::max_element(values.begin(), values.end());
  if (std::isinf(most)) return most;
  double sum = 0;
  for (double value : values) sum += std::exp(value - most);
  return most + std::log(sum);
}

// sum x log x, with 0 log 0 = 0
inline double sum_of_x_log_x(std::span<const double> values) {
  double sum = 0;
  for (double value : values) {
    if (value > 0) sum += value * std::log(value);
  }
  return sum;
}

}  // namespace skein::factor_graph
