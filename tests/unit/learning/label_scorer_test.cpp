#include "learning/label_scorer.h"

#include <gtest/gtest.h>

#include "support/map_samples.h"
#include "support/random_sequences.h"

namespace skein::learning {
namespace {

// Rows as training has them, times W.
std::vector<double> scores_by_rows(const FeatureMapper& mapper, const MapSequences& data,
                                   std::span<const double> weights, Workers& workers) {
  Sequences rows = rows_for(data, mapper.network.output().size());
  const PlaceRange all{0, rows.places()};
  fill_rows(mapper, PlaceMaps(data, mapper), all, rows, workers);
  scale_rows(mapper.scaler, all, rows, workers);
  std::vector<double> scores(rows.places() * data.labels, 0.0);
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const auto row = rows.row(i / data.labels);
    for (std::size_t j = 0; j < row.size(); ++j) {
      scores[i] += static_cast<double>(row[j]) * weights[j * data.labels + i % data.labels];
    }
  }
  return scores;
}

class LabelScorerWith : public testing::TestWithParam<Scaling> {
 protected:
  FeatureMapper mapper_for(const MapSequences& data, std::size_t depth) {
    kernels::LayerOptions layer;
    layer.patch = {3, 3};
    layer.filters = 6;
    layer.pool = {2, 2, 1};
    FeatureMapper mapper{kernels::Network<float>({data.shape, std::vector(depth, layer)}), {}};
    const PlaceMaps maps(data, mapper);
    maps.learn_filters(mapper, rng_);
    mapper.scaler.scaling = GetParam();
    Sequences rows = rows_for(data, mapper.network.output().size());
    fill_rows(mapper, maps, {0, rows.places()}, rows, workers_);
    mapper.scaler.learn({rows.row(0).data(), rows.places() * rows.features()}, rows.features(),
                        workers_);
    return mapper;
  }

  Rng rng_{5};
  Workers workers_{1};
};

TEST_P(LabelScorerWith, GivesTheScoresOfScaledRows) {
  const MapSequences data = test::map_words(rng_, 30);
  for (std::size_t depth : {1U, 2U}) {
    const FeatureMapper mapper = mapper_for(data, depth);
    const std::size_t of_features = mapper.network.output().size() * data.labels;
    const std::vector<double> weights = test::random_weights(rng_, of_features + 3);
    const LabelScorer scorer(mapper, weights, data.labels);
    EXPECT_EQ(scorer.other_weights().size(), 3U);
    const std::vector<double> expected = scores_by_rows(mapper, data, weights, workers_);
    for (auto wanted : {PlaceMaps::Wanted::kAgain, PlaceMaps::Wanted::kOnce}) {
      const auto scores = scorer.scores(PlaceMaps(data, mapper, wanted), workers_);
      ASSERT_EQ(scores.size(), expected.size());
      for (std::size_t i = 0; i < scores.size(); ++i) EXPECT_NEAR(scores[i], expected[i], 1e-3);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Scalings, LabelScorerWith,
                         testing::Values(Scaling::kMeanNorm, Scaling::kStandard, Scaling::kMinMax,
                                         Scaling::kRobust, Scaling::kNormalizer));

}  // namespace
}  // namespace skein::learning
