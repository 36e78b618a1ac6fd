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
    : crf_(crf),
      options_(options),
      lambda_(lambda_or_default(options.lambda, crf.samples())),
      rng_(options.seed),
      workspace_(crf.make_workspace()),
      w_(crf.dimension(), 0.0),
      mean_(crf.dimension(), 0.0),
      moments_(crf.samples(), [&](std::size_t i) { return crf.parts(i); }),
      losses_(crf.samples(), 0.0),
      gaps_(crf.samples(), kFirstGap),
      scores_(moments_.longest()),
      change_(moments_.longest()),
      direction_(crf.dimension()) {
  for (std::size_t i = 0; i < crf.samples(); ++i) crf.fill_truth(i, moments_[i]);
}

double Bcfw::dual() const {
  double sum = 0;
  for (double loss : losses_) sum += loss;
  return sum / static_cast<double>(losses_.size()) - lambda_ / 2 * product(w_, w_);
}

void Bcfw::run_epoch() {
  for (std::size_t k = 0; k < crf_.samples() && !options_.deadline.passed(); ++k) {
    update(gaps_.draw(rng_, options_.uniform_share));
  }
}

void Bcfw::update(std::size_t sample) {
  const double scale = lambda_ * static_cast<double>(crf_.samples());
  const std::span<double> own = moments_[sample];
  const std::span<double> scores(scores_.data(), own.size());
  const std::span<double> change(change_.data(), own.size());
  crf_.fill_scores(sample, w_, scores);
  const double own_score = product(own, scores) + losses_[sample];
  crf_.add_loss(sample, scores);
  const double best_score = crf_.most_likely(sample, scores, change, *workspace_);
  const double gap = std::max(0.0, best_score - own_score);
  add(-1, own, change);

  // v = w(delta) = -1/(lambda n) E_delta F
  std::fill(direction_.begin(), direction_.end(), 0.0);
  crf_.add_features(sample, change, -1 / scale, direction_);
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

void Bcfw::exchange(StateArchive& archive) {
  archive.exchange("random numbers", rng_);
  archive.exchange("oracle calls", counts_.oracle_calls);
  archive.exchange("updates", counts_.updates);
  archive.exchange("weights", w_);
  archive.exchange("mean weights", mean_);
  archive.exchange("moments", moments_.values());
  archive.exchange("losses", losses_);
  gaps_.exchange(archive);
}

}  // namespace skein::learning
