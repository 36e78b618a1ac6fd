#include "learning/shared_choice_crf.h"

#include <cmath>

#include <gtest/gtest.h>

#include "base/random.h"
#include "factor_graph/vectors.h"
#include "learning/soft_choices.h"
#include "support/complaints.h"
#include "support/map_samples.h"

namespace skein::learning {
namespace {

using factor_graph::product;

constexpr std::size_t kNexts = 4;
constexpr std::size_t kFeatures = 3;  // of a candidate

class SharedChoiceCrfTest : public testing::Test {
 protected:
  // Four flights in each sample, rows at random.
  SharedChoiceCrfTest() : data_(test::map_connections(rng_, 3, {4, kNexts, 0.5})) {
    rows_ = rows_for(data_, kNexts * kFeatures);
    for (std::size_t place = 0; place < rows_.places(); ++place) {
      for (float& value : rows_.row(place)) value = static_cast<float>(rng_.normal());
    }
  }

  SharedChoiceCrf crf(ChoiceMarginals marginals = ChoiceMarginals::kSoft) const {
    return {rows_, data_.graphs, marginals};
  }
  std::vector<double> some(std::size_t count) {
    std::vector<double> values(count);
    for (double& value : values) value = rng_.normal();
    return values;
  }

  Rng rng_{4};
  MapSequences data_;
  Sequences rows_{kNexts + 1, 0};
};

TEST_F(SharedChoiceCrfTest, ScoresAndFeaturesBelongTogether) {
  const SharedChoiceCrf own = crf();
  const std::vector<double> w = some(own.dimension());
  for (std::size_t i = 0; i < own.samples(); ++i) {
    const std::vector<double> moments = some(own.parts(i));
    std::vector<double> scores(own.parts(i));
    std::vector<double> features(own.dimension(), 0.0);
    own.fill_scores(i, w, scores);
    own.add_features(i, moments, 2, features);
    EXPECT_NEAR(product(features, w), 2 * product(scores, moments), 1e-9);
    EXPECT_NEAR(own.square_of_features(i, moments), product(features, features) / 4, 1e-9);
  }
}

TEST_F(SharedChoiceCrfTest, ACandidateScoresTheSameAtEveryRankButForBiases) {
  const SharedChoiceCrf own = crf();
  std::vector<double> w = some(own.dimension());
  std::fill(w.begin() + 2 * kFeatures, w.end(), 0.0);
  const auto row = rows_.row(0);
  std::copy_n(row.begin(), kFeatures, row.begin() + 2 * kFeatures);
  std::vector<double> scores(own.parts(0));
  own.fill_scores(0, w, scores);
  EXPECT_DOUBLE_EQ(scores[0], scores[2]);
  EXPECT_NE(scores[0], scores[1]);
}

TEST_F(SharedChoiceCrfTest, PlainWeightsGiveTheSameScores) {
  const SharedChoiceCrf own = crf();
  const ChoiceGraphCrf plain(rows_, data_.graphs);
  const std::vector<double> w = some(own.dimension());
  std::vector<double> scores(own.parts(1));
  std::vector<double> plain_scores(own.parts(1));
  own.fill_scores(1, w, scores);
  plain.fill_scores(1, own.plain_weights(w), plain_scores);
  for (std::size_t k = 0; k < scores.size(); ++k) EXPECT_NEAR(plain_scores[k], scores[k], 1e-6);
}

TEST_F(SharedChoiceCrfTest, RowsThatCannotBeSharedOutAreRefused) {
  const Sequences odd = rows_for(data_, kNexts * kFeatures + 1);
  EXPECT_EQ(test::complaint_of([&] {
              SharedChoiceCrf(odd, data_.graphs, ChoiceMarginals::kAlone);
            }).field,
            "features");
}

// What the marginals are worth: their scores and entropy.
double value_of(std::span<const double> scores, std::span<const double> marginals) {
  double value = 0;
  for (std::size_t k = 0; k < scores.size(); ++k) {
    if (marginals[k] > 0) value += marginals[k] * (scores[k] - std::log(marginals[k]));
  }
  return value;
}

// Marginals that keep the constraints and are worth as much as the dual, which no other are above.
TEST_F(SharedChoiceCrfTest, SoftMarginalsAreTheBestWithinTheConstraints) {
  for (const ChoiceGraph& graph : data_.graphs) {
    std::vector<double> scores = some(graph.parts());
    for (double& score : scores) score *= 3;
    std::vector<double> marginals(graph.parts());
    const double dual = soft_choices(graph, scores, marginals, {10000, 1e-9});
    for (std::size_t place = 0; place < graph.places(); ++place) {
      double sum = 0;
      for (std::size_t y = 0; y < graph.labels(); ++y) {
        const double own = marginals[place * graph.labels() + y];
        sum += own;
        EXPECT_EQ(graph.variables_at(place)[y] == ChoiceGraph::kForbidden, own == 0);
      }
      EXPECT_NEAR(sum, 1, 1e-12);
    }
    for (const auto& exclusive : graph.parts_of_exclusions()) {
      double chosen = 0;
      for (const std::uint32_t part : exclusive) chosen += marginals[part];
      EXPECT_LT(chosen, 1 + 1e-8);
    }
    EXPECT_NEAR(value_of(scores, marginals), dual, 1e-6);
  }
}

TEST_F(SharedChoiceCrfTest, WithoutRoundsPlacesChooseAlone) {
  const ChoiceGraph& graph = data_.graphs[0];
  const std::vector<double> scores = some(graph.parts());
  std::vector<double> marginals(graph.parts());
  const double value = soft_choices(graph, scores, marginals, {0, 1e-3});
  EXPECT_NEAR(value_of(scores, marginals), value, 1e-12);
}

}  // namespace
}  // namespace skein::learning
