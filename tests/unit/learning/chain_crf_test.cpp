#include "learning/chain_crf.h"

#include <cmath>

#include <gtest/gtest.h>

#include "base/input_error.h"
#include "factor_graph/vectors.h"
#include "learning/dual_segment.h"
#include "support/complaints.h"
#include "support/random_sequences.h"

namespace skein::learning {
namespace {

using factor_graph::product;
using test::random_sequences;
using test::random_weights;

// All that follows from the labels of a sample, by its definition.
std::vector<double> features_of(const Sequences& sequences, const ChainWeights& weights,
                                std::size_t sample, const std::vector<std::uint32_t>& labels) {
  std::vector<double> features(weights.size, 0.0);
  const std::size_t k = weights.labels;
  for (std::size_t t = 0; t < labels.size(); ++t) {
    for (const auto& [index, value] : sequences.features_at(sequences.begin(sample) + t)) {
      features[index * k + labels[t]] += static_cast<double>(value);
    }
    features[weights.always + labels[t]] += 1;
    if (t == 0) features[weights.first + labels[t]] += 1;
    if (t + 1 == labels.size()) features[weights.last + labels[t]] += 1;
    if (t >= 1) features[weights.pairs + labels[t - 1] * k + labels[t]] += 1;
    if (t >= 2 && weights.order == 2) {
      features[weights.triples + (labels[t - 2] * k + labels[t - 1]) * k + labels[t]] += 1;
    }
  }
  return features;
}

class ChainCrfOfOrder : public testing::TestWithParam<int> {
 protected:
  std::vector<std::vector<std::uint32_t>> all_labelings(std::size_t sample) const {
    std::vector<std::vector<std::uint32_t>> all{{}};
    for (std::size_t t = 0; t < sequences_.length(sample); ++t) {
      std::vector<std::vector<std::uint32_t>> longer;
      for (const auto& labels : all) {
        for (std::uint32_t y = 0; y < sequences_.labels(); ++y) {
          longer.push_back(labels);
          longer.back().push_back(y);
        }
      }
      all = std::move(longer);
    }
    return all;
  }

  std::vector<double> scores_of(std::size_t sample, const std::vector<double>& w) const {
    std::vector<double> scores(crf_.parts(sample));
    crf_.fill_scores(sample, w, scores);
    return scores;
  }

  std::vector<double> features_of_moments(std::size_t sample,
                                          const std::vector<double>& moments) const {
    std::vector<double> features(crf_.dimension(), 0.0);
    crf_.add_features(sample, moments, 1, features);
    return features;
  }

