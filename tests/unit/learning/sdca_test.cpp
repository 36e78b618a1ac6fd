#include "learning/sdca.h"

#include <gtest/gtest.h>

#include "factor_graph/vectors.h"
#include "learning/chain_crf.h"
#include "learning/dual_segment.h"
#include "learning/lbfgs.h"
#include "support/random_sequences.h"

namespace skein::learning {
namespace {

using factor_graph::add;
using factor_graph::product;
using test::random_sequences;
using test::random_weights;

class SdcaOfOrder : public testing::TestWithParam<int> {};

TEST_P(SdcaOfOrder, ClosesTheGap) {
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
    Objective objective(crf, sdca.lambda(), workers);
    const double primal = objective.value(sdca.last_weights());
    EXPECT_GE(primal, dual - 1e-12);
    EXPECT_LT(primal - dual, 1e-6);
    EXPECT_NEAR(sdca.estimated_gap(), primal - dual, 1e-6);
    EXPECT_GE(objective.value(sdca.weights()), dual - 1e-12);
    EXPECT_LT(objective.value(sdca.weights()) - dual, 1e-6);
    EXPECT_EQ(sdca.counts().oracle_calls, 60 * crf.samples());
  }
}

TEST_P(SdcaOfOrder, StepsAreTheBestOfAFineGrid) {
  Rng rng(6);
  const Sequences sequences = random_sequences(rng, 30, 3);
  const ChainCrf crf(sequences, GetParam());
  const auto workspace = crf.make_workspace();
  const double scale = 1;  // lambda n
  int inside = 0;
  for (std::size_t i = 0; i < crf.samples(); ++i) {
    const BeliefSize size = crf.belief_size(i);
    const std::vector<double> w = random_weights(rng, crf.dimension());
    std::vector<double> scores(crf.parts(i));
    std::vector<double> moments(crf.parts(i));
    std::vector<double> v(crf.dimension(), 0.0);
    std::vector<double> from(size.total());
    crf.fill_scores(i, random_weights(rng, crf.dimension()), scores);
    crf.infer(i, scores, from, *workspace);
    crf.fill_moments(i, from, moments);
    crf.add_features(i, moments, 1 / scale, v);
    std::vector<double> to(size.total());
    crf.fill_scores(i, w, scores);
    const double log_partition = crf.infer(i, scores, to, *workspace);
    crf.fill_moments(i, to, moments);
    crf.add_features(i, moments, -1 / scale, v);
    const DualSegment segment{size,
                              from,
                              to,
                              entropy_of(size, from),
                              log_partition - product(moments, scores),
                              scale * product(w, v),
                              scale * product(v, v)};
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

TEST_P(SdcaOfOrder, GradientEqualsFiniteDifferencesForAnyNumberOfThreads) {
  Rng rng(7);
  const Sequences sequences = random_sequences(rng, 30, 3);
  const ChainCrf crf(sequences, GetParam());
  Workers workers(2);
  Workers alone(1);
  for (Surrogate surrogate : {Surrogate::kLikelihood, Surrogate::kMargin}) {
    Objective objective(crf, 0.1, workers, surrogate);
    Objective same(crf, 0.1, alone, surrogate);
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
}

TEST_P(SdcaOfOrder, EndsAtTheWeightsOfLbfgs) {
  Rng rng(8);
  const Sequences sequences = random_sequences(rng, 40, 3);
  const ChainCrf crf(sequences, GetParam());
  Sdca sdca(crf, {});
  for (int epoch = 0; epoch < 100; ++epoch) sdca.run_epoch();
  Workers workers(1);
  const LbfgsResult best = minimize(crf, sdca.lambda(), workers);
  EXPECT_TRUE(best.converged);
  EXPECT_LE(best.value - best.lower_bound, 1e-9);
  EXPECT_LE(sdca.dual(), best.value + 1e-9);
  EXPECT_NEAR(sdca.dual(), best.value, 1e-6);
  for (std::size_t k = 0; k < best.weights.size(); ++k) {
    EXPECT_NEAR(sdca.weights()[k], best.weights[k], 1e-2);
  }
}

INSTANTIATE_TEST_SUITE_P(Orders, SdcaOfOrder, testing::Values(1, 2));

}  // namespace
}  // namespace skein::learning
