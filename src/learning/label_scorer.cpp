#include "learning/label_scorer.h"

#include <numeric>

#include "kernels/hot_loops.h"

namespace skein::learning {

using kernels::hot_loops;
using kernels::Into;
using kernels::Transposed;

LabelScorer::LabelScorer(const FeatureMapper& mapper, std::span<const double> weights,
                         std::size_t labels)
    : mapper_(mapper),
      folded_(mapper.scaler.scaling != Scaling::kNormalizer),
      weights_(mapper.network.output().size(), labels),
      biases_(labels, 0.0) {
  const std::span<const double> of_features = weights.first(weights_.values.size());
  other_weights_ = weights.subspan(of_features.size());
  for (std::size_t i = 0; i < of_features.size(); ++i) {
    weights_.values[i] = static_cast<float>(of_features[i]);
  }
  if (folded_) fold();
}

void LabelScorer::fold() {
  for (std::size_t j = 0; j < weights_.rows; ++j) {
    for (std::size_t y = 0; y < weights_.columns; ++y) {
      weights_(j, y) *= mapper_.scaler.factor[j];
      biases_[y] -= static_cast<double>(weights_(j, y)) * mapper_.scaler.shift[j];
    }
  }
  const auto& root = mapper_.network.layer(mapper_.network.depth() - 1).inverse_root();
  const kernels::Matrix<float> above = weights_;
  for (std::size_t q = 0; q < above.rows; q += root.rows) {
    hot_loops<float>().multiply({root.rows, above.columns, root.rows}, Transposed::kNone,
                                root.values.data(), above.row(q).data(), Into::kReplace,
                                weights_.row(q).data());
  }
}

std::vector<double> LabelScorer::scores(const PlaceMaps& maps, Workers& workers) const {
  const std::size_t labels = weights_.columns;
  std::vector<double> scores(maps.count() * labels);
  std::vector<PlaceMaps::Pass> passes(workers.size(), PlaceMaps::make_pass(mapper_));
  for_blocks({0, maps.count()}, workers, [&](const PlaceRange& block, std::size_t worker) {
    std::vector<std::uint32_t> places(block.end - block.begin);
    std::iota(places.begin(), places.end(), static_cast<std::uint32_t>(block.begin));
    const auto ending = folded_ ? kernels::Ending::kPooled : kernels::Ending::kWhole;
    fill_scores(maps.forward(mapper_, places, passes[worker], ending),
                std::span(scores).subspan(block.begin * labels, places.size() * labels));
  });
  return scores;
}

// Of the places whose maps the network turned into these.
void LabelScorer::fill_scores(std::span<const float> output, std::span<double> scores) const {
  const std::size_t labels = weights_.columns;
  const std::size_t features = weights_.rows;
  kernels::Numbers<float> rows(folded_ ? 0 : output.size());
  if (!folded_) {
    std::copy(output.begin(), output.end(), rows.begin());
    for (std::size_t begin = 0; begin < rows.size(); begin += features) {
      mapper_.scaler.apply(std::span(rows).subspan(begin, features));
    }
    output = rows;
  }
  kernels::Numbers<float> products(scores.size());
  hot_loops<float>().multiply({output.size() / features, labels, features}, Transposed::kNone,
                              output.data(), weights_.values.data(), Into::kReplace,
                              products.data());
  for (std::size_t i = 0; i < scores.size(); ++i) {
    scores[i] = static_cast<double>(products[i]) + biases_[i % labels];
  }
}

}  // namespace skein::learning
