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

void Bcfw::update(std::size_t sample) {
  const double scale = lambda_n();
  const std::span<double> own = moments_[sample];
  const std::span<double> scores(scores_.data(), own.size());
  const std::span<double> change(change_.data(), own.size());
  crf_.fill_scores(sample, w_, scores);
  const double own_score = product(own, scores) + losses_[sample];
  crf_.add_loss(sample, scores);
  const double best_score = crf_.most_likely(sample, scores, change, *workspace_);
  const double gap = std::max(0.0, best_score - own_score);
  add(-1, own, change);

  fill_direction(sample, change);
  const double square = scale * product(direction_, direction_);
  const double gamma = square > 0 ? std::min(1.0, gap / square) : 0;
  // E loss = E (score + loss) - E score, and w moves along v
  const double change_of_loss = gap + scale * product(direction_, w_);
  losses_[sample] += gamma * change_of_loss;
  add(gamma, change, own);
  add(gamma, direction_, w_);
  approach(2 / (static_cast<double>(counts_.updates) + 2), w_, mean_);
  gaps_.set(sample, gap);
  ++counts_.oracle_calls;
  ++counts_.updates;
}

void Bcfw::exchange_own(StateArchive& archive) {
  archive.exchange("mean weights", mean_);
  archive.exchange("moments", moments_.values());
  archive.exchange("losses", losses_);
  gaps_.exchange(archive);
}

}  // namespace skein::learning
