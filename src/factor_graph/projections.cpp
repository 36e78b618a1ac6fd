#include "factor_graph/projections.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace skein::factor_graph {
namespace {

double clipped(double value) {
  return std::clamp(value, 0.0, 1.0);
}

// Outputs are at least as large as inputs: those inputs that are larger than the output meet it in
// their common mean.
void project_below_output(std::span<double> a) {
  const std::span<double> inputs = a.first(a.size() - 1);
  std::vector<double> larger;
  for (double input : inputs) {
    if (input > a.back()) larger.push_back(input);
  }
  std::sort(larger.begin(), larger.end(), [](double x, double y) { return x > y; });
  double sum = a.back();
  double mean = sum;
  double count = 1;
  for (double input : larger) {
    if (input <= mean) break;
    sum += input;
    count += 1;
    mean = sum / count;
  }
  a.back() = mean;
  for (double& input : inputs) input = std::min(input, mean);
}

}  // namespace

// Michelot's method: what falls below the level that all would need is 0, and the rest needs a
// higher one.
void project_on_simplex(std::span<double> a, double total) {
  double sum = 0;
  for (double value : a) sum += value;
  auto count = static_cast<double>(a.size());
  double level = (sum - total) / count;
  while (true) {
    double next_sum = 0;
    double next_count = 0;
    for (double value : a) {
      if (value > level) {
        next_sum += value;
        next_count += 1;
      }
    }
    // More than before are above the level by rounding only.
    if (next_count == 0 || next_count >= count) break;
    count = next_count;
    level = (next_sum - total) / count;
  }
  for (double& value : a) value = std::max(0.0, value - level);
}

void project_exactly_one(std::span<double> a) {
  project_on_simplex(a, 1);
}

void project_at_most_one(std::span<double> a) {
  double sum = 0;
  for (double value : a) sum += std::max(0.0, value);
  if (sum > 1) return project_on_simplex(a, 1);
  for (double& value : a) value = std::max(0.0, value);
}

void project_at_least_one(std::span<double> a) {
  double sum = 0;
  for (double value : a) sum += clipped(value);
  if (sum < 1) return project_on_simplex(a, 1);
  for (double& value : a) value = clipped(value);
}

// The level is where sum clip(a - level) = budget: between two of the points a_i, a_i - 1, at which
// the slope of the sum changes.
void project_budget(std::span<double> a, std::uint32_t budget) {
  const auto sum_at = [&](double level) {
    double sum = 0;
    for (double value : a) sum += clipped(value - level);
    return sum;
  };
  double level = 0;
  const double most = budget;
  if (sum_at(0) > most) {
    std::vector<double> points{0};
    for (double value : a) {
      if (value > 0) points.push_back(value);
      if (value > 1) points.push_back(value - 1);
    }
    std::sort(points.begin(), points.end());
    // The last point at which the sum is still too large.
    const auto first_below = std::partition_point(
        points.begin(), points.end(), [&](double point) { return sum_at(point) > most; });
    const double low = *(first_below - 1);
    const double high = *first_below;
    const double sum_low = sum_at(low);
    const double sum_high = sum_at(high);
    level = low + (high - low) * (sum_low - most) / (sum_low - sum_high);
  }
  for (double& value : a) value = clipped(value - level);
}

void project_or_out(std::span<double> a) {
  const std::vector<double> given(a.begin(), a.end());
  project_below_output(a);
  for (double& value : a) value = clipped(value);
  double sum = 0;
  for (double input : a.first(a.size() - 1)) sum += input;
  if (sum >= a.back()) return;
  // Else the output is the sum of the inputs: with its complement, exactly one.
  std::copy(given.begin(), given.end(), a.begin());
  a.back() = 1 - a.back();
  project_on_simplex(a, 1);
  a.back() = 1 - a.back();
}

double project_pair(double& a1, double& a2, double score) {
  if (score < 0) {
    // In terms of 1 - x_2 the score is positive: score x_1 x_2 = score x_1 - score x_1 (1 - x_2).
    a1 += score;
    a2 = 1 - a2;
    const double both = project_pair(a1, a2, -score);
    a2 = 1 - a2;
    return a1 - both;
  }
  if (a1 > a2 + score) {
    a1 = clipped(a1);
    a2 = clipped(a2 + score);
  } else if (a2 > a1 + score) {
    a1 = clipped(a1 + score);
    a2 = clipped(a2);
  } else {
    a1 = clipped((a1 + a2 + score) / 2);
    a2 = a1;
  }
  return std::min(a1, a2);
}

}  // namespace skein::factor_graph
