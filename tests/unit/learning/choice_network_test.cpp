#include "learning/choice_network.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "support/complaints.h"
#include "support/finite_differences.h"

namespace skein::learning {
namespace {

struct Case {
  const char* name;
  std::vector<ChoiceNetworkOptions::Layer> layers;
  ChoiceHead head = ChoiceHead::kDense;
  double dropout = 0;
};

void PrintTo(const Case& own, std::ostream* out) {
  *out << own.name;
}

constexpr ChoiceShape kShape{3, 5};

ChoiceBatch<double> random_batch(Rng& rng, std::size_t examples) {
  ChoiceBatch<double> batch;
  batch.maps = kernels::Matrix<double>(examples * kShape.places, kShape.channels);
  for (double& value : batch.maps.values) value = rng.normal();
  for (std::size_t k = 0; k < examples * kShape.classes(); ++k) {
    batch.allowed.push_back(k % kShape.classes() == kShape.places || rng.chance(0.7) ? 1 : 0);
  }
  return batch;
}

kernels::Numbers<double> random_numbers(Rng& rng, std::size_t count) {
  kernels::Numbers<double> numbers(count);
  for (double& number : numbers) number = rng.normal();
  return numbers;
}

class ChoiceNetworkOf : public testing::TestWithParam<Case> {
 protected:
  ChoiceNetwork<double> network_{kShape, {GetParam().layers, GetParam().head, GetParam().dropout}};
  Rng rng_{5};
};

TEST_P(ChoiceNetworkOf, GradientsAreSlopes) {
  auto batch = random_batch(rng_, 4);
  auto parameters = random_numbers(rng_, network_.parameters());
  kernels::Matrix<double> of_scores(4, kShape.classes());
  of_scores.values = random_numbers(rng_, of_scores.values.size());
  ChoiceNetwork<double>::Pass pass;
  const auto value = [&] {
    Rng dropout(7);
    const auto& scores = network_.forward(parameters, batch, pass, &dropout);
    return std::inner_product(scores.values.begin(), scores.values.end(), of_scores.values.begin(),
                              0.0);
  };
  value();
  kernels::Numbers<double> gradient(parameters.size(), 0.0);
  network_.backward(parameters, batch, of_scores, pass, gradient);
  for (std::size_t k = 0; k < parameters.size(); ++k) {
    // Steps are small: a larger one may go beyond what a layer cuts.
    const double slope = test::slope_by_differences(parameters[k], value, 1e-6);
    ASSERT_NEAR(gradient[k], slope, 1e-6 * (1 + std::abs(slope))) << "parameter " << k;
  }
}

TEST_P(ChoiceNetworkOf, GradientsOfMapsAreSlopes) {
  auto batch = random_batch(rng_, 3);
  const auto parameters = random_numbers(rng_, network_.parameters());
  kernels::Matrix<double> of_scores(3, kShape.classes());
  of_scores.values = random_numbers(rng_, of_scores.values.size());
  ChoiceNetwork<double>::Pass pass;
  const auto value = [&] {
    Rng dropout(7);
    const auto& scores = network_.forward(parameters, batch, pass, &dropout);
    return std::inner_product(scores.values.begin(), scores.values.end(), of_scores.values.begin(),
                              0.0);
  };
  value();
  kernels::Numbers<double> gradient(parameters.size(), 0.0);
  kernels::Matrix<double> of_maps;
  network_.backward(parameters, batch, of_scores, pass, gradient, &of_maps);
  ASSERT_EQ(of_maps.values.size(), batch.maps.values.size());
  for (std::size_t k = 0; k < of_maps.values.size(); ++k) {
    const double slope = test::slope_by_differences(batch.maps.values[k], value, 1e-6);
    ASSERT_NEAR(of_maps.values[k], slope, 1e-6 * (1 + std::abs(slope))) << "number " << k;
  }
}

TEST_P(ChoiceNetworkOf, BackwardAddsToWhatIsThere) {
  auto batch = random_batch(rng_, 3);
  auto parameters = random_numbers(rng_, network_.parameters());
  kernels::Matrix<double> of_scores(3, kShape.classes());
  of_scores.values = random_numbers(rng_, of_scores.values.size());
  ChoiceNetwork<double>::Pass pass;
  network_.forward(parameters, batch, pass);
  kernels::Numbers<double> once(parameters.size(), 0.0);
  kernels::Numbers<double> twice(parameters.size(), 0.0);
  network_.backward(parameters, batch, of_scores, pass, once);
  for (int k = 0; k < 2; ++k) network_.backward(parameters, batch, of_scores, pass, twice);
  for (std::size_t k = 0; k < once.size(); ++k) ASSERT_NEAR(twice[k], 2 * once[k], 1e-9);
}

std::string name_of_case(const testing::TestParamInfo<Case>& test) {
  std::string name = test.param.name;
  std::ranges::replace(name, ' ', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(
    All, ChoiceNetworkOf,
    testing::Values(Case{"linear dense", {}}, Case{"linear shared", {}, ChoiceHead::kShared},
                    Case{"dense", {{4, 3}}}, Case{"shared", {{4, 3}}, ChoiceHead::kShared},
                    Case{"two layers", {{4, 5}, {3, 3}}},
                    Case{"width 1 and 9", {{4, 1}, {3, 9}}, ChoiceHead::kShared},
                    Case{"dropout", {{6, 3}, {4, 3}}, ChoiceHead::kDense, 0.3},
                    Case{"shared dropout", {{6, 3}}, ChoiceHead::kShared, 0.5}),
    name_of_case);

// Of the definition, place by place.
TEST(Convolution, IsTheSumOverTaps) {
  const ConvolutionShape shape{4, 2, 3, 3};
  Rng rng(3);
  kernels::Matrix<double> input(8, 2);
  input.values = random_numbers(rng, 16);
  const auto parameters = random_numbers(rng, shape.parameters());
  const Convolution<double> convolution(shape);
  Convolution<double>::Pass pass;
  convolution.forward(parameters, input, pass);
  for (std::size_t row = 0; row < 8; ++row) {
    for (std::size_t o = 0; o < 3; ++o) {
      double sum = parameters[shape.patch() * 3 + o];
      for (std::size_t tap = 0; tap < 3; ++tap) {
        const std::size_t place = row % 4 + tap;  // one too many
        if (place < 1 || place > 4) continue;
        for (std::size_t c = 0; c < 2; ++c) {
          sum += input(row + tap - 1, c) * parameters[(tap * 2 + c) * 3 + o];
        }
      }
      EXPECT_NEAR(pass.output(row, o), std::max(0.0, sum), 1e-12);
    }
  }
}

TEST(ChoiceNetwork, DropsTheShareThatIsAskedFor) {
  const ChoiceNetwork<float> network({8, 20}, {{{64, 3}}, ChoiceHead::kDense, 0.25});
  ChoiceBatch<float> batch;
  batch.maps = kernels::Matrix<float>(400, 8);
  batch.maps.fill(1);
  batch.allowed.assign(21 * 20, 1);
  kernels::Numbers<float> parameters(network.parameters(), 0.1F);
  ChoiceNetwork<float>::Pass pass;
  Rng rng(2);
  network.forward(parameters, batch, pass, &rng);
  const auto& values = pass.layers[0].output.values;
  const auto zeros = static_cast<double>(std::count(values.begin(), values.end(), 0.0F));
  EXPECT_NEAR(zeros / static_cast<double>(values.size()), 0.25, 0.01);
}

TEST(ChoiceNetwork, RefusesWhatMakesNoNetwork) {
  const auto field = [](const ChoiceShape& shape, const ChoiceNetworkOptions& options) {
    return test::complaint_of([&] { ChoiceNetwork<float>(shape, options); }).field;
  };
  EXPECT_EQ(field({0, 3}, {}), "examples");
  EXPECT_EQ(field({3, 3}, {{{4, 2}}}), "width");
  EXPECT_EQ(field({3, 3}, {{{0, 3}}}), "channels");
  EXPECT_EQ(field({3, 3}, {{{4, 3}}, ChoiceHead::kDense, 1.0}), "dropout");
}

}  // namespace
}  // namespace skein::learning
