#include "neural/training.h"

#include <numeric>
#include <ostream>

#include <gtest/gtest.h>

#include "neural/made_up_words.h"
#include "neural/matrix_library.h"

namespace skein::neural {

// For the names of the tests below.
void PrintTo(Model model, std::ostream* stream) {
  *stream << name_of(model);
}

namespace {

constexpr std::size_t kTrain = 300;
constexpr std::size_t kAll = 400;

std::vector<std::size_t> numbers(std::size_t from, std::size_t to) {
  std::vector<std::size_t> result(to - from);
  std::iota(result.begin(), result.end(), from);
  return result;
}

Settings small_settings(Model model) {
  return {.learning_rate = 5e-3,
          .width = model == Model::kLstm ? 32 : 8,
          .dropout = 0.1,
          .bidirectional = model == Model::kLstm};
}

class Trainings : public testing::TestWithParam<Model> {
 protected:
  static void SetUpTestSuite() { torch::set_num_threads(1); }

  // The test words, after so many epochs.
  WordsRead read_after(int epochs, std::uint64_t seed) {
    Training training(GetParam(), small_settings(GetParam()), words_, numbers(0, kTrain), seed);
    for (int epoch = 0; epoch < epochs; ++epoch) last_loss_ = training.run_epoch({}).value();
    return read_words(training.reader(), words_, numbers(kTrain, kAll));
  }

  WordTensors words_{test::made_up_words(kAll)};
  double last_loss_ = 0;
};

TEST_P(Trainings, ReadWordsThatTheyHaveNotSeen) {
  const WordsRead read = read_after(15, 1);
  EXPECT_EQ(read.texts.size(), kAll - kTrain);
  EXPECT_LT(read.error(), 0.1);
}

TEST_P(Trainings, AreTheSameForTheSameSeed) {
  const WordsRead one = read_after(2, 7);
  const double loss = last_loss_;
  EXPECT_EQ(read_after(2, 7).texts, one.texts);
  EXPECT_EQ(last_loss_, loss);
  read_after(2, 8);
  EXPECT_NE(last_loss_, loss);
}

TEST_P(Trainings, ReadingDoesNotDependOnTheWordsBeside) {
  Training training(GetParam(), small_settings(GetParam()), words_, numbers(0, kTrain), 1);
  training.run_epoch({});
  const WordsRead together = read_words(training.reader(), words_, numbers(0, 20));
  for (std::size_t word = 0; word < 20; ++word) {
    const WordsRead alone = read_words(training.reader(), words_, numbers(word, word + 1));
    EXPECT_EQ(alone.texts[0], together.texts[word]);
  }
}

TEST_P(Trainings, StopWhenTimeIsOver) {
  Training training(GetParam(), small_settings(GetParam()), words_, numbers(0, kTrain), 1);
  EXPECT_FALSE(training.run_epoch(Deadline::in_seconds(0)));
  EXPECT_EQ(training.epochs(), 0);
}

INSTANTIATE_TEST_SUITE_P(Models, Trainings,
                         testing::Values(Model::kCnn, Model::kCnnCrf, Model::kLstm),
                         [](const auto& tested) {
                           std::string name = name_of(tested.param);
                           std::erase(name, '-');
                           return name;
                         });

// The slope that reaches the parameters of the chain, against differences of the loss.
TEST(ChainReader, SlopesOfItsOwnParametersAreThoseOfFiniteDifferences) {
  torch::manual_seed(3);
  const WordTensors words(test::made_up_words(4));
  const Batch batch = words.batch(numbers(0, 4));
  const auto reader = make_reader(Model::kCnnCrf, {.width = 4});
  constexpr float kStep = 1e-2F;
  for (auto& parameter : reader->named_parameters(/*recurse=*/false)) {
    torch::Tensor& values = parameter.value();
    reader->zero_grad();
    reader->learn(batch);
    const auto slope = values.grad().clone().flatten();
    const torch::NoGradGuard no_slopes;
    for (std::int64_t k = 0; k < values.numel(); k += 37) {
      const auto loss_with = [&](float change) {
        const torch::AutoGradMode slopes(true);
        values.data().flatten()[k] += change;
        const double loss = reader->learn(batch);
        values.data().flatten()[k] -= change;
        return loss;
      };
      const double difference = (loss_with(kStep) - loss_with(-kStep)) / (2 * kStep);
      EXPECT_NEAR(slope[k].item<double>(), difference, 1e-4) << parameter.key() << " " << k;
    }
  }
}

// Torch calls our product, and it is the product.
TEST(MatrixLibrary, IsOneDnnAndMultiplies) {
  EXPECT_EQ(matrix_library(), "oneDNN");
  EXPECT_TRUE(is_slow("/usr/lib/x86_64-linux-gnu/blas/libblas.so.3.11.0"));
  EXPECT_FALSE(is_slow("/usr/lib/x86_64-linux-gnu/openblas-pthread/libblas.so.3"));
  torch::manual_seed(1);
  const torch::Tensor a = torch::randn({17, 9});
  const torch::Tensor b = torch::randn({9, 23});
  const torch::Tensor plain = (a.unsqueeze(2) * b.unsqueeze(0)).sum(1);
  EXPECT_TRUE(torch::allclose(torch::mm(a, b), plain, 1e-4, 1e-5));
  EXPECT_TRUE(torch::allclose(torch::mm(b.t(), a.t()), plain.t(), 1e-4, 1e-5));
  const torch::Tensor sum = torch::ones({17, 23});
  EXPECT_TRUE(torch::allclose(torch::addmm(sum, a, b, 2, 3), 2 * sum + 3 * plain, 1e-4, 1e-4));
}

}  // namespace
}  // namespace skein::neural
