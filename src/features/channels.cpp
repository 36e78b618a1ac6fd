#include "features/channels.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace skein::features {
namespace {

constexpr double kMinutesOfDay = 24 * 60;

// At a value within the knots: 1 at knot `k`, 0 at those beside it.
double height_of_hat(std::span<const double> knots, std::size_t k, double value) {
  if (value == knots[k]) return 1;
  if (value < knots[k]) {
    if (k == 0 || value <= knots[k - 1]) return 0;
    return (value - knots[k - 1]) / (knots[k] - knots[k - 1]);
  }
  if (k + 1 == knots.size() || value >= knots[k + 1]) return 0;
  return (knots[k + 1] - value) / (knots[k + 1] - knots[k]);
}

}  // namespace

void Channels::put(std::string_view name, double value) {
  if (names_ != nullptr) names_->emplace_back(name);
  values_.push_back(static_cast<float>(value));
}

void Channels::hats(std::string_view name, std::span<const double> knots,
                    std::optional<double> value) {
  for (std::size_t k = 0; k < knots.size(); ++k) {
    const double height =
        value ? height_of_hat(knots, k, std::clamp(*value, knots.front(), knots.back())) : 0;
    put(names_ != nullptr ? fmt::format("{} {:g}", name, knots[k]) : "", height);
  }
}

void Channels::clock(std::string_view name, std::size_t count,
                     std::optional<double> minute_of_day) {
  const double width = kMinutesOfDay / static_cast<double>(count);
  for (std::size_t k = 0; k < count; ++k) {
    const double at = width * static_cast<double>(k);
    const double apart = minute_of_day ? std::abs(*minute_of_day - at) : kMinutesOfDay / 2;
    const double height = 1 - std::min(apart, kMinutesOfDay - apart) / width;
    put(names_ != nullptr ? fmt::format("{} {:g}h", name, at / 60) : "", std::max(0.0, height));
  }
}

}  // namespace skein::features
