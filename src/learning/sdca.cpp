#include "learning/sdca.h"

#include <algorithm>
#include <cmath>

#include "learning/dual_segment.h"
#include "learning/vectors.h"

namespace skein::learning {
namespace {

constexpr double kFirstGap = 100;
// Share of the truth in the first beliefs; the rest is even. Where beliefs are 0, no step leads
// away from it.
constexpr double kSureOfTruth = 0.999;

}  // namespace

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
  change_.resize(largest);
  // Beliefs of w = 0, which are even, with some of the truth.
  const std::vector<double> zero(crf.dimension(), 0.0);
  AlignedVector truth(largest);
  for (std::size_t i = 0; i < crf.samples(); ++i) {
    const std::span<double> own = beliefs(i);
    crf.infer(i, zero, own, *workspace_);
    crf.fill_truth(i, {truth.data(), own.size()});
    for (std::size_t k = 0; k < own.size(); ++k) own[k] += kSureOfTruth * (truth[k] - own[k]);
    entropies_[i] = entropy_of(crf.belief_size(i), own);
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

void Sdca::set_gap(std::size_t sample, double gap) {
  std::size_t k = crf_.samples() + sample;
  const double change = gap - gaps_[k];
  for (; k >= 1; k /= 2) gaps_[k] += change;
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

  // v = w(delta) = -1/(lambda n) E_delta F
  const std::span<double> change(change_.data(), size.total());
  for (std::size_t k = 0; k < change.size(); ++k) change[k] = model[k] - own[k];
  std::fill(direction_.begin(), direction_.end(), 0.0);
  crf_.add_features(sample, change, -1 / (lambda_ * n), direction_);
  DualSegment segment{size, own, model, entropies_[sample], 0, 0, 0};
  segment.linear = lambda_ * n * product(w_, direction_);
  segment.square = lambda_ * n * product(direction_, direction_);
  // E_nu[w F] = E_mu[w F] - lambda n w v
  segment.entropy_to = log_partition - (own_score - segment.linear);
  const DualStep step = best_step(segment, options_.step_tolerance);
  looks_ += static_cast<std::size_t>(step.looks);
  add(step.gamma, change, own);
  add(step.gamma, direction_, w_);
  entropies_[sample] = step.entropy;
  ++updates_;
  set_gap(sample, gap);
}

}  // namespace skein::learning
