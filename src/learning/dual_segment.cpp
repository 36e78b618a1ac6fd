#include "learning/dual_segment.h"

#include <cmath>

#include "factor_graph/segment.h"

namespace skein::learning {
namespace {

using factor_graph::along_segment;
using factor_graph::SegmentSums;

constexpr int kMostLooks = 30;

// Cliques count, separators are taken off.
struct Sums {
  SegmentSums cliques;
  SegmentSums separators;

  double entropy() const { return separators.x_log_x - cliques.x_log_x; }
  double slope() const { return separators.slope - cliques.slope; }
  double curvature() const { return separators.curvature - cliques.curvature; }
};

Sums sums_along(const BeliefSize& size, std::span<const double> from, std::span<const double> to,
                double gamma) {
  return {along_segment(from.first(size.cliques), to.first(size.cliques), gamma),
          along_segment(from.subspan(size.cliques), to.subspan(size.cliques), gamma)};
}

double first_guess(const DualSegment& segment) {
  const double bend = segment.entropy_from - segment.at_1() - segment.square;
  const double guess = bend < 0 ? 1 + segment.square / (2 * bend) : 0.5;
  return guess > 0 && guess < 1 ? guess : 0.5;
}

}  // namespace

double entropy_of(const BeliefSize& size, std::span<const double> beliefs) {
  return sums_along(size, beliefs, beliefs, 0).entropy();
}

DualStep best_step(const DualSegment& segment, double tolerance) {
  DualStep step{0, segment.entropy_from, 0};
  if (segment.square <= 0) return step;
  double low = 0;
  double high = 1;
  step.gamma = first_guess(segment);
  while (true) {
    ++step.looks;
    const Sums sums = sums_along(segment.size, segment.from, segment.to, step.gamma);
    step.entropy = sums.entropy();
    const double slope = sums.slope() - segment.linear - step.gamma * segment.square;
    const double curvature = sums.curvature() - segment.square;
    (slope > 0 ? low : high) = step.gamma;
    double next = curvature < 0 ? step.gamma - slope / curvature : (low + high) / 2;
    if (std::abs(next - step.gamma) <= tolerance * step.gamma || step.looks == kMostLooks) {
      return step;
    }
    if (next <= low || next >= high) next = (low + high) / 2;
    step.gamma = next;
  }
}

}  // namespace skein::learning
