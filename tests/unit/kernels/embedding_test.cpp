#include "kernels/embedding.h"

#include <algorithm>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/network.h"
#include "support/complaints.h"
#include "support/finite_differences.h"

namespace skein::kernels {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::size_t kMaps = 3;
constexpr std::size_t kPositions = 6;

class EmbeddingTest : public testing::Test {
 protected:
  EmbeddingTest() {
    for (std::size_t k = 0; k < kMaps * kPositions; ++k) {
      for (const Vocabulary& vocabulary : options_.vocabularies) {
        ids_.push_back(static_cast<std::uint32_t>(rng_.below(vocabulary.ids)));
      }
      for (std::size_t c = 0; c < options_.numbers; ++c) numbers_.push_back(rng_.normal());
    }
  }

  Numbers<double> maps_of(const Embedding<double>& embedding) const {
    Numbers<double> maps(kMaps * kPositions * embedding.channels());
    embedding.forward(ids_, numbers_, maps);
    return maps;
  }

  Rng rng_{5};
  EmbeddingOptions options_{{{7, 0}, {3, 0}, {100, 2}}, 2};
  Embedding<double> embedding_{options_, rng_};
  std::vector<std::uint32_t> ids_;
  Numbers<double> numbers_;
};

TEST_F(EmbeddingTest, VectorsAreSmallAndTheUnknownIsZero) {
  EXPECT_EQ(embedding_.channels(), 3 + 2 + 2 + 2U);
  EXPECT_EQ((Vocabulary{200, 0}.vector_size()), 8U);
  EXPECT_EQ((Vocabulary{1, 0}.vector_size()), 1U);
  for (std::size_t c = 0; c < embedding_.names(); ++c) {
    EXPECT_TRUE(std::ranges::all_of(embedding_.table(c).row(0), [](double x) { return x == 0; }));
    EXPECT_TRUE(std::ranges::all_of(embedding_.table(c).row(1), [](double x) { return x != 0; }));
  }
}

TEST_F(EmbeddingTest, MapsHaveTheVectorsOfNamesAndThenTheNumbers) {
  Embedding<double> small({{{2, 2}}, 1}, rng_);
  Matrix<double> table(2, 2);
  table.values = {1, 2, 3, 4};
  small.set_table(0, table);
  Numbers<double> map(6);
  small.forward(std::vector<std::uint32_t>{1, 0}, std::vector<double>{8, 9}, map);
  EXPECT_THAT(map, ElementsAre(3, 4, 8, 1, 2, 9));
}

// Through a network of two layers.
TEST_F(EmbeddingTest, GradientEqualsFiniteDifferences) {
  const LayerOptions below{{1, 3}, 5, {}, {1, 2, 1}, 1e-3};
  const LayerOptions above{{1, 2}, 4, {}, {1, 1, 0.5}, 1e-3};
  Network<double> network({{1, kPositions, embedding_.channels()}, {below, above}});
  network.learn_filters(network.prepare(maps_of(embedding_)), rng_);
  Network<double>::Pass pass = network.make_pass();
  std::vector<double> weights(kMaps * network.output().size());
  for (double& weight : weights) weight = rng_.normal();

  network.forward(maps_of(embedding_), pass);
  Network<double>::Gradient of_filters = network.no_gradient();
  Numbers<double> of_maps(kMaps * kPositions * embedding_.channels(), 0.0);
  network.backward(pass, weights, of_filters, of_maps);
  Embedding<double>::Gradient gradient = embedding_.no_gradient();
  embedding_.backward(ids_, of_maps, gradient);

  Embedding<double> moved = embedding_;
  for (std::size_t c = 0; c < embedding_.names(); ++c) {
    Matrix<double> table = embedding_.table(c);
    for (std::size_t i = 0; i < table.values.size(); ++i) {
      const double slope = test::slope_by_differences(
          table.values[i],
          [&] {
            moved.set_table(c, table);
            const auto output = network.forward(maps_of(moved), pass);
            return std::inner_product(output.begin(), output.end(), weights.begin(), 0.0);
          },
          1e-4);
      EXPECT_NEAR(gradient[c].values[i], slope, 1e-6) << "names " << c;
    }
    moved.set_table(c, embedding_.table(c));
  }
}

TEST_F(EmbeddingTest, IdsBeyondTheirVocabularyAreRefused) {
  require_known(options_, kMaps * kPositions, ids_);
  ids_[4] = 3;
  EXPECT_THAT(
      test::complaint_of([&] { require_known(options_, kMaps * kPositions, ids_); }).problem,
      HasSubstr("position 2: name 2 has no id 3"));
  EXPECT_THAT(test::complaint_of([&] { require_known(options_, 1, ids_); }).problem,
              HasSubstr("54 ids"));
}

}  // namespace
}  // namespace skein::kernels
