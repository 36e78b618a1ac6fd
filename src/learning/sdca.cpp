#include "learning/sdca.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "factor_graph/vectors.h"
#include "learning/dual_segment.h"

namespace skein::learning {
namespace {

using factor_graph::add;
using factor_graph::approach;
using factor_graph::product;

constexpr double kFirstGap = 100;
// Share of the truth in the first beliefs; the rest is even. Where beliefs are 0, no step leads
// away from it.
constexpr double kSureOfTruth = 0.99;

}  // namespace

Sdca::Sdca(const Crf& crf, const SdcaOptions& options)
    : crf_(crf),
      options_(options),
      lambda_(lambda_or_default(options.lambda, crf.samples())),
      rng_(options.seed),
      workspace_(crf.make_workspace()),
      w_(crf.dimension(), 0.0),
      beliefs_(crf.samples(), [&](std::size_t i) { return crf.belief_size(i).total(); }),
      moments_(crf.samples(), [&](std::size_t i) { return crf.parts(i); }),
      entropies_(crf.samples()),
      gaps_(crf.samples(), kFirstGap),
      scores_(moments_.longest()),
      model_(beliefs_.longest()),
      change_(moments_.longest()),
      direction_(crf.dimension(), 0.0) {
  for (std::size_t i = 0; i < crf.samples(); ++i) start(i);
  mean_ = w_;
}

// Even beliefs with much of the truth.
void Sdca::start(std::size_t sample) {
  const std::span<double> own = beliefs_[sample];
  const std::span<double> sure(model_.data(), own.size());
  crf_.fill_even_beliefs(sample, own, *workspace_);
  crf_.fill_sure_beliefs(sample, sure);
  approach(kSureOfTruth, sure, own);
  entropies_[sample] = entropy_of(crf_.belief_size(sample), own);
  crf_.fill_moments(sample, own, moments_[sample]);
  const std::span<double> change(change_.data(), moments_[sample].size());
  crf_.fill_truth(sample, change);
  add(-1, moments_[sample], change);
  crf_.add_features(sample, change, 1 / (lambda_ * static_cast<double>(crf_.samples())), w_);
}

double Sdca::dual() const {
  double sum = 0;
  for (double entropy : entropies_) sum += entropy;
  return sum / static_cast<double>(entropies_.size()) - lambda_ / 2 * product(w_, w_);
}

double Sdca::lower_bound() const {
  return crf_.has_marginals() ? dual() : -std::numeric_limits<double>::infinity();
}

double Sdca::estimated_gap() const {
  return gaps_.sum() / static_cast<double>(gaps_.size());
}

void Sdca::run_epoch() {
  steps_in_mean_ = 0;
  for (std::size_t k = 0; k < crf_.samples() && !options_.deadline.passed(); ++k) {
    update(gaps_.draw(rng_, options_.uniform_share));
  }
}

void Sdca::update(std::size_t sample) {
  const double scale = lambda_ * static_cast<double>(crf_.samples());
  const BeliefSize size = crf_.belief_size(sample);
  const std::span<double> own = beliefs_[sample];
  const std::span<double> own_moments = moments_[sample];
  const std::span<double> scores(scores_.data(), own_moments.size());
  const std::span<double> model(model_.data(), own.size());
  const std::span<double> change(change_.data(), own_moments.size());

  crf_.fill_scores(sample, w_, scores);
  const double log_partition = crf_.infer(sample, scores, model, *workspace_);
  const double own_score = product(own_moments, scores);
  const double gap = std::max(0.0, log_partition - own_score - entropies_[sample]);
  crf_.fill_moments(sample, model, change);
  const double model_score = product(change, scores);
  add(-1, own_moments, change);

  // v = w(delta) = -1/(lambda n) E_delta F
  std::fill(direction_.begin(), direction_.end(), 0.0);
  crf_.add_features(sample, change, -1 / scale, direction_);
  const DualSegment segment{size,
                            own,
                            model,
                            entropies_[sample],
                            log_partition - model_score,
                            own_score - model_score,
                            scale * product(direction_, direction_)};
  const DualStep step = best_step(segment, options_.step_tolerance);
  looks_ += static_cast<std::size_t>(step.looks);
  approach(step.gamma, model, own);
  add(step.gamma, change, own_moments);
  add(step.gamma, direction_, w_);
  if (options_.averaged) approach(1 / static_cast<double>(++steps_in_mean_), w_, mean_);
  entropies_[sample] = step.entropy;
  gaps_.set(sample, gap);
  ++counts_.oracle_calls;
  ++counts_.updates;
}

void Sdca::exchange(StateArchive& archive) {
  archive.exchange("random numbers", rng_);
  archive.exchange("oracle calls", counts_.oracle_calls);
  archive.exchange("updates", counts_.updates);
  archive.exchange("weights", w_);
  archive.exchange("mean weights", mean_);
  archive.exchange("beliefs", beliefs_.values());
  archive.exchange("moments", moments_.values());
  archive.exchange("entropies", entropies_);
  gaps_.exchange(archive);
}

}  // namespace skein::learning
