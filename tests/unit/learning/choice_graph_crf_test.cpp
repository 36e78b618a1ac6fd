#include "learning/choice_graph_crf.h"

#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "factor_graph/exhaustive.h"
#include "factor_graph/vectors.h"
#include "support/complaints.h"
#include "support/map_samples.h"
#include "support/random_sequences.h"

namespace skein::learning {
namespace {

using factor_graph::product;
using factor_graph::Variable;
using testing::HasSubstr;

class ChoiceGraphCrfTest : public testing::Test {
 protected:
  ChoiceGraphCrfTest() {
    for (std::size_t place = 0; place < rows_.places(); ++place) {
      for (float& value : rows_.row(place)) value = static_cast<float>(rng_.normal());
    }
  }

  static GraphSearchOptions exact() {
    GraphSearchOptions options;
    options.exact = true;
    return options;
  }
  std::vector<double> random_numbers(std::size_t count) {
    return test::random_weights(rng_, count);
  }

  Rng rng_{4};
  MapSequences data_ = test::map_connections(rng_, 12, {3, 3, 0.3});
  Sequences rows_ = rows_for(data_, 6);
  ChoiceGraphCrf crf_{rows_, data_.graphs, exact()};
};

TEST_F(ChoiceGraphCrfTest, MostLikelyIsTheBestOfAllAllowedLabelings) {
  const auto workspace = crf_.make_workspace();
  for (std::size_t i = 0; i < crf_.samples(); ++i) {
    const std::vector<double> w = random_numbers(crf_.dimension());
    std::vector<double> scores(crf_.parts(i));
    std::vector<double> moments(crf_.parts(i));
    crf_.fill_scores(i, w, scores);
    const double score = crf_.most_likely(i, scores, moments, *workspace);
    factor_graph::Graph graph = data_.graphs[i].graph();
    const auto parts = data_.graphs[i].parts_of_variables();
    for (Variable v = 0; v < graph.variables(); ++v) graph.set_score(v, scores[parts[v]]);
    EXPECT_NEAR(score, factor_graph::search_all(graph).score, 1e-6);
    EXPECT_NEAR(product(moments, scores), score, 1e-9);
    const std::vector<std::uint32_t> labels = crf_.predict(i, w);
    for (std::size_t t = 0; t < labels.size(); ++t) {
      EXPECT_NE(data_.graphs[i].variable({t, labels[t]}), ChoiceGraph::kForbidden);
      EXPECT_EQ(moments[t * data_.labels + labels[t]], 1);
    }
  }
}

// s = A'w and A m: two ways to the same numbers.
TEST_F(ChoiceGraphCrfTest, ScoresAndFeaturesBelongTogether) {
  for (std::size_t i = 0; i < crf_.samples(); ++i) {
    const std::vector<double> w = random_numbers(crf_.dimension());
    const std::vector<double> moments = random_numbers(crf_.parts(i));
    std::vector<double> scores(crf_.parts(i));
    crf_.fill_scores(i, w, scores);
    std::vector<double> features(crf_.dimension(), 0.0);
    crf_.add_features(i, moments, 2, features);
    EXPECT_NEAR(2 * product(scores, moments), product(w, features), 1e-9);
    EXPECT_NEAR(4 * crf_.square_of_features(i, moments), product(features, features), 1e-9);
  }
}

TEST_F(ChoiceGraphCrfTest, BeliefsStayWithinTheMask) {
  const auto workspace = crf_.make_workspace();
  for (std::size_t i = 0; i < crf_.samples(); ++i) {
    std::vector<double> beliefs(crf_.parts(i));
    crf_.fill_even_beliefs(i, beliefs, *workspace);
    for (std::size_t t = 0; t < data_.graphs[i].places(); ++t) {
      double sum = 0;
      for (std::uint32_t y = 0; y < data_.labels; ++y) {
        const double belief = beliefs[t * data_.labels + y];
        EXPECT_EQ(belief == 0, data_.graphs[i].variable({t, y}) == ChoiceGraph::kForbidden);
        sum += belief;
      }
      EXPECT_NEAR(sum, 1, 1e-12);
    }
  }
  EXPECT_FALSE(crf_.has_marginals());
}

TEST_F(ChoiceGraphCrfTest, SamplesThatAreNotSoundAreRefused) {
  EXPECT_THAT(test::complaint_of([] { ChoiceGraph(0, 3); }).problem, HasSubstr("none"));
  EXPECT_THAT(test::complaint_of([] {
                ChoiceGraph(2, 2, std::vector<char>{1, 1, 0, 0});
              }).problem,
              HasSubstr("place 2 may choose nothing"));
  EXPECT_THAT(test::complaint_of([] {
                ChoiceGraph(2, 2, std::vector<char>{1, 1, 0});
              }).problem,
              HasSubstr("3 flags"));

  const auto problem_of = [&](const std::function<void(std::vector<ChoiceGraph>&)>& spoil) {
    std::vector<ChoiceGraph> graphs = data_.graphs;
    spoil(graphs);
    return test::complaint_of([&] { ChoiceGraphCrf(rows_, graphs).require_allowed_truth(); })
        .problem;
  };
  EXPECT_THAT(problem_of([](auto& graphs) { graphs.pop_back(); }), HasSubstr("11 graphs"));
  EXPECT_THAT(problem_of([](auto& graphs) { graphs[2] = ChoiceGraph(2, 4); }),
              HasSubstr("sample 3: the graph has 2 places"));
  EXPECT_THAT(problem_of([](auto& graphs) { graphs[1].graph().add_variable(0); }),
              HasSubstr("no label of a place"));
  EXPECT_THAT(problem_of([&](auto& graphs) {
                std::vector<char> allowed(12, 1);
                allowed[4 + rows_.truth(0)[1]] = 0;
                graphs[0] = ChoiceGraph(3, 4, allowed);
              }),
              HasSubstr("place 2 may not choose"));
  EXPECT_THAT(problem_of([&](auto& graphs) {
                const Variable chosen = graphs[0].variable({0, rows_.truth(0)[0]});
                graphs[0].graph().add_budget(std::vector<Variable>{chosen}, 0);
              }),
              HasSubstr("budget"));
}

TEST_F(ChoiceGraphCrfTest, ConstraintsThatAllowNothingAreNamed) {
  std::vector<ChoiceGraph> graphs = data_.graphs;
  const std::vector<char> same{1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1};
  graphs[3] = ChoiceGraph(3, 4, same);
  graphs[3].add_at_most_one(std::vector<PlaceLabel>{{0, 0}, {1, 0}});
  const ChoiceGraphCrf crf(rows_, graphs);
  const std::vector<double> w(crf.dimension(), 0.0);
  const auto complaint = test::complaint_of([&] { crf.predict(3, w); });
  EXPECT_THAT(complaint.problem, HasSubstr("sample 4: the constraints allow no labeling"));
  EXPECT_THAT(complaint.field, HasSubstr("factor"));
}

}  // namespace
}  // namespace skein::learning
