#include "predictor/calibration.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace skein::predictor {
namespace {

using learning::ChoiceExamples;

constexpr double kGolden = 0.6180339887498949;
constexpr double kMost = 2.0794415416798357;  // log 8
constexpr double kPrecision = 1e-3;

// Of one example at that temperature.
double log_sum(std::span<const float> scores, double temperature, double& most) {
  most = -std::numeric_limits<double>::infinity();
  for (const float score : scores) most = std::max(most, static_cast<double>(score) / temperature);
  double sum = 0;
  for (const float score : scores) sum += std::exp(static_cast<double>(score) / temperature - most);
  return most + std::log(sum);
}

// Mean of -log p(truth).
double loss(const ChoiceExamples& examples, std::span<const float> scores, double temperature) {
  const std::size_t labels = examples.places + 1;
  double sum = 0;
  double most = 0;
  for (std::size_t k = 0; k < examples.size(); ++k) {
    const auto own = scores.subspan(k * labels, labels);
    sum +=
        log_sum(own, temperature, most) - static_cast<double>(own[examples.truth[k]]) / temperature;
  }
  return sum / static_cast<double>(examples.size());
}

}  // namespace

// Golden section on the logarithm: the loss is convex in 1/temperature, so it has one valley.
double fit_temperature(const ChoiceExamples& examples, std::span<const float> scores) {
  if (examples.size() == 0) return 1;
  const auto at = [&](double logarithm) { return loss(examples, scores, std::exp(logarithm)); };
  double from = -kMost;
  double to = kMost;
  double left = to - kGolden * (to - from);
  double right = from + kGolden * (to - from);
  double at_left = at(left);
  double at_right = at(right);
  while (to - from > kPrecision) {
    if (at_left < at_right) {
      to = right;
      right = left;
      at_right = at_left;
      left = to - kGolden * (to - from);
      at_left = at(left);
    } else {
      from = left;
      left = right;
      at_left = at_right;
      right = from + kGolden * (to - from);
      at_right = at(right);
    }
  }
  return std::exp((from + to) / 2);
}

std::vector<double> probabilities(const ChoiceExamples& examples, std::span<const float> scores,
                                  double temperature) {
  const std::size_t labels = examples.places + 1;
  std::vector<double> result(scores.size());
  double most = 0;
  for (std::size_t k = 0; k < examples.size(); ++k) {
    const auto own = scores.subspan(k * labels, labels);
    const double sum = log_sum(own, temperature, most);
    for (std::size_t y = 0; y < labels; ++y) {
      result[k * labels + y] = std::exp(static_cast<double>(own[y]) / temperature - sum);
    }
  }
  return result;
}

}  // namespace skein::predictor
