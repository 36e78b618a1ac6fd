#include "neural/chain_loss.h"

#include <algorithm>

namespace skein::neural {

factor_graph::ChainScores ChainWord::scores() const {
  return {{nodes.size() / labels, labels, 1}, nodes, pairs, {}};
}

double ChainLoss::add(const ChainWord& word, std::span<const std::int64_t> truth,
                      std::span<double> node_slopes, std::span<double> pair_slopes) {
  const std::size_t labels = word.labels;
  factor_graph::infer(word.scores(), marginals_, workspace_);
  std::ranges::copy(marginals_.nodes(), node_slopes.begin());
  double loss = marginals_.log_partition;
  for (std::size_t t = 0; t < truth.size(); ++t) {
    const std::size_t node = t * labels + static_cast<std::size_t>(truth[t]);
    node_slopes[node] -= 1;
    loss -= word.nodes[node];
  }
  // A word of one letter has one window too, but no pair.
  for (std::size_t t = 1; t < truth.size(); ++t) {
    const double* window = marginals_.windows.data() + (t - 1) * labels * labels;
    for (std::size_t k = 0; k < labels * labels; ++k) pair_slopes[k] += window[k];
    const auto pair =
        static_cast<std::size_t>(truth[t - 1]) * labels + static_cast<std::size_t>(truth[t]);
    pair_slopes[pair] -= 1;
    loss -= word.pairs[pair];
  }
  return loss;
}

}  // namespace skein::neural
