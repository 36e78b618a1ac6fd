#include "learning/adam.h"

#include <cmath>

namespace skein::learning {
namespace {

constexpr double kLeastRoot = 1e-8;  // gradients that are always 0 move nothing

}  // namespace

Adam::Adam(std::vector<char> shrinks, const AdamOptions& options)
    : options_(options),
      shrinks_(std::move(shrinks)),
      means_(shrinks_.size(), 0.0F),
      squares_(shrinks_.size(), 0.0F) {}

void Adam::step(std::span<const float> gradient, double rate, std::span<float> parameters) {
  const auto count = static_cast<double>(++steps_);
  const double first = options_.rate * rate;
  const auto length = static_cast<float>(first / (1 - std::pow(options_.momentum, count)));
  const auto correction =
      static_cast<float>(1 / std::sqrt(1 - std::pow(options_.forgetting, count)));
  const auto new_mean = static_cast<float>(1 - options_.momentum);
  const auto new_square = static_cast<float>(1 - options_.forgetting);
  const auto shrinking = static_cast<float>(first * options_.decay);
  for (std::size_t k = 0; k < parameters.size(); ++k) {
    means_[k] += new_mean * (gradient[k] - means_[k]);
    squares_[k] += new_square * (gradient[k] * gradient[k] - squares_[k]);
    const float root = correction * std::sqrt(squares_[k]) + static_cast<float>(kLeastRoot);
    if (shrinks_[k] != 0) parameters[k] -= shrinking * parameters[k];
    parameters[k] -= length * means_[k] / root;
  }
}

void Adam::exchange(StateArchive& archive) {
  archive.exchange("steps", steps_);
  archive.exchange("mean gradients", std::span<float>(means_));
  archive.exchange("mean squares", std::span<float>(squares_));
}

}  // namespace skein::learning
