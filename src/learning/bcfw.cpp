#include "learning/bcfw.h"

#include <algorithm>

#include "factor_graph/vectors.h"

namespace skein::learning {
namespace {

using factor_graph::add;
using factor_graph::approach;
using factor_graph::product;

constexpr double kFirstGap = 1;  // no loss is larger

}  // namespace

Bcfw::Bcfw(const Crf& crf, const BcfwOptions& options)
    : StochasticTrainer(crf, options),
      options_(options),
      mean_(crf.dimension(), 0.0),
      moments_(crf.samples(), [&](std::size_t i) { return crf.parts(i); }),
      losses_(crf.samples(), 0.0),
      gaps_(crf.samples(), kFirstGap),
      scores_(moments_.longest()),
      change_(moments_.longest()) {
  for (std::size_t i = 0; i < crf.samples(); ++i) crf.fill_truth(i, moments_[i]);
}

double Bcfw::dual() const {
  return dual_of(losses_);
}

std::size_t Bcfw::draw() {
  return gaps_.draw(rng_, options_.uniform_share);
}

// The mean begins anew: weights for other features have no place in it.
void Bcfw::features_changed() {
  follow_duals(moments_);
  mean_ = w_;
  updates_before_mean_ = counts_.updates;
}

void Bcfw::update(std::size_t sample) {
  const std::span<double> own = moments_[sample];
  const std::span<double> scores(scores_.data(), own.size());
  const std::span<double> change(change_.data(), own.size());
  crf_.fill_scores(sample, w_, scores);
  scores_without_loss_.assign(scores.begin(), scores.end());
  const double own_score = product(own, scores) + losses_[sample];
  crf_.add_loss(sample, scores);
  const double best_score = crf_.most_likely(sample, scores, change, *workspace_);
  const double gap = std::max(0.0, best_score - own_score);
  add(-1, own, change);

  const double square = square_of_direction(sample, change);
  const double gamma = square > 0 ? std::min(1.0, gap / square) : 0;
  // E loss = E (score + loss) - E score
  const double change_of_loss = gap - product(change, scores_without_loss_);
  losses_[sample] += gamma * change_of_loss;
  add(gamma, change, own);
  move_weights(sample, gamma, change);
  const std::uint64_t in_mean = counts_.updates - updates_before_mean_;
  if (in_mean % steps_between_looks_ == 0) {
    const std::uint64_t looks = in_mean / steps_between_looks_;
    approach(2 / static_cast<double>(looks + 2), w_, mean_);
  }
  gaps_.set(sample, gap);
  ++counts_.oracle_calls;
  ++counts_.updates;
}

void Bcfw::exchange_own(StateArchive& archive) {
  archive.exchange("mean weights", mean_);
  archive.exchange("updates before the mean", updates_before_mean_);
  archive.exchange("moments", moments_.values());
  archive.exchange("losses", losses_);
  gaps_.exchange(archive);
}

}  // namespace skein::learning
