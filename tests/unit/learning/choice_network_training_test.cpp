#include "learning/choice_network_training.h"

#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/choice_samples.h"
#include "support/complaints.h"
#include "support/scratch_folder.h"

namespace skein::learning {
namespace {

ChoiceNetworkTrainingOptions small_options() {
  ChoiceNetworkTrainingOptions options;
  options.network.layers = {{24, 3}};
  options.network.head = ChoiceHead::kDense;
  options.network.dropout = 0;
  options.adam.rate = 1e-2;
  options.adam.decay = 0.01;
  options.batch = 32;
  options.epochs = 20;
  options.patience = 0;
  return options;
}

ChoiceExamples choices(std::uint64_t seed, const test::ChoicePlan& plan) {
  Rng rng(seed);
  return test::planted_choices(rng, plan);
}

double error_alone(const ChoiceModel& model, const ChoiceExamples& examples) {
  Workers workers(1);
  return test::share_wrong(test::best_alone(examples, model.scores(examples, workers)),
                           examples.truth);
}

class TrainingWith : public testing::TestWithParam<Coupling> {};

TEST_P(TrainingWith, FitsFewExamplesWholly) {
  const ChoiceExamples examples = choices(1, {.examples = 60, .collide = true});
  auto options = small_options();
  options.coupling = GetParam();
  options.validation.share = 0;
  options.adam.decay = 0;
  options.epochs = 150;
  Workers workers(1);
  const auto course = train(examples, options, workers);
  ASSERT_EQ(course.points.size(), 150U);
  EXPECT_LT(course.points.back().training_loss, 0.05);
  const auto together = test::best_together(examples, course.model.scores(examples, workers));
  EXPECT_EQ(test::share_wrong(together, examples.truth), 0);
}

TEST_P(TrainingWith, IsTheSameForAnyNumberOfThreads) {
  const ChoiceExamples examples = choices(2, {.examples = 300, .groups = 2, .collide = true});
  auto options = small_options();
  options.coupling = GetParam();
  options.network.dropout = 0.3;
  options.epochs = 3;
  Workers one(1);
  Workers three(3);
  const auto a = train(examples, options, one);
  const auto b = train(examples, options, three);
  EXPECT_EQ(a.model.scores(examples, one), b.model.scores(examples, three));
  EXPECT_EQ(a.points.back().validation.loss, b.points.back().validation.loss);
}

TEST_P(TrainingWith, GoesOnAsIfItHadNeverStopped) {
  const ChoiceExamples examples = choices(3, {.examples = 200, .collide = true});
  auto options = small_options();
  options.coupling = GetParam();
  options.network.dropout = 0.2;
  options.epochs = 6;
  Workers workers(2);
  const auto whole = train(examples, options, workers);

  const test::ScratchFolder folder;
  options.checkpoint = folder / "state";
  options.stop_after = 3;
  EXPECT_EQ(train(examples, options, workers).points.size(), 3U);
  options.stop_after = 0;
  const auto resumed = train(examples, options, workers);
  ASSERT_EQ(resumed.points.size(), 6U);
  EXPECT_EQ(resumed.best, whole.best);
  for (std::size_t k = 0; k < 6; ++k) {
    EXPECT_EQ(resumed.points[k].training_loss, whole.points[k].training_loss);
    EXPECT_EQ(resumed.points[k].validation.loss, whole.points[k].validation.loss);
  }
  EXPECT_EQ(resumed.model.scores(examples, workers), whole.model.scores(examples, workers));
}

std::string name_of_coupling(const testing::TestParamInfo<Coupling>& test) {
  const std::array names{"None", "Marginals", "MostLikely"};
  return names.at(static_cast<std::size_t>(test.param));
}

// Questions use nothing up: all of a group may be answered with yes.
TEST_P(TrainingWith, AnswersQuestionsOfYesOrNo) {
  ChoiceExamples questions;
  questions.channels = 1;
  questions.places = 1;
  Rng rng(12);
  for (int k = 0; k < 400; ++k) {
    const double value = rng.normal();
    questions.values.push_back(static_cast<float>(value));
    questions.allowed.insert(questions.allowed.end(), {1, 1});
    questions.resource.push_back(ChoiceExamples::kNothing);
    questions.truth.push_back(value > 0 ? 0 : 1);
    questions.group.push_back(0);
  }
  auto options = small_options();
  options.coupling = GetParam();
  Workers workers(1);
  EXPECT_LT(error_alone(train(questions, options, workers).model, questions), 0.05);
}

INSTANTIATE_TEST_SUITE_P(All, TrainingWith,
                         testing::Values(Coupling::kNone, Coupling::kMarginals,
                                         Coupling::kMostLikely),
                         name_of_coupling);

TEST(ChoiceNetworkTraining, LearnsARuleThatLinearModelsCannot) {
  const ChoiceExamples examples = choices(4, {.examples = 2000});
  const ChoiceExamples others = choices(5, {.examples = 1000});
  Workers workers(1);
  auto options = small_options();
  options.network.head = ChoiceHead::kShared;
  const double network = error_alone(train(examples, options, workers).model, others);
  options.network.layers.clear();
  const double linear = error_alone(train(examples, options, workers).model, others);
  EXPECT_LT(network, 0.2);
  EXPECT_GT(linear, 0.35);
}

TEST(ChoiceNetworkTraining, ConstraintsHelpWhereTheTruthObeysThem) {
  const test::ChoicePlan plan{.examples = 1500, .collide = true};
  const ChoiceExamples examples = choices(6, plan);
  const ChoiceExamples others = choices(7, plan);
  Workers workers(1);
  auto options = small_options();
  options.network.head = ChoiceHead::kShared;
  const auto error_together = [&](Coupling coupling) {
    options.coupling = coupling;
    const auto model = train(examples, options, workers).model;
    return test::share_wrong(test::best_together(others, model.scores(others, workers)),
                             others.truth);
  };
  EXPECT_LT(error_together(Coupling::kMarginals), error_together(Coupling::kNone));
}

// Examples with one candidate, which has one of 40 names in its first two channels; it is taken
// where the number of the name is even.
ChoiceExamples named_choices(std::uint64_t seed, std::size_t names = 40) {
  Rng vectors(99);
  std::vector<std::array<float, 2>> vector_of(names);
  for (auto& vector : vector_of) {
    for (float& value : vector) value = static_cast<float>(vectors.normal());
  }
  Rng rng(seed);
  ChoiceExamples examples;
  examples.channels = 3;
  examples.places = 1;
  for (int k = 0; k < 800; ++k) {
    const std::size_t name = rng.below(names);
    examples.values.insert(examples.values.end(), {vector_of[name][0], vector_of[name][1],
                                                   static_cast<float>(rng.normal())});
    examples.allowed.insert(examples.allowed.end(), {1, 1});
    examples.resource.push_back(static_cast<std::uint32_t>(k));
    examples.truth.push_back(name % 2 == 0 ? 0 : 1);
    examples.group.push_back(0);
  }
  return examples;
}

TEST(LearntNames, TellApartWhatTheirFirstVectorsDoNot) {
  const ChoiceExamples examples = named_choices(1);
  const ChoiceExamples others = named_choices(2);
  auto options = small_options();
  options.network.layers.clear();
  Workers workers(1);
  EXPECT_GT(error_alone(train(examples, options, workers).model, others), 0.25);
  options.names = {{0, 2}};
  const auto learnt = train(examples, options, workers).model;
  EXPECT_LT(error_alone(learnt, others), 0.05);
  EXPECT_TRUE(learnt.learns_names());
}

TEST(LearntNames, BeginAsTheyComeAndSoDoThoseNeverSeen) {
  const ChoiceExamples examples = named_choices(1);
  std::vector<std::uint32_t> members(examples.size());
  std::iota(members.begin(), members.end(), 0U);
  ChoiceNetworkOptions network;
  Rng one(3);
  Rng other(3);
  const ChoiceNetworkModel fixed(examples, members, network, one);
  const ChoiceNetworkModel learnt(examples, members, network, other, {{0, 2}});
  EXPECT_EQ(learnt.parameters(), fixed.parameters() + 40 * 2);
  const ChoiceExamples more = named_choices(4, 60);
  ChoiceBatch<float> plain;
  ChoiceBatch<float> looked_up;
  fixed.fill_batch(more, members, plain);
  learnt.fill_batch(more, members, looked_up);
  EXPECT_EQ(looked_up.maps.values, plain.maps.values);
}

TEST(LearntNames, GainWhatAllTheirPlacesGain) {
  const ChoiceExamples examples = named_choices(1);
  std::vector<std::uint32_t> members(examples.size());
  std::iota(members.begin(), members.end(), 0U);
  Rng rng(3);
  const ChoiceNetworkModel model(examples, members, {}, rng, {{0, 2}});
  kernels::Matrix<float> of_maps(examples.size(), 4);
  of_maps.fill(1);
  std::vector<float> gradient(model.parameters(), 0.0F);
  model.add_name_gradient(examples, members, of_maps, gradient);
  const std::size_t begin = model.network().parameters();
  EXPECT_EQ(std::accumulate(gradient.begin(), gradient.begin() + static_cast<long>(begin), 0.0F),
            0);
  EXPECT_EQ(std::accumulate(gradient.begin() + static_cast<long>(begin), gradient.end(), 0.0F),
            2 * 800);
}

TEST(LearntNames, RefuseChannelsThatThereAreNot) {
  const ChoiceExamples examples = named_choices(1);
  auto options = small_options();
  options.names = {{2, 2}};
  Workers workers(1);
  EXPECT_THAT(test::complaint_of([&] { train(examples, options, workers); }).problem,
              testing::HasSubstr("are no name"));
}

TEST(ChoiceNetworkTraining, WhatIsNotAllowedHasNoProbability) {
  const ChoiceExamples examples = choices(8, {.examples = 200});
  Workers workers(1);
  auto options = small_options();
  options.epochs = 2;
  const auto scores = train(examples, options, workers).model.scores(examples, workers);
  for (std::size_t i = 0; i < examples.size(); ++i) {
    double sum = 0;
    for (std::size_t y = 0; y <= examples.places; ++y) {
      const double score = scores[i * (examples.places + 1) + y];
      if (examples.allowed[i * (examples.places + 1) + y] == 0) {
        EXPECT_EQ(score, -std::numeric_limits<double>::infinity());
      }
      sum += std::exp(score);
    }
    EXPECT_NEAR(sum, 1, 1e-5);
  }
}

TEST(ChoiceNetworkTraining, ScoresDoNotDependOnWhoElseIsAsked) {
  const ChoiceExamples examples = choices(9, {.examples = 300});
  Workers workers(1);
  auto options = small_options();
  options.epochs = 2;
  const auto model = train(examples, options, workers).model;
  const auto all = model.scores(examples, workers);
  const std::vector<std::uint32_t> one{217};
  const auto own = model.scores(examples_of(examples, one), workers);
  for (std::size_t y = 0; y < own.size(); ++y) {
    if (std::isinf(own[y])) continue;
    EXPECT_NEAR(own[y], all[217 * 7 + y], 1e-4);
  }
}

TEST(ChoiceNetworkTraining, KeepsTheBestEpochAndStops) {
  // Nothing can be learnt from what was drawn by lot.
  ChoiceExamples examples = choices(10, {.examples = 200});
  Rng rng(11);
  for (std::size_t i = 0; i < examples.size(); ++i) {
    const auto place = static_cast<std::uint32_t>(rng.below(7));
    if (examples.allowed[i * 7 + place] != 0) examples.truth[i] = place;
  }
  auto options = small_options();
  options.epochs = 100;
  options.patience = 3;
  Workers workers(1);
  const auto course = train(examples, options, workers);
  EXPECT_EQ(course.stopped, TrainingStop::kFinished);
  EXPECT_EQ(course.points.size(), course.best + 4);
  for (const auto& point : course.points) {
    EXPECT_GE(point.validation.error, course.points[course.best].validation.error);
  }
}

TEST(ChoiceNetworkTraining, RefitIsATrainingOnAllExamples) {
  const ChoiceExamples examples = choices(16, {.examples = 150});
  auto options = small_options();
  options.epochs = 5;
  options.refit = true;
  Workers workers(1);
  const auto course = train(examples, options, workers);
  options.refit = false;
  options.validation.share = 0;
  options.stop_after = course.best + 1;
  const auto all = train(examples, options, workers);
  EXPECT_EQ(course.points.size(), 5U);
  EXPECT_EQ(course.model.scores(examples, workers), all.model.scores(examples, workers));
}

TEST(ChoiceNetworkTraining, ALimitOfTimeKeepsWhatThereIs) {
  const ChoiceExamples examples = choices(17, {.examples = 150});
  auto options = small_options();
  options.deadline = Deadline::in_seconds(0);
  Workers workers(1);
  const auto course = train(examples, options, workers);
  EXPECT_EQ(course.stopped, TrainingStop::kTimeLimit);
  EXPECT_TRUE(course.points.empty());
  EXPECT_EQ(course.model.scores(examples, workers).size(), 150U * 7U);
}

TEST(ChoiceNetworkTraining, ScaleOfChannelsChangesLittle) {
  ChoiceExamples examples = choices(12, {.examples = 500});
  ChoiceExamples stretched = examples;
  for (std::size_t k = 0; k < examples.values.size(); ++k) {
    const std::size_t channel = k / examples.places % examples.channels;
    const bool present =
        examples.resource[k / (examples.places * examples.channels) * examples.places +
                          k % examples.places] != ChoiceExamples::kNothing;
    if (channel == 1 && present) stretched.values[k] = 1000 + 50 * examples.values[k];
  }
  auto options = small_options();
  options.epochs = 10;
  Workers workers(1);
  const double plain = error_alone(train(examples, options, workers).model, examples);
  const double scaled = error_alone(train(stretched, options, workers).model, stretched);
  EXPECT_NEAR(plain, scaled, 0.05);
}

TEST(ChoiceNetworkTraining, RefusesUnsoundExamples) {
  const ChoiceExamples sound = choices(13, {.examples = 20});
  Workers workers(1);
  const auto field = [&](const auto& spoil) {
    ChoiceExamples examples = sound;
    spoil(examples);
    return test::complaint_of([&] { train(examples, small_options(), workers); }).field;
  };
  EXPECT_EQ(field([](auto& e) { e.values.pop_back(); }), "values");
  EXPECT_EQ(field([](auto& e) { e.values[3] = NAN; }), "values");
  EXPECT_EQ(field([](auto& e) { e.allowed.push_back(1); }), "allowed");
  EXPECT_EQ(field([](auto& e) { e.resource.clear(); }), "resource");
  EXPECT_EQ(field([](auto& e) { e.group.clear(); }), "group");
  EXPECT_EQ(field([](auto& e) { e.allowed[6] = 0; }), "allowed");
  EXPECT_EQ(field([](auto& e) { e.truth[0] = 99; }), "truth");
  EXPECT_EQ(field([](auto& e) { e = ChoiceExamples{}; }), "examples");
}

TEST(ChoiceNetworkModel, RefusesExamplesOfAnotherShape) {
  const ChoiceExamples examples = choices(14, {.examples = 40});
  Workers workers(1);
  auto options = small_options();
  options.epochs = 1;
  const auto model = train(examples, options, workers).model;
  const ChoiceExamples other = choices(14, {.examples = 40, .channels = 4});
  EXPECT_EQ(test::complaint_of([&] { model.scores(other, workers); }).field, "examples");
}

TEST(ChoiceSplit, HoldsOutTheLastOfEachGroupOrWholeGroups) {
  const ChoiceExamples examples = choices(15, {.examples = 40, .groups = 4});
  const auto last = split_examples(examples, {0.2, HoldOut::kLastExamples});
  EXPECT_EQ(last.validation, (std::vector<std::uint32_t>{8, 9, 18, 19, 28, 29, 38, 39}));
  const auto groups = split_examples(examples, {0.2, HoldOut::kLastGroups});
  EXPECT_EQ(groups.validation.front(), 30U);
  EXPECT_EQ(groups.validation.size(), 10U);
  EXPECT_EQ(groups.training.size(), 30U);
  EXPECT_TRUE(split_examples(examples, {0, HoldOut::kLastGroups}).validation.empty());
}

}  // namespace
}  // namespace skein::learning
