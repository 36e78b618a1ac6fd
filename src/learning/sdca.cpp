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
    : StochasticTrainer(crf, options),
      options_(options),
      beliefs_(crf.samples(), [&](std::size_t i) { return crf.belief_size(i).total(); }),
      moments_(crf.samples(), [&](std::size_t i) { return crf.parts(i); }),
      entropies_(crf.samples()),
      gaps_(crf.samples(), kFirstGap),
      scores_(moments_.longest()),
      model_(beliefs_.longest()),
      change_(moments_.longest()) {
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
  crf_.add_features(sample, change, 1 / lambda_n(), w_);
}

double Sdca::dual() const {
  return dual_of(entropies_);
}

double Sdca::lower_bound() const {
  return crf_.has_marginals() ? dual() : -std::numeric_limits<double>::infinity();
}

double Sdca::estimated_gap() const {
  return gaps_.sum() / static_cast<double>(gaps_.size());
}

std::size_t Sdca::draw() {
  return gaps_.draw(rng_, options_.uniform_share);
}

void Sdca::features_changed() {
  follow_duals(moments_);
  mean_ = w_;
}

void Sdca::update(std::size_t sample) {
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

  const DualSegment segment{size,
                            own,
                            model,
                            entropies_[sample],
                            log_partition - model_score,
                            own_score - model_score,
                            square_of_direction(sample, change)};
  const DualStep step = best_step(segment, options_.step_tolerance);
  looks_ += static_cast<std::size_t>(step.looks);
  approach(step.gamma, model, own);
  add(step.gamma, change, own_moments);
  move_weights(sample, step.gamma, change);
  if (options_.averaged && counts_.updates % steps_between_looks_ == 0) {
    approach(1 / static_cast<double>(++looks_in_mean_), w_, mean_);
  }
  entropies_[sample] = step.entropy;
  gaps_.set(sample, gap);
  ++counts_.oracle_calls;
  ++counts_.updates;
}

void Sdca::exchange_own(StateArchive& archive) {
  archive.exchange("mean weights", mean_);
  archive.exchange("beliefs", beliefs_.values());
  archive.exchange("moments", moments_.values());
  archive.exchange("entropies", entropies_);
  gaps_.exchange(archive);
}

}  // namespace skein::learning
