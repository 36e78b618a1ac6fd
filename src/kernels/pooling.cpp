#include "kernels/pooling.h"

#include <algorithm>
#include <cmath>

namespace skein::kernels {
namespace {

// Beyond this many widths weights are less than 1e-3 of the largest.
constexpr double kReach = 2.6;

}  // namespace

template <class Scalar>
PoolAxis<Scalar>::PoolAxis(std::size_t size, std::size_t step, double width)
    : inputs(size), outputs((size + step - 1) / step) {
  const double scale = width * static_cast<double>(step);
  // Centres of the blocks of `step` positions; symmetric where the blocks fill the axis.
  const double last_block = static_cast<double>(outputs * step - size);
  const auto centre = [&](std::size_t k) {
    return (static_cast<double>(k) + 0.5) * static_cast<double>(step) - 0.5 - last_block / 2;
  };
  const auto weight = [&](double distance) {
    return scale == 0 ? 1.0 : std::exp(-distance * distance / (scale * scale));
  };
  const double block = static_cast<double>(step) / 2 - 0.01;  // as far as its positions lie
  const double reach = std::max(block, kReach * scale);
  taps = std::min(size, static_cast<std::size_t>(2 * reach) + 1);
  for (std::size_t k = 0; k < outputs; ++k) {
    const double begin = std::ceil(centre(k) - reach);
    const double most = static_cast<double>(size - taps);
    first.push_back(static_cast<std::uint32_t>(std::clamp(begin, 0.0, most)));
    double whole = 0;  // of all weights, those beyond the border too
    for (double d = begin; d <= centre(k) + reach; ++d) whole += weight(d - centre(k));
    for (std::size_t i = 0; i < taps; ++i) {
      const double distance = static_cast<double>(first.back() + i) - centre(k);
      const double own = std::abs(distance) <= reach ? weight(distance) : 0;
      weights.push_back(static_cast<Scalar>(own / whole));
    }
  }
}

template struct PoolAxis<float>;
template struct PoolAxis<double>;

}  // namespace skein::kernels
