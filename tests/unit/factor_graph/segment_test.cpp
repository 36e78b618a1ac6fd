#include "factor_graph/segment.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.h"

namespace skein::factor_graph {
namespace {

TEST(Segment, SumsEqualTheirDefinitions) {
  for (std::size_t size : {1U, 7U, 511U, 512U, 2'000U}) {
    Rng rng(size);
    std::vector<double> a(size);
    std::vector<double> b(size);
    for (double& value : a) value = rng.chance(0.2) ? 0 : std::exp(-30 * rng.uniform());
    for (double& value : b) value = rng.chance(0.2) ? 0 : std::exp(-30 * rng.uniform());
    for (double step : {0.0, 0.3, 1.0}) {
      SegmentSums exact;
      for (std::size_t i = 0; i < size; ++i) {
        const double x = a[i] + step * (b[i] - a[i]);
        const double way = b[i] - a[i];
        const double at_least = std::max(x, 1e-300);
        exact.x_log_x += x > 0 ? x * std::log(x) : 0;
        exact.slope += way * std::log(at_least);
        exact.curvature += way * way / at_least;
      }
      const SegmentSums sums = along_segment(a, b, step);
      EXPECT_NEAR(sums.x_log_x, exact.x_log_x, 1e-11 * (1 + std::abs(exact.x_log_x)));
      EXPECT_NEAR(sums.slope, exact.slope, 1e-11 * (1 + std::abs(exact.slope)));
      EXPECT_NEAR(sums.curvature, exact.curvature, 1e-11 * (1 + std::abs(exact.curvature)));
    }
  }
}

// Slope and curvature are those of -(sum x log x) but for the constant 1 per unit of way.
TEST(Segment, DerivativesEqualFiniteDifferences) {
  Rng rng(5);
  std::vector<double> a(40);
  std::vector<double> b(40);
  double way = 0;
  for (double& value : a) value = rng.uniform();
  for (double& value : b) value = rng.uniform();
  for (std::size_t i = 0; i < a.size(); ++i) way += b[i] - a[i];
  const double h = 1e-6;
  const auto value = [&](double step) { return along_segment(a, b, step).x_log_x; };
  const auto slope = [&](double step) { return along_segment(a, b, step).slope; };
  EXPECT_NEAR((value(0.4 + h) - value(0.4 - h)) / (2 * h), slope(0.4) + way, 1e-7);
  EXPECT_NEAR((slope(0.4 + h) - slope(0.4 - h)) / (2 * h), along_segment(a, b, 0.4).curvature,
              1e-6);
}

}  // namespace
}  // namespace skein::factor_graph
