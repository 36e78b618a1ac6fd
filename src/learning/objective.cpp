#include "learning/objective.h"

#include <algorithm>
#include <memory>

#include "learning/vectors.h"

namespace skein::learning {
namespace {

// Few enough that their gradients fit into memory, enough for many threads.
constexpr std::size_t kBlocks = 16;

}  // namespace

struct Objective::Block {
  double value = 0;
  std::vector<double> gradient;
};

Objective::Objective(const Crf& crf, double lambda, Workers& workers)
    : crf_(crf), lambda_(lambda), workers_(workers), truth_(crf.dimension(), 0.0) {
  std::vector<double> beliefs;
  for (std::size_t i = 0; i < crf.samples(); ++i) {
    beliefs.resize(crf.belief_size(i).total());
    crf.fill_truth(i, beliefs);
    crf.add_features(i, beliefs, 1, truth_);
  }
}

double Objective::value(std::span<const double> w, std::span<double> gradient) {
  ++passes_;
  std::vector<Block> blocks(kBlocks);
  const std::size_t n = crf_.samples();
  workers_.run(kBlocks, [&](std::size_t b, std::size_t) {
    const auto workspace = crf_.make_workspace();
    std::vector<double> beliefs;
    if (!gradient.empty()) blocks[b].gradient.assign(w.size(), 0.0);
    for (std::size_t i = b * n / kBlocks; i < (b + 1) * n / kBlocks; ++i) {
      beliefs.resize(crf_.belief_size(i).total());
      blocks[b].value += crf_.infer(i, w, beliefs, *workspace);
      if (!gradient.empty()) crf_.add_features(i, beliefs, 1, blocks[b].gradient);
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

}  // namespace skein::learning
