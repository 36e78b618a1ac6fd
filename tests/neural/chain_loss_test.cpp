#include "neural/chain_loss.h"

#include <cmath>

#include <gtest/gtest.h>

#include "base/random.h"

namespace skein::neural {
namespace {

constexpr std::size_t kLabels = 5;

std::vector<double> random_scores(Rng& rng, std::size_t size) {
  std::vector<double> scores(size);
  for (double& score : scores) score = 2 * rng.normal();
  return scores;
}

// -log p(truth), from the definition: all labelings one by one.
double plain_loss(const ChainWord& word, const std::vector<std::int64_t>& truth) {
  const auto scores = word.scores();
  std::vector<std::uint32_t> labels(truth.size(), 0);
  double sum = 0;
  for (std::size_t at = 0; at < labels.size();) {
    sum += std::exp(factor_graph::score_of(scores, labels));
    for (at = 0; at < labels.size() && ++labels[at] == kLabels; ++at) labels[at] = 0;
  }
  const std::vector<std::uint32_t> right(truth.begin(), truth.end());
  return std::log(sum) - factor_graph::score_of(scores, right);
}

TEST(ChainLoss, IsTheLikelihoodAndItsSlopesAreThoseOfFiniteDifferences) {
  Rng rng(1);
  for (std::size_t length = 1; length <= 4; ++length) {
    std::vector<double> nodes = random_scores(rng, length * kLabels);
    std::vector<double> pairs = random_scores(rng, kLabels * kLabels);
    std::vector<std::int64_t> truth(length);
    for (std::int64_t& label : truth) label = static_cast<std::int64_t>(rng.below(kLabels));
    const auto loss = [&] { return plain_loss({nodes, pairs, kLabels}, truth); };

    std::vector<double> node_slopes(nodes.size());
    std::vector<double> pair_slopes(pairs.size());
    ChainLoss chain_loss;
    EXPECT_NEAR(chain_loss.add({nodes, pairs, kLabels}, truth, node_slopes, pair_slopes), loss(),
                1e-9);

    const auto expect_slopes = [&](std::vector<double>& scores, const std::vector<double>& slopes) {
      constexpr double kStep = 1e-5;
      for (std::size_t k = 0; k < scores.size(); ++k) {
        const double score = scores[k];
        scores[k] = score + kStep;
        const double above = loss();
        scores[k] = score - kStep;
        const double below = loss();
        scores[k] = score;
        EXPECT_NEAR(slopes[k], (above - below) / (2 * kStep), 1e-7) << length << " " << k;
      }
    };
    expect_slopes(nodes, node_slopes);
    expect_slopes(pairs, pair_slopes);
  }
}

TEST(ChainLoss, PairSlopesAddUpOverWords) {
  Rng rng(2);
  const std::vector<double> nodes = random_scores(rng, 3 * kLabels);
  const std::vector<double> pairs = random_scores(rng, kLabels * kLabels);
  const std::vector<std::int64_t> truth{0, 1, 2};
  std::vector<double> node_slopes(nodes.size());
  std::vector<double> once(pairs.size());
  std::vector<double> twice(pairs.size());
  ChainLoss loss;
  loss.add({nodes, pairs, kLabels}, truth, node_slopes, once);
  loss.add({nodes, pairs, kLabels}, truth, node_slopes, twice);
  loss.add({nodes, pairs, kLabels}, truth, node_slopes, twice);
  for (std::size_t k = 0; k < once.size(); ++k) EXPECT_NEAR(twice[k], 2 * once[k], 1e-12);
}

}  // namespace
}  // namespace skein::neural
