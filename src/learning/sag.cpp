#include "learning/sag.h"

#include <algorithm>

#include "factor_graph/vectors.h"

namespace skein::learning {
namespace {

using factor_graph::add;
using factor_graph::product;

constexpr double kUniformShare = 0.5;
constexpr double kFirstSmoothness = 1;
constexpr double kLeastGradient = 1e-8;  // squared; below, nothing can be measured
constexpr std::uint64_t kMostPatience = 1 << 10;

}  // namespace

Sag::Sag(const Crf& crf, const SagOptions& options)
    : StochasticTrainer(crf, options),
      options_(options),
      moments_(crf.samples(), [&](std::size_t i) { return crf.parts(i); }),
      sum_(crf.dimension(), 0.0),
      seen_(crf.samples(), 0),
      smoothness_(crf.samples(), kFirstSmoothness),
      most_(kFirstSmoothness),
      to_leave_out_(crf.samples(), 0),
      patience_(crf.samples(), 1),
      gradient_(crf.dimension()) {
  for (std::size_t i = 0; i < crf.samples(); ++i) crf.fill_truth(i, moments_[i]);
}

void Sag::begin_epoch() {
  most_ = 0;
  for (std::size_t i = 0; i < crf_.samples(); ++i) most_ = std::max(most_, smoothness_.weight(i));
}

std::size_t Sag::draw() {
  return smoothness_.draw(rng_, kUniformShare);
}

double Sag::infer(std::size_t sample, std::span<const double> scores) {
  beliefs_.resize(crf_.belief_size(sample).total());
  ++counts_.oracle_calls;
  return crf_.infer(sample, scores, beliefs_, *workspace_);
}

double Sag::step() const {
  const double mean = smoothness_.sum() / static_cast<double>(smoothness_.size());
  return (1 / (most_ + lambda_) + 1 / (mean + lambda_)) / 2;
}

void Sag::update(std::size_t sample) {
  const std::span<double> last = moments_[sample];
  scores_.resize(last.size());
  truth_.resize(last.size());
  change_.resize(last.size());
  crf_.fill_scores(sample, w_, scores_);
  crf_.fill_truth(sample, truth_);
  const double loss = infer(sample, scores_) - product(truth_, scores_);
  crf_.fill_moments(sample, beliefs_, change_);
  add(-1, last, change_);
  add(1, change_, last);
  crf_.add_features(sample, change_, 1, sum_);
  if (!leaves_search_out(sample)) {
    std::fill(gradient_.begin(), gradient_.end(), 0.0);
    crf_.add_features(sample, last, 1, gradient_);
    crf_.add_features(sample, truth_, -1, gradient_);
    search_smoothness(sample, loss, scores_);
  }
  seen_count_ += 1 - seen_[sample];
  seen_[sample] = 1;
  const double alpha = step();
  add(-alpha * lambda_, w_, w_);
  add(-alpha / static_cast<double>(seen_count_), sum_, w_);
  ++counts_.updates;
}

bool Sag::leaves_search_out(std::size_t sample) {
  if (!options_.skips_line_searches || to_leave_out_[sample] == 0) return false;
  --to_leave_out_[sample];
  return true;
}

void Sag::search_smoothness(std::size_t sample, double loss, std::span<const double> scores) {
  const double square = product(gradient_, gradient_);
  if (square < kLeastGradient) return;
  slopes_.resize(scores.size());
  trial_.resize(scores.size());
  crf_.fill_scores(sample, gradient_, slopes_);
  const double before = smoothness_.weight(sample);
  double smoothness = before / 2;
  while (true) {
    for (std::size_t k = 0; k < trial_.size(); ++k) {
      trial_[k] = scores[k] - slopes_[k] / smoothness;
    }
    const double trial = infer(sample, trial_) - product(truth_, trial_);
    if (trial <= loss - square / (2 * smoothness)) break;
    smoothness *= 2;
  }
  smoothness_.set(sample, smoothness);
  most_ = std::max(most_, smoothness);
  std::uint64_t& patience = patience_[sample];
  to_leave_out_[sample] = smoothness == before ? patience : 0;
  patience = smoothness == before ? std::min(2 * patience, kMostPatience) : 1;
}

void Sag::exchange_own(StateArchive& archive) {
  archive.exchange("moments", moments_.values());
  archive.exchange("sum of gradients", sum_);
  archive.exchange("samples seen", seen_count_);
  archive.exchange("seen", seen_);
  archive.exchange("searches to leave out", to_leave_out_);
  archive.exchange("patience", patience_);
  smoothness_.exchange(archive);
}

}  // namespace skein::learning
