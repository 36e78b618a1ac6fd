// Block-coordinate Frank-Wolfe, stochastic average gradient, exponentiated gradient: to the least
// value of what they minimize.
#include <algorithm>
#include <cmath>
#include <memory>

#include <gtest/gtest.h>

#include "learning/bcfw.h"
#include "learning/chain_crf.h"
#include "learning/lbfgs.h"
#include "learning/make_trainer.h"
#include "learning/oeg.h"
#include "learning/sag.h"
#include "support/random_sequences.h"
#include "support/scratch_folder.h"

namespace skein::learning {
namespace {

class TrainersOfOrder : public testing::TestWithParam<int> {
 protected:
  double least_likelihood() { return minimize(crf_, lambda_, workers_).value; }
  double value_of(const Trainer& trainer, std::span<const double> w) {
    return Objective(crf_, lambda_, workers_, trainer.surrogate()).value(w);
  }

  Rng rng_{9};
  Workers workers_{1};
  Sequences sequences_ = test::random_sequences(rng_, 40, 3);
  ChainCrf crf_{sequences_, GetParam()};
  double lambda_ = 1.0 / 40;
};

TEST_P(TrainersOfOrder, FrankWolfeClosesTheGap) {
  for (double uniform_share : {1.0, 0.2}) {
    BcfwOptions options;
    options.uniform_share = uniform_share;
    Bcfw bcfw(crf_, options);
    EXPECT_DOUBLE_EQ(bcfw.lambda(), lambda_);
    double dual = bcfw.dual();
    for (int epoch = 0; epoch < 400; ++epoch) {
      bcfw.run_epoch();
      EXPECT_GE(bcfw.dual(), dual - 1e-12);
      dual = bcfw.dual();
    }
    const double last = value_of(bcfw, bcfw.last_weights());
    const double mean = value_of(bcfw, bcfw.weights());
    EXPECT_GE(last, dual);
    EXPECT_GE(mean, dual);
    EXPECT_LT(mean - dual, 3e-3);
    EXPECT_LT(last - dual, 1e-2);
  }
}

TEST_P(TrainersOfOrder, AverageGradientReachesTheLeastValue) {
  const double least = least_likelihood();
  std::size_t calls = 0;
  for (bool skips : {false, true}) {
    SagOptions options;
    options.skips_line_searches = skips;
    Sag sag(crf_, options);
    for (int epoch = 0; epoch < 60; ++epoch) sag.run_epoch();
    EXPECT_NEAR(value_of(sag, sag.weights()), least, 1e-6);
    if (skips) {
      EXPECT_LT(sag.counts().oracle_calls, calls);
    }
    calls = sag.counts().oracle_calls;
    EXPECT_EQ(sag.counts().updates, 60 * crf_.samples());
  }
}

TEST_P(TrainersOfOrder, ExponentiatedGradientClosesTheGap) {
  const double least = least_likelihood();
  Oeg oeg(crf_, {});
  double dual = oeg.dual();
  for (int epoch = 0; epoch < 60; ++epoch) {
    oeg.run_epoch();
    EXPECT_GE(oeg.dual(), dual - 1e-9);
    dual = oeg.dual();
  }
  EXPECT_LE(dual, least + 1e-9);
  EXPECT_NEAR(dual, least, 1e-5);
  EXPECT_NEAR(value_of(oeg, oeg.weights()), least, 1e-4);
}

// A trainer, stopped and gone on with in another, ends where one does that never stopped.
TEST_P(TrainersOfOrder, GoOnFromACheckpointAsIfTheyHadNeverStopped) {
  const test::ScratchFolder scratch;
  for (const std::string& name : trainer_names()) {
    TrainerOptions options;
    options.name = name;
    const auto make = [&] { return make_trainer(crf_, options, workers_); };
    const auto whole = make();
    for (int epoch = 0; epoch < 5; ++epoch) whole->run_epoch();
    const auto first = make();
    for (int epoch = 0; epoch < 2; ++epoch) first->run_epoch();
    StateWriter writer("training");
    first->exchange(writer);
    writer.write(scratch.path() / "state");
    const auto second = make();
    StateReader reader(scratch.path() / "state", "training");
    second->exchange(reader);
    for (int epoch = 0; epoch < 3; ++epoch) second->run_epoch();
    EXPECT_TRUE(std::ranges::equal(whole->weights(), second->weights())) << name;
    EXPECT_EQ(whole->counts().oracle_calls, second->counts().oracle_calls);
    EXPECT_EQ(whole->counts().updates, second->counts().updates);
  }
}

INSTANTIATE_TEST_SUITE_P(Orders, TrainersOfOrder, testing::Values(1, 2));

}  // namespace
}  // namespace skein::learning
