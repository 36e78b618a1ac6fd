#include "learning/sdca.h"

#include <cmath>

#include <gtest/gtest.h>

#include "learning/chain_crf.h"
#include "learning/dual_segment.h"
#include "learning/lbfgs.h"
#include "learning/objective.h"
#include "learning/vectors.h"

namespace skein::learning {
namespace {

// Labels follow each other in a circle, more often than not; features tell them with some noise.
Sequences random_sequences(Rng& rng, std::size_t count, std::size_t labels) {
  Sequences sequences(labels, 2 * labels);
  for (std::size_t s = 0; s < count; ++s) {
    sequences.begin_sequence();
    std::size_t label = rng.below(labels);
    for (int t = rng.between(1, 5); t > 0; --t) {
      std::vector<Feature> features;
      for (std::uint32_t f = 0; f < 2 * labels; ++f) {
        if (rng.chance(f % labels == label ? 0.7 : 0.2)) {
          features.push_back({f, static_cast<float>(0.5 + rng.uniform())});
        }
      }
      sequences.add_place(static_cast<std::uint32_t>(label), features);
      label = rng.chance(0.7) ? (label + 1) % labels : rng.below(labels);
    }
  }
  return sequences;
}

std::vector<double> random_weights(Rng& rng, std::size_t size) {
  std::vector<double> w(size);
  for (double& value : w) value = 0.5 * rng.normal();
  return w;
}

class ChainCrfOfOrder : public testing::TestWithParam<int> {};

TEST_P(ChainCrfOfOrder, ExpectedFeaturesAreTheGradientOfTheLogPartition) {
  Rng rng(3);
  const Sequences sequences = random_sequences(rng, 12, 3);
  const ChainCrf crf(sequences, GetParam());
  const auto workspace = crf.make_workspace();
  const std::vector<double> w = random_weights(rng, crf.dimension());
  for (std::size_t i = 0; i < crf.samples(); ++i) {
    std::vector<double> beliefs(crf.belief_size(i).total());
    const std::vector<double> direction = random_weights(rng, crf.dimension());
    const auto log_partition = [&](double step) {
      std::vector<double> moved = w;
      for (std::size_t k = 0; k < moved.size(); ++k) moved[k] += step * direction[k];
      return crf.infer(i, moved, beliefs, *workspace);
    };
    const double h = 1e-5;
    const double slope = (log_partition(h) - log_partition(-h)) / (2 * h);
    crf.infer(i, w, beliefs, *workspace);
    std::vector<double> features(crf.dimension(), 0.0);
    crf.add_features(i, beliefs, 1, features);
    EXPECT_NEAR(product(features, direction), slope, 1e-6);
    EXPECT_NEAR(crf.expected_score(i, beliefs, *workspace), product(features, w), 1e-9);
  }
}

TEST_P(ChainCrfOfOrder, TruthIsScoredByItsFeatures) {
  Rng rng(4);
  const Sequences sequences = random_sequences(rng, 12, 3);
  const ChainCrf crf(sequences, GetParam());
  const std::vector<double> w = random_weights(rng, crf.dimension());
  for (std::size_t i = 0; i < crf.samples(); ++i) {
    std::vector<double> beliefs(crf.belief_size(i).total());
    crf.fill_truth(i, beliefs);
    EXPECT_NEAR(entropy_of(crf.belief_size(i), beliefs), 0, 1e-12);
    std::vector<double> features(crf.dimension(), 0.0);
    crf.add_features(i, beliefs, 2, features);
    EXPECT_NEAR(product(features, w), 2 * crf.truth_score(i, w), 1e-9);
  }
}

TEST_P(ChainCrfOfOrder, SdcaClosesTheGap) {
  Rng rng(5);
  Workers workers(1);
  const Sequences sequences = random_sequences(rng, 40, 3);
  const ChainCrf crf(sequences, GetParam());
  for (double uniform_share : {1.0, 0.2}) {
    SdcaOptions options;
    options.uniform_share = uniform_share;
    Sdca sdca(crf, options);
    double dual = sdca.dual();
    for (int epoch = 0; epoch < 60; ++epoch) {
      sdca.run_epoch();
      EXPECT_GE(sdca.dual(), dual - 1e-12);
      dual = sdca.dual();
    }
    const double primal = Objective(crf, sdca.lambda(), workers).value(sdca.weights());
    EXPECT_GE(primal, dual - 1e-12);
    EXPECT_LT(primal - dual, 1e-6);
    EXPECT_NEAR(sdca.estimated_gap(), primal - dual, 1e-6);
  }
}

TEST_P(ChainCrfOfOrder, StepsAreTheBestOfAFineGrid) {
  Rng rng(6);
  const Sequences sequences = random_sequences(rng, 30, 3);
  const ChainCrf crf(sequences, GetParam());
  const auto workspace = crf.make_workspace();
  const double scale = 1;  // lambda n
  int inside = 0;
  for (std::size_t i = 0; i < crf.samples(); ++i) {
    const BeliefSize size = crf.belief_size(i);
    const std::vector<double> w = random_weights(rng, crf.dimension());
    std::vector<double> from(size.total());
    std::vector<double> to(size.total());
    crf.infer(i, random_weights(rng, crf.dimension()), from, *workspace);
    const double log_partition = crf.infer(i, w, to, *workspace);
    std::vector<double> v(crf.dimension(), 0.0);
    crf.add_features(i, to, -1 / scale, v);
    crf.add_features(i, from, 1 / scale, v);
    DualSegment segment{
        size, from, to, entropy_of(size, from), 0, scale * product(w, v), scale * product(v, v)};
    segment.entropy_to = log_partition - crf.expected_score(i, to, *workspace);
    EXPECT_NEAR(segment.entropy_to, entropy_of(size, to), 1e-9);
    const auto value = [&](double gamma) {
      std::vector<double> at(size.total());
      for (std::size_t k = 0; k < at.size(); ++k) at[k] = from[k] + gamma * (to[k] - from[k]);
      return entropy_of(size, at) - gamma * segment.linear - gamma * gamma * segment.square / 2;
    };
    const DualStep step = best_step(segment, 1e-8);
    double best = 0;
    for (int k = 0; k <= 10'000; ++k) {
      if (value(k / 10'000.0) > value(best)) best = k / 10'000.0;
    }
    EXPECT_NEAR(step.gamma, best, 1.1e-4) << "sample " << i;
    EXPECT_GE(value(step.gamma), value(best) - 1e-12);
    inside += step.gamma > 0.01 && step.gamma < 0.99;
  }
  EXPECT_GT(inside, 10);
}

TEST_P(ChainCrfOfOrder, GradientEqualsFiniteDifferencesForAnyNumberOfThreads) {
  Rng rng(7);
  const Sequences sequences = random_sequences(rng, 30, 3);
  const ChainCrf crf(sequences, GetParam());
  Workers workers(2);
  Workers alone(1);
  Objective objective(crf, 0.1, workers);
  Objective same(crf, 0.1, alone);
  const std::vector<double> w = random_weights(rng, crf.dimension());
  const std::vector<double> direction = random_weights(rng, crf.dimension());
  std::vector<double> gradient(crf.dimension());
  std::vector<double> again(crf.dimension());
  EXPECT_EQ(objective.value(w, gradient), same.value(w, again));
  EXPECT_EQ(gradient, again);
  const auto value = [&](double step) {
    std::vector<double> moved = w;
    add(step, direction, moved);
    return objective.value(moved);
  };
  EXPECT_NEAR((value(1e-5) - value(-1e-5)) / 2e-5, product(gradient, direction), 1e-6);
}

TEST_P(ChainCrfOfOrder, LbfgsAndSdcaEndAtTheSameWeights) {
  Rng rng(8);
  const Sequences sequences = random_sequences(rng, 40, 3);
  const ChainCrf crf(sequences, GetParam());
  Sdca sdca(crf, {});
  for (int epoch = 0; epoch < 100; ++epoch) sdca.run_epoch();
  Workers workers(1);
  Objective objective(crf, sdca.lambda(), workers);
  const LbfgsResult best = minimize(objective, std::vector<double>(crf.dimension(), 0.0));
  EXPECT_TRUE(best.converged);
  EXPECT_LE(best.value - best.lower_bound, 1e-9);
  EXPECT_LE(sdca.dual(), best.value + 1e-9);
  EXPECT_NEAR(sdca.dual(), best.value, 1e-6);
  for (std::size_t k = 0; k < best.weights.size(); ++k) {
    EXPECT_NEAR(sdca.weights()[k], best.weights[k], 1e-2);
  }
}

INSTANTIATE_TEST_SUITE_P(Orders, ChainCrfOfOrder, testing::Values(1, 2));

}  // namespace
}  // namespace skein::learning
