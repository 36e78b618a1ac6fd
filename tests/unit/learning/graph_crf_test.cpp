#include "learning/graph_crf.h"

#include <functional>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/random.h"
#include "factor_graph/exhaustive.h"
#include "factor_graph/vectors.h"
#include "learning/bcfw.h"
#include "learning/oeg.h"
#include "learning/sdca.h"
#include "support/complaints.h"

namespace skein::learning {
namespace {

using factor_graph::Graph;
using factor_graph::Variable;
using testing::HasSubstr;

constexpr std::size_t kFeatures = 4;

// Flights that choose among the same next flights, or none; a next flight is taken once at most.
// The truth is what given weights say, so there is something to learn.
GraphSample made_up_sample(Rng& rng, std::size_t flights, std::size_t nexts,
                           const std::vector<double>& weights) {
  GraphSample sample;
  for (std::size_t f = 0; f < flights; ++f) {
    const std::vector<double> scores(nexts + 1, 0.0);
    sample.choices.push_back(
        {sample.graph.add_choice(scores), static_cast<std::uint32_t>(nexts + 1)});
    for (std::size_t k = 0; k <= nexts; ++k) {
      std::vector<Feature> features;
      for (std::uint32_t index = 0; index < kFeatures && k < nexts; ++index) {
        features.push_back({index, static_cast<float>(rng.normal())});
      }
      sample.features.push_back(features);
    }
  }
  for (std::size_t next = 0; next < nexts; ++next) {
    std::vector<Variable> takers;
    for (const Graph::Choice& choice : sample.choices) {
      takers.push_back(choice.first + static_cast<Variable>(next));
    }
    sample.graph.add_at_most_one(takers);
  }
  for (Variable v = 0; v < sample.graph.variables(); ++v) {
    double score = 0;
    for (const auto& [index, value] : sample.features[v]) {
      score += weights[index] * static_cast<double>(value);
    }
    sample.graph.set_score(v, score);
  }
  const auto best = factor_graph::search_all(sample.graph);
  for (const Graph::Choice& choice : sample.choices) {
    std::uint32_t state = 0;
    while (best.assignment[choice.first + state] == 0) ++state;
    sample.truth.push_back(state);
  }
  return sample;
}

class GraphCrfTest : public testing::Test {
 protected:
  std::vector<GraphSample> made_up_samples(std::size_t count) {
    std::vector<GraphSample> samples;
    for (std::size_t i = 0; i < count; ++i) {
      samples.push_back(made_up_sample(rng_, 3, 3, weights_));
    }
    return samples;
  }
  static double share_right(const GraphCrf& crf, const std::vector<GraphSample>& samples,
                            std::span<const double> w) {
    std::size_t right = 0;
    std::size_t all = 0;
    for (std::size_t i = 0; i < samples.size(); ++i) {
      const std::vector<std::uint32_t> states = crf.predict(i, w);
      for (std::size_t c = 0; c < states.size(); ++c) right += states[c] == samples[i].truth[c];
      all += states.size();
    }
    return static_cast<double>(right) / static_cast<double>(all);
  }

  Rng rng_{1};
  std::vector<double> weights_{2, -1, 0.5, 1};
};

TEST_F(GraphCrfTest, MostLikelyIsTheBestOfAllLabelings) {
  const std::vector<GraphSample> samples = made_up_samples(20);
  GraphSearchOptions options;
  options.exact = true;
  const GraphCrf crf(samples, kFeatures, options);
  const auto workspace = crf.make_workspace();
  for (std::size_t i = 0; i < samples.size(); ++i) {
    for (int trial = 0; trial < 3; ++trial) {
      std::vector<double> w(kFeatures);
      for (double& weight : w) weight = rng_.normal();
      std::vector<double> scores(crf.parts(i));
      std::vector<double> moments(crf.parts(i));
      crf.fill_scores(i, w, scores);
      crf.add_loss(i, scores);
      const double score = crf.most_likely(i, scores, moments, *workspace);
      Graph graph = samples[i].graph;
      for (Variable v = 0; v < graph.variables(); ++v) graph.set_score(v, scores[v]);
      EXPECT_NEAR(score, factor_graph::search_all(graph).score, 1e-6);
      EXPECT_NEAR(factor_graph::product(moments, scores), score, 1e-6);
    }
  }
}

TEST_F(GraphCrfTest, FrankWolfeClosesTheGapAndSdcaLearnsToo) {
  const std::vector<GraphSample> samples = made_up_samples(20);
  GraphSearchOptions options;
  options.exact = true;
  const GraphCrf crf(samples, kFeatures, options);
  Workers workers(1);
  Bcfw bcfw(crf, {});
  for (int epoch = 0; epoch < 20; ++epoch) bcfw.run_epoch();
  Objective margin(crf, bcfw.lambda(), workers, Surrogate::kMargin);
  EXPECT_GE(margin.value(bcfw.weights()), bcfw.dual() - 1e-9);
  EXPECT_LT(margin.value(bcfw.weights()) - bcfw.dual(), 0.08);
  EXPECT_GT(share_right(crf, samples, bcfw.weights()), 0.9);

  Sdca sdca(crf, {});
  for (int epoch = 0; epoch < 8; ++epoch) sdca.run_epoch();
  EXPECT_GT(share_right(crf, samples, sdca.weights()), 0.9);
  EXPECT_EQ(sdca.lower_bound(), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(Oeg(crf, {}).lower_bound(), -std::numeric_limits<double>::infinity());
}

TEST_F(GraphCrfTest, SamplesThatAreNotSoundAreRefused) {
  const auto problem_of = [&](const std::function<void(GraphSample&)>& spoil) {
    GraphSample sample = made_up_sample(rng_, 3, 3, weights_);
    spoil(sample);
    return test::complaint_of([&] { GraphCrf({sample}, kFeatures); }).problem;
  };
  EXPECT_THAT(problem_of([](GraphSample& sample) { sample.choices.pop_back(); }),
              HasSubstr("variables"));
  EXPECT_THAT(problem_of([](GraphSample& sample) { sample.truth[1] = 9; }), HasSubstr("state 9"));
  EXPECT_THAT(problem_of([](GraphSample& sample) { sample.truth.pop_back(); }),
              HasSubstr("each choice"));
  EXPECT_THAT(problem_of([](GraphSample& sample) { sample.features[0][0].index = 77; }),
              HasSubstr("feature 77"));
  EXPECT_THAT(problem_of([](GraphSample& sample) {
                sample.features[0][0].value = std::numeric_limits<float>::quiet_NaN();
              }),
              HasSubstr("finite"));
  EXPECT_THAT(problem_of([](GraphSample& sample) {
                sample.truth = {0, 0, 0};
              }),
              HasSubstr("forbids"));
}

}  // namespace
}  // namespace skein::learning
