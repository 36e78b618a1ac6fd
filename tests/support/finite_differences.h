// Slopes of a function by differences, to check gradients with.
#pragma once

#include <cmath>
#include <functional>

namespace skein::test {

// Of `function`, which looks at `value`, by differences of fourth order.
inline double slope_by_differences(double& value, const std::function<double()>& function,
                                   double step = 1e-3) {
  const double kept = value;
  const auto at = [&](double steps) {
    value = kept + steps * step;
    return function();
  };
  const double slope = (8 * (at(1) - at(-1)) - (at(2) - at(-2))) / (12 * step);
  value = kept;
  return slope;
}

}  // namespace skein::test
