#include "factor_graph/vectors.h"

#include <cassert>

#include "factor_graph/kernels.h"

namespace skein::factor_graph {

double product(std::span<const double> a, std::span<const double> b) {
  assert(a.size() == b.size());
  return kernels().product(a.data(), b.data(), static_cast<std::ptrdiff_t>(a.size()));
}

void add(double times, std::span<const double> from, std::span<double> to) {
  assert(from.size() == to.size());
  kernels().add(times, from.data(), to.data(), static_cast<std::ptrdiff_t>(to.size()));
}

void approach(double step, std::span<const double> goal, std::span<double> values) {
  assert(goal.size() == values.size());
  kernels().approach(step, goal.data(), values.data(), static_cast<std::ptrdiff_t>(values.size()));
}

}  // namespace skein::factor_graph
