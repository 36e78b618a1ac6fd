// Sums over the points x = a + step (b - a) between two tables of probabilities: what a line search
// on an entropy asks for.
#pragma once

#include <cstddef>
#include <span>

namespace skein::factor_graph {

struct SegmentSums {
  double x_log_x = 0;    // sum x log x
  double slope = 0;      // sum (b - a) log x
  double curvature = 0;  // sum (b - a)^2 / x
};

// Points that are 0 count as 1e-300.
SegmentSums along_segment(std::span<const double> a, std::span<const double> b, double step);

}  // namespace skein::factor_graph
