#include "learning/sdca.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "factor_graph/segment.h"

namespace skein::learning {
namespace {

using factor_graph::along_segment;
using factor_graph::SegmentSums;

constexpr double kFirstGap = 100;
// Share of the truth in the first beliefs; the rest is even. Where beliefs are 0, no step leads
// away from it.
constexpr double kSureOfTruth = 0.9999999;
constexpr int kMostLooks = 20;

double product(std::span<const double> a, std::span<const double> b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

// Cliques count, separators are taken off.
struct Sums {
  SegmentSums cliques;
  SegmentSums separators;

  double entropy() const { return separators.x_log_x - cliques.x_log_x; }
  double slope() const { return separators.slope - cliques.slope; }
  double curvature() const { return separators.curvature - cliques.curvature; }
};

Sums sums_along(const BeliefSize& size, std::span<const double> from, std::span<const double> to,
                double step) {
  return {along_segment(from.first(size.cliques), to.first(size.cliques), step),
          along_segment(from.subspan(size.cliques), to.subspan(size.cliques), step)};
}

}  // namespace

struct Sdca::Step {
  BeliefSize size;
  std::span<const double> from;  // mu
  std::span<const double> to;    // nu
  double at_0 = 0;               // f(0)
  double at_1 = 0;               // f(1)
  double linear = 0;             // lambda n w v
  double square = 0;             // lambda n ||v||^2
};

Sdca::Sdca(const Crf& crf, const SdcaOptions& options)
    : crf_(crf),
      options_(options),
      lambda_(options.lambda > 0 ? options.lambda : 1 / static_cast<double>(crf.samples())),
      rng_(options.seed),
      workspace_(crf.make_workspace()),
      w_(crf.dimension(), 0.0),
      begins_{0},
      entropies_(crf.samples()),
      gaps_(2 * crf.samples(), 0.0),
      direction_(crf.dimension(), 0.0) {
  std::size_t largest = 0;
  for (std::size_t i = 0; i < crf.samples(); ++i) {
    const std::size_t size = crf.belief_size(i).total();
    begins_.push_back(begins_.back() + size);
    largest = std::max(largest, size);
  }
  beliefs_.resize(begins_.back());
  model_.resize(largest);
  // Beliefs of w = 0, which are even, with some of the truth.
  const std::vector<double> zero(crf.dimension(), 0.0);
  AlignedVector truth(largest);
  for (std::size_t i = 0; i < crf.samples(); ++i) {
    const std::span<double> own = beliefs(i);
    crf.infer(i, zero, own, *workspace_);
    crf.fill_truth(i, {truth.data(), own.size()});
    for (std::size_t k = 0; k < own.size(); ++k) own[k] += kSureOfTruth * (truth[k] - own[k]);
    entropies_[i] = sums_along(crf.belief_size(i), own, own, 0).entropy();
    const double share = 1 / (lambda_ * static_cast<double>(crf.samples()));
    crf.add_features(i, {truth.data(), own.size()}, share, w_);
    crf.add_features(i, own, -share, w_);
    gaps_[crf.samples() + i] = kFirstGap;
  }
  for (std::size_t k = crf.samples(); k-- > 1;) gaps_[k] = gaps_[2 * k] + gaps_[2 * k + 1];
}

double Sdca::dual() const {
  double sum = 0;
  for (double entropy : entropies_) sum += entropy;
  return sum / static_cast<double>(entropies_.size()) - lambda_ / 2 * product(w_, w_);
}

double Sdca::estimated_gap() const {
  double sum = 0;
  for (std::size_t i = 0; i < crf_.samples(); ++i) sum += gaps_[crf_.samples() + i];
  return sum / static_cast<double>(crf_.samples());
}

std::size_t Sdca::draw() {
  const std::size_t n = crf_.samples();
  if (rng_.uniform() < options_.uniform_share || n < 2 || gaps_[1] <= 0) return rng_.below(n);
  double left = rng_.uniform() * gaps_[1];
  std::size_t k = 1;
  while (k < n) {
    k *= 2;
    if (left >= gaps_[k] && gaps_[k + 1] > 0) left -= gaps_[k++];
  }
  return k - n;
}

void Sdca::run_epoch() {
  for (std::size_t k = 0; k < crf_.samples() && !options_.deadline.passed(); ++k) update(draw());
}

void Sdca::update(std::size_t sample) {
  const double n = static_cast<double>(crf_.samples());
  const BeliefSize size = crf_.belief_size(sample);
  const std::span<double> own = beliefs(sample);
  const std::span<double> model(model_.data(), size.total());
  const double log_partition = crf_.infer(sample, w_, model, *workspace_);
  const double own_score = crf_.expected_score(sample, own, *workspace_);
  const double gap = std::max(0.0, log_partition - own_score - entropies_[sample]);

  // v = -1/(lambda n) (E_nu F - E_mu F)
  std::fill(direction_.begin(), direction_.end(), 0.0);
  crf_.add_features(sample, model, -1 / (lambda_ * n), direction_);
  crf_.add_features(sample, own, 1 / (lambda_ * n), direction_);
  Step step{size,
            own,
            model,
            0,
            0,
            lambda_ * n * product(w_, direction_),
            lambda_ * n * product(direction_, direction_)};
  // E_nu[w F] = E_mu[w F] - lambda n w v; f without -lambda n/2 ||w||^2, which is the same all
  // along.
  const double model_entropy = log_partition - (own_score - step.linear);
  step.at_0 = entropies_[sample];
  step.at_1 = model_entropy - step.linear - step.square / 2;
  double entropy = 0;
  const double gamma = search_step(step, entropy);
  for (std::size_t k = 0; k < own.size(); ++k) own[k] += gamma * (model[k] - own[k]);
  for (std::size_t k = 0; k < w_.size(); ++k) w_[k] += gamma * direction_[k];
  if (gamma > 0) entropies_[sample] = entropy;
  ++updates_;
  std::size_t k = crf_.samples() + sample;
  const double change = gap - gaps_[k];
  for (; k >= 1; k /= 2) gaps_[k] += change;
}

// Newton's method on f', kept between a point where f rises and one where it falls.
double Sdca::search_step(const Step& step, double& entropy) {
  if (step.square <= 0) return 0;
  // The parabola through f(0), f(1) with the slope f'(1) = -square.
  const double bend = step.at_0 - step.at_1 - step.square;
  double gamma = bend < 0 ? 1 + step.square / (2 * bend) : 0.5;
  double low = 0;
  double high = 1;
  if (gamma <= low || gamma >= high) gamma = 0.5;
  for (int look = 0;; ++look) {
    ++looks_;
    const Sums sums = sums_along(step.size, step.from, step.to, gamma);
    entropy = sums.entropy();
    const double slope = sums.slope() - step.linear - gamma * step.square;
    const double curvature = sums.curvature() - step.square;
    (slope > 0 ? low : high) = gamma;
    double next = curvature < 0 ? gamma - slope / curvature : (low + high) / 2;
    if (std::abs(next - gamma) <= options_.step_tolerance * gamma || look + 1 == kMostLooks) {
      return gamma;
    }
    if (next <= low || next >= high) next = (low + high) / 2;
    gamma = next;
  }
}

double primal_value(const Crf& crf, double lambda, std::span<const double> w) {
  const auto workspace = crf.make_workspace();
  std::vector<double> beliefs;
  double sum = 0;
  for (std::size_t i = 0; i < crf.samples(); ++i) {
    beliefs.resize(crf.belief_size(i).total());
    sum += crf.infer(i, w, beliefs, *workspace) - crf.truth_score(i, w);
  }
  return lambda / 2 * product(w, w) + sum / static_cast<double>(crf.samples());
}

}  // namespace skein::learning
