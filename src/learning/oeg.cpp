#include "learning/oeg.h"

#include <algorithm>
#include <limits>

#include "factor_graph/vectors.h"

namespace skein::learning {
namespace {

using factor_graph::add;
using factor_graph::approach;
using factor_graph::product;

constexpr double kSureOfTruth = 10;  // score of the parts of the truth at the start
constexpr double kHigherRate = 1.05;
constexpr double kHighestRate = 0.99;
constexpr int kMostTrials = 20;
constexpr double kRounding = 1e-12;  // of the dual

}  // namespace

Oeg::Oeg(const Crf& crf, const OegOptions& options)
    : StochasticTrainer(crf, options),
      thetas_(crf.samples(), [&](std::size_t i) { return crf.parts(i); }),
      moments_(crf.samples(), [&](std::size_t i) { return crf.parts(i); }),
      entropies_(crf.samples()),
      rates_(crf.samples(), options.first_rate) {
  for (std::size_t i = 0; i < crf.samples(); ++i) start(i);
}

void Oeg::start(std::size_t sample) {
  const std::span<double> theta = thetas_[sample];
  crf_.fill_truth(sample, theta);
  const std::vector<double> truth(theta.begin(), theta.end());
  for (double& score : theta) score *= kSureOfTruth;
  trial_.assign(theta.begin(), theta.end());
  entropies_[sample] = look(sample);
  std::copy(change_.begin(), change_.end(), moments_[sample].begin());
  add(-1, truth, change_);
  crf_.add_features(sample, change_, -1 / lambda_n(), w_);
}

double Oeg::dual() const {
  return dual_of(entropies_);
}

double Oeg::lower_bound() const {
  return crf_.has_marginals() ? dual() : -std::numeric_limits<double>::infinity();
}

std::size_t Oeg::draw() {
  return rng_.below(crf_.samples());
}

double Oeg::look(std::size_t sample) {
  beliefs_.resize(crf_.belief_size(sample).total());
  change_.resize(trial_.size());
  const double log_partition = crf_.infer(sample, trial_, beliefs_, *workspace_);
  crf_.fill_moments(sample, beliefs_, change_);
  return log_partition - product(change_, trial_);
}

void Oeg::update(std::size_t sample) {
  const std::span<double> theta = thetas_[sample];
  const std::span<double> own = moments_[sample];
  scores_.resize(theta.size());
  crf_.fill_scores(sample, w_, scores_);
  double& rate = rates_[sample];
  for (int trial = 0; trial < kMostTrials; ++trial) {
    trial_.assign(theta.begin(), theta.end());
    approach(rate, scores_, trial_);
    const double entropy = look(sample);
    ++counts_.oracle_calls;
    add(-1, own, change_);
    const double rise = entropy - entropies_[sample] + product(change_, scores_) -
                        square_of_direction(sample, change_) / 2;
    if (rise < -kRounding) {
      rate /= 2;
      continue;
    }
    std::copy(trial_.begin(), trial_.end(), theta.begin());
    add(1, change_, own);
    move_weights(sample, 1, change_);
    entropies_[sample] = entropy;
    if (trial == 0) rate = std::min(kHighestRate, kHigherRate * rate);
    ++counts_.updates;
    return;
  }
}

void Oeg::exchange_own(StateArchive& archive) {
  archive.exchange("scores", thetas_.values());
  archive.exchange("moments", moments_.values());
  archive.exchange("entropies", entropies_);
  archive.exchange("rates", rates_);
}

}  // namespace skein::learning