  Rng rng_{3};
  Sequences sequences_ = random_sequences(rng_, 12, 3);
  ChainCrf crf_{sequences_, GetParam()};
  ChainWeights weights_{3, 6, GetParam()};
  std::unique_ptr<Crf::Workspace> workspace_ = crf_.make_workspace();
};

// Against sums over all labelings.
TEST_P(ChainCrfOfOrder, MomentsAndLogPartitionEqualTheirDefinitions) {
  for (std::size_t i = 0; i < crf_.samples(); ++i) {
    const std::vector<double> w = random_weights(rng_, crf_.dimension());
    double partition = 0;
    std::vector<double> expected(crf_.dimension(), 0.0);
    for (const auto& labels : all_labelings(i)) {
      const std::vector<double> features = features_of(sequences_, weights_, i, labels);
      const double likelihood = std::exp(product(w, features));
      partition += likelihood;
      factor_graph::add(likelihood, features, expected);
    }
    const std::vector<double> scores = scores_of(i, w);
    std::vector<double> beliefs(crf_.belief_size(i).total());
    const double log_partition = crf_.infer(i, scores, beliefs, *workspace_);
    EXPECT_NEAR(log_partition, std::log(partition), 1e-9);
    std::vector<double> moments(crf_.parts(i));
    crf_.fill_moments(i, beliefs, moments);
    const std::vector<double> features = features_of_moments(i, moments);
    for (std::size_t k = 0; k < features.size(); ++k) {
      EXPECT_NEAR(features[k], expected[k] / partition, 1e-9);
    }
    EXPECT_NEAR(product(moments, scores), product(features, w), 1e-9);
    EXPECT_NEAR(entropy_of(crf_.belief_size(i), beliefs), log_partition - product(moments, scores),
                1e-9);
  }
}

TEST_P(ChainCrfOfOrder, TruthHasItsFeaturesAndNoEntropy) {
  for (std::size_t i = 0; i < crf_.samples(); ++i) {
    const auto labels = sequences_.truth(i);
    const std::vector<double> expected =
        features_of(sequences_, weights_, i, {labels.begin(), labels.end()});
    std::vector<double> moments(crf_.parts(i));
    crf_.fill_truth(i, moments);
    EXPECT_EQ(features_of_moments(i, moments), expected);
    std::vector<double> beliefs(crf_.belief_size(i).total());
    crf_.fill_sure_beliefs(i, beliefs);
    EXPECT_NEAR(entropy_of(crf_.belief_size(i), beliefs), 0, 1e-12);
    std::vector<double> same(moments.size());
    crf_.fill_moments(i, beliefs, same);
    EXPECT_EQ(moments, same);
  }
}

TEST_P(ChainCrfOfOrder, MostLikelyIsTheBestOfAllLabelingsWithTheirLosses) {
  for (std::size_t i = 0; i < crf_.samples(); ++i) {
    const std::vector<double> w = random_weights(rng_, crf_.dimension());
    const auto truth = sequences_.truth(i);
    double best = -1e300;
    std::vector<std::uint32_t> best_labels;
    for (const auto& labels : all_labelings(i)) {
      double score = product(w, features_of(sequences_, weights_, i, labels));
      for (std::size_t t = 0; t < labels.size(); ++t) {
        score += labels[t] == truth[t] ? 0.0 : 1.0 / static_cast<double>(labels.size());
      }
      if (score <= best) continue;
      best = score;
      best_labels = labels;
    }
    std::vector<double> scores = scores_of(i, w);
    crf_.add_loss(i, scores);
    std::vector<double> moments(crf_.parts(i));
    EXPECT_NEAR(crf_.most_likely(i, scores, moments, *workspace_), best, 1e-9);
    EXPECT_EQ(features_of_moments(i, moments), features_of(sequences_, weights_, i, best_labels));
  }
}

TEST_P(ChainCrfOfOrder, TheSquareOfFeaturesNeedsNoFeatures) {
  for (std::size_t i = 0; i < crf_.samples(); ++i) {
    const std::vector<double> moments = random_weights(rng_, crf_.parts(i));
    const std::vector<double> features = features_of_moments(i, moments);
    EXPECT_NEAR(crf_.square_of_features(i, moments), product(features, features), 1e-4);
  }
}

TEST_P(ChainCrfOfOrder, ContextThatCountsMoreIsAChainWithOtherWeights) {
  const ChainCrf crf(sequences_, GetParam(), 3);
  for (std::size_t i = 0; i < crf.samples(); ++i) {
    const std::vector<double> w = random_weights(rng_, crf.dimension());
    const std::vector<double> expected = scores_of(i, crf.plain_weights(w));
    std::vector<double> scores(crf.parts(i));
    crf.fill_scores(i, w, scores);
    for (std::size_t k = 0; k < scores.size(); ++k) EXPECT_NEAR(scores[k], expected[k], 1e-9);
    const std::vector<double> moments = random_weights(rng_, crf.parts(i));
    std::vector<double> features(crf.dimension(), 0.0);
    crf.add_features(i, moments, 1, features);
    EXPECT_NEAR(product(features, w), product(moments, scores), 1e-6);
    EXPECT_NEAR(crf.square_of_features(i, moments), product(features, features), 1e-3);
  }
}

// The same features, in rows.
TEST_P(ChainCrfOfOrder, DenseFeaturesAreAsGoodAsSparseOnes) {
  Sequences dense(sequences_.labels(), sequences_.features());
  for (std::size_t i = 0; i < sequences_.size(); ++i) {
    dense.begin_sequence();
    for (std::size_t t = 0; t < sequences_.length(i); ++t) {
      std::vector<float> row(sequences_.features(), 0.0F);
      for (const auto& [index, value] : sequences_.features_at(sequences_.begin(i) + t)) {
        row[index] += value;
      }
      dense.add_place(sequences_.truth(i)[t], row);
    }
  }
  const ChainCrf crf(dense, GetParam());
  for (std::size_t i = 0; i < crf.samples(); ++i) {
    const std::vector<double> w = random_weights(rng_, crf.dimension());
    const std::vector<double> expected_scores = scores_of(i, w);
    std::vector<double> scores(crf.parts(i));
    crf.fill_scores(i, w, scores);
    for (std::size_t k = 0; k < scores.size(); ++k)
      EXPECT_NEAR(scores[k], expected_scores[k], 1e-9);
    const std::vector<double> moments = random_weights(rng_, crf.parts(i));
    const std::vector<double> expected = features_of_moments(i, moments);
    std::vector<double> features(crf.dimension(), 0.0);
    crf.add_features(i, moments, 1, features);
    for (std::size_t k = 0; k < features.size(); ++k) EXPECT_NEAR(features[k], expected[k], 1e-9);
    EXPECT_NEAR(crf.square_of_features(i, moments), crf_.square_of_features(i, moments), 1e-4);
  }
}

TEST(Sequences, RefuseWhatIsNotAsDeclared) {
  Sequences sequences(3, 2);
  sequences.begin_sequence();
  const auto problem_of = [&](std::uint32_t label, const auto& features) {
    return test::complaint_of([&] { sequences.add_place(label, features); }).problem;
  };
  const float none = std::nanf("");
  EXPECT_EQ(problem_of(3, std::vector<float>{1, 2}), "place 1: there is no label 3, only 3");
  EXPECT_EQ(problem_of(0, std::vector<float>{1}), "place 1: 1 numbers, where 2 are needed");
  EXPECT_EQ(problem_of(0, std::vector<float>{1, none}),
            "place 1: feature 1 is not a finite number");
  EXPECT_EQ(problem_of(0, std::vector<float>{INFINITY, 0}),
            "place 1: feature 0 is not a finite number");
  EXPECT_EQ(problem_of(3, std::vector<Feature>{{1, 1}}), "place 1: there is no label 3, only 3");
  EXPECT_EQ(problem_of(0, std::vector<Feature>{{2, 1}}), "place 1: there is no feature 2");
  EXPECT_EQ(problem_of(0, std::vector<Feature>{{1, none}}),
            "place 1: feature 1 is not a finite number");
  EXPECT_EQ(sequences.places(), 0);
}

TEST(Sequences, EmptyOnesAreNamed) {
  for (std::size_t empty : {0U, 1U, 2U}) {
    Sequences sequences(3, 2);
    for (std::size_t i = 0; i < 3; ++i) {
      sequences.begin_sequence();
      if (i != empty) sequences.add_place(0, std::vector<float>{1, 2});
    }
    EXPECT_EQ(test::complaint_of([&] { ChainCrf(sequences, 1); }).problem,
              "sequence " + std::to_string(empty + 1) + " is empty");
  }
}

INSTANTIATE_TEST_SUITE_P(Orders, ChainCrfOfOrder, testing::Values(1, 2));

}  // namespace
}  // namespace skein::learning
