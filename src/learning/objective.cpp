#include "learning/objective.h"

#include <memory>

#include "factor_graph/vectors.h"

namespace skein::learning {
namespace {

using factor_graph::add;
using factor_graph::product;

// Few enough that their gradients fit into memory, enough for many threads.
constexpr std::size_t kBlocks = 16;

}  // namespace

struct Objective::Block {
  double value = 0;
  std::vector<double> gradient;  // empty: not asked for
  std::unique_ptr<Crf::Workspace> workspace;
  std::vector<double> scores;
  std::vector<double> beliefs;
  std::vector<double> moments;
};

Objective::Objective(const Crf& crf, double lambda, Workers& workers, Surrogate surrogate)
    : crf_(crf),
      lambda_(lambda),
      workers_(workers),
      surrogate_(surrogate),
      truth_(crf.dimension(), 0.0) {
  std::vector<double> moments;
  for (std::size_t i = 0; i < crf.samples(); ++i) {
    moments.resize(crf.parts(i));
    crf.fill_truth(i, moments);
    crf.add_features(i, moments, 1, truth_);
  }
}

double Objective::value(std::span<const double> w, std::span<double> gradient) {
  ++passes_;
  std::vector<Block> blocks(kBlocks);
  const std::size_t n = crf_.samples();
  workers_.run(kBlocks, [&](std::size_t b, std::size_t) {
    blocks[b].workspace = crf_.make_workspace();
    if (!gradient.empty()) blocks[b].gradient.assign(w.size(), 0.0);
    for (std::size_t i = b * n / kBlocks; i < (b + 1) * n / kBlocks; ++i) {
      add_sample(i, w, blocks[b]);
    }
  });
  const double share = 1 / static_cast<double>(n);
  double value = lambda_ / 2 * product(w, w) - share * product(w, truth_);
  for (const Block& block : blocks) value += share * block.value;
  if (gradient.empty()) return value;
  for (std::size_t k = 0; k < w.size(); ++k) gradient[k] = lambda_ * w[k] - share * truth_[k];
  for (const Block& block : blocks) add(share, block.gradient, gradient);
  return value;
}

void Objective::add_sample(std::size_t sample, std::span<const double> w, Block& block) const {
  block.scores.resize(crf_.parts(sample));
  block.moments.resize(block.scores.size());
  crf_.fill_scores(sample, w, block.scores);
  if (surrogate_ == Surrogate::kMargin) {
    crf_.add_loss(sample, block.scores);
    block.value += crf_.most_likely(sample, block.scores, block.moments, *block.workspace);
  } else {
    block.beliefs.resize(crf_.belief_size(sample).total());
    block.value += crf_.infer(sample, block.scores, block.beliefs, *block.workspace);
    if (!block.gradient.empty()) crf_.fill_moments(sample, block.beliefs, block.moments);
  }
  if (!block.gradient.empty()) crf_.add_features(sample, block.moments, 1, block.gradient);
}

}  // namespace skein::learning
