#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <gtest/gtest.h>

#include "learning/choice_network_training.h"
#include "learning/choice_rows.h"
#include "learning/choice_trees_training.h"
#include "learning/model_archive.h"
#include "support/choice_samples.h"
#include "support/complaints.h"

namespace skein::learning {
namespace {

constexpr double kUnit = 0x1p-16;

struct Rows {
  std::size_t columns = 3;
  std::vector<float> values;
  std::vector<double> slopes;
  std::vector<double> curvatures;
  std::vector<std::uint8_t> bins;
  std::vector<std::uint64_t> packed;

  std::size_t size() const { return slopes.size(); }
};

Rows random_rows(Rng& rng, std::size_t count) {
  Rows rows;
  for (std::size_t k = 0; k < count; ++k) {
    for (std::size_t c = 0; c < rows.columns; ++c) {
      rows.values.push_back(static_cast<float>(rng.between(0, 9)));
    }
    const int slope = rng.between(-40'000, 40'000);
    const int curvature = rng.between(1'000, 16'000);
    rows.slopes.push_back(slope * kUnit);
    rows.curvatures.push_back(curvature * kUnit);
    rows.packed.push_back(pack(slope, static_cast<std::uint32_t>(curvature)));
  }
  return rows;
}

Binning bin_rows(Rows& rows) {
  Binning binning(rows.values, rows.columns);
  rows.bins.resize(rows.values.size());
  for (std::size_t k = 0; k < rows.size(); ++k) {
    binning.fill_bins(std::span(rows.values).subspan(k * rows.columns, rows.columns),
                      std::span(rows.bins).subspan(k * rows.columns, rows.columns));
  }
  return binning;
}

Tree grow(const Rows& rows, const Binning& binning, const TreeOptions& options, Workers& workers) {
  std::vector<std::uint32_t> members(rows.size());
  std::iota(members.begin(), members.end(), 0U);
  std::vector<std::uint32_t> columns(rows.columns);
  std::iota(columns.begin(), columns.end(), 0U);
  return grow_tree({rows.columns, rows.bins, rows.packed, kUnit, kUnit}, binning, members, columns,
                   options, workers);
}

// What the loss falls by, to second order, less what lambda asks for.
double gain_of(const std::vector<std::size_t>& rows, const Rows& all, double lambda) {
  double slope = 0;
  double curvature = 0;
  for (std::size_t k : rows) {
    slope += all.slopes[k];
    curvature += all.curvatures[k];
  }
  return slope * slope / (curvature + lambda);
}

TEST(GradientTree, FirstSplitIsTheBestOfAll) {
  Rng rng(1);
  Workers workers(1);
  for (int trial = 0; trial < 20; ++trial) {
    Rows rows = random_rows(rng, 60);
    const Binning binning = bin_rows(rows);
    const TreeOptions options{2, 0, 1};
    const Tree tree = grow(rows, binning, options, workers);
    ASSERT_EQ(tree.nodes.size(), 3U);
    const auto gain_at = [&](std::size_t column, float cut) {
      std::vector<std::size_t> left;
      std::vector<std::size_t> right;
      for (std::size_t k = 0; k < rows.size(); ++k) {
        (rows.values[k * rows.columns + column] < cut ? left : right).push_back(k);
      }
      return gain_of(left, rows, 1) + gain_of(right, rows, 1);
    };
    double best = 0;
    for (std::size_t column = 0; column < rows.columns; ++column) {
      for (int cut = 1; cut < 10; ++cut) {
        best = std::max(best, gain_at(column, static_cast<float>(cut)));
      }
    }
    EXPECT_NEAR(gain_at(tree.nodes[0].column, tree.nodes[0].cut), best, 1e-9);
  }
}

TEST(GradientTree, LeavesTakeNewtonsSteps) {
  Rng rng(2);
  Workers workers(1);
  Rows rows = random_rows(rng, 500);
  const Binning binning = bin_rows(rows);
  const TreeOptions options{12, 2, 0.5};
  const Tree tree = grow(rows, binning, options, workers);
  EXPECT_EQ(tree.nodes.size(), 23U);
  std::map<float, std::pair<double, double>> sums;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const float value = tree.value_of(rows.values.data() + k * rows.columns);
    EXPECT_EQ(value, tree.value_of(rows.bins.data() + k * rows.columns));
    sums[value].first += rows.slopes[k];
    sums[value].second += rows.curvatures[k];
  }
  EXPECT_EQ(sums.size(), 12U);
  for (const auto& [value, sum] : sums) {
    EXPECT_NEAR(static_cast<double>(value), -sum.first / (sum.second + 0.5), 1e-5);
    EXPECT_GE(sum.second, 2);
  }
}

TEST(GradientTree, IsTheSameForAnyNumberOfThreads) {
  Rng rng(3);
  Rows rows = random_rows(rng, 50'000);
  const Binning binning = bin_rows(rows);
  Workers one(1);
  Workers three(3);
  const Tree a = grow(rows, binning, {}, one);
  const Tree b = grow(rows, binning, {}, three);
  ASSERT_EQ(a.nodes.size(), b.nodes.size());
  for (std::size_t k = 0; k < a.nodes.size(); ++k) {
    EXPECT_EQ(a.nodes[k].column, b.nodes[k].column);
    EXPECT_EQ(a.nodes[k].cut, b.nodes[k].cut);
    EXPECT_EQ(a.nodes[k].value, b.nodes[k].value);
  }
}

TEST(Binning, CutsManyValuesIntoEvenShares) {
  Rng rng(4);
  std::vector<float> values(6'400);
  for (float& value : values) value = static_cast<float>(rng.normal());
  const Binning binning(values, 1);
  std::vector<int> counts(Binning::kMostBins, 0);
  for (float value : values) {
    std::uint8_t bin = 0;
    binning.fill_bins({&value, 1}, {&bin, 1});
    ++counts.at(bin);
  }
  for (int count : counts) EXPECT_NEAR(count, 100, 3);
}

TEST(ChoiceRows, OfNoneHaveTheLeastAndTheLargestOfWhatIsAllowed) {
  ChoiceExamples examples;
  examples.channels = 2;
  examples.places = 3;
  examples.values = {1, 2, 9, -4, -3, -9};
  examples.allowed = {1, 1, 0, 1};
  examples.resource = {0, 1, 2};
  examples.truth = {0};
  examples.group = {0};
  std::vector<float> row(none_columns(2));
  fill_none_row(examples, 0, row);
  EXPECT_EQ(row, (std::vector<float>{1, 2, -4, -3, 2}));
  row.resize(candidate_columns(2));
  fill_candidate_row(examples, 0, 1, row);
  EXPECT_EQ(row, (std::vector<float>{2, -3, 1, 2}));
}

ChoiceExamples choices(std::uint64_t seed, const test::ChoicePlan& plan) {
  Rng rng(seed);
  return test::planted_choices(rng, plan);
}

ChoiceTreesOptions small_options() {
  ChoiceTreesOptions options;
  options.rounds = 60;
  options.rate = 0.2;
  options.tree.leaves = 15;
  options.tree.least_curvature = 1;
  options.column_share = 1;
  return options;
}

double error_of(const ChoiceModel& model, const ChoiceExamples& examples) {
  Workers workers(1);
  return test::share_wrong(test::best_alone(examples, model.scores(examples, workers)),
                           examples.truth);
}

TEST(ChoiceTrees, LearnARuleThatLinearModelsCannot) {
  const ChoiceExamples examples = choices(4, {.examples = 2000});
  const ChoiceExamples others = choices(5, {.examples = 1000});
  Workers workers(1);
  EXPECT_LT(error_of(train_trees(examples, small_options(), workers).model, others), 0.25);
}

TEST(ChoiceTrees, FitFewExamplesWholly) {
  const ChoiceExamples examples = choices(6, {.examples = 60});
  Workers workers(1);
  auto options = small_options();
  options.rounds = 200;
  options.example_share = 1;
  options.tree.least_curvature = 0;
  options.tree.lambda = 0.1;
  options.validation.share = 0;
  EXPECT_EQ(error_of(train_trees(examples, options, workers).model, examples), 0);
}

TEST(ChoiceTrees, AreTheSameForAnyNumberOfThreads) {
  const ChoiceExamples examples = choices(7, {.examples = 3000, .places = 12});
  auto options = small_options();
  options.rounds = 5;
  options.column_share = 0.7;
  Workers one(1);
  Workers three(3);
  const auto a = train_trees(examples, options, one);
  const auto b = train_trees(examples, options, three);
  EXPECT_EQ(a.model.scores(examples, one), b.model.scores(examples, three));
}

TEST(ChoiceTrees, GiveTheScoresThatTheyWereChosenBy) {
  const ChoiceExamples examples = choices(8, {.examples = 400, .groups = 4});
  Workers workers(1);
  auto options = small_options();
  options.validation = {0.25, HoldOut::kLastGroups};
  const auto course = train_trees(examples, options, workers);
  const auto held_out =
      examples_of(examples, split_examples(examples, options.validation).validation);
  const ChoiceFit fit = fit_of(held_out, course.model.scores(held_out, workers));
  EXPECT_EQ(course.model.rounds().size(), course.best);
  EXPECT_NEAR(fit.loss, course.points[course.best - 1].loss, 1e-5);
  EXPECT_EQ(fit.error, course.points[course.best - 1].error);
  for (const ChoiceFit& point : course.points) {
    EXPECT_GE(point.loss, course.points[course.best - 1].loss);
  }
}

TEST(ChoiceTrees, RefitIsATrainingOnAllExamples) {
  const ChoiceExamples examples = choices(11, {.examples = 300});
  Workers workers(1);
  auto options = small_options();
  options.refit = true;
  const auto course = train_trees(examples, options, workers);
  options.refit = false;
  options.validation.share = 0;
  options.rounds = course.best;
  EXPECT_EQ(course.model.scores(examples, workers),
            train_trees(examples, options, workers).model.scores(examples, workers));
}

TEST(ChoiceTrees, NeverChooseWhatIsNotAllowed) {
  const ChoiceExamples examples = choices(9, {.examples = 200});
  Workers workers(1);
  const auto scores =
      train_trees(examples, small_options(), workers).model.scores(examples, workers);
  for (std::size_t k = 0; k < scores.size(); ++k) {
    EXPECT_EQ(examples.allowed[k] == 0, scores[k] == -std::numeric_limits<float>::infinity());
  }
}

TEST(ChoiceTrees, ComeBackFromTheirFile) {
  const ChoiceExamples examples = choices(10, {.examples = 300});
  Workers workers(1);
  auto model = train_trees(examples, small_options(), workers).model;
  ModelFile file("choices", "{}");
  ModelWriter writer(file);
  model.exchange(writer);
  ChoiceTrees read;
  ModelReader reader(file);
  read.exchange(reader);
  EXPECT_EQ(read.parameters(), model.parameters());
  EXPECT_EQ(read.scores(examples, workers), model.scores(examples, workers));
  const ChoiceExamples other = choices(10, {.examples = 10, .places = 5});
  EXPECT_EQ(test::complaint_of([&] { read.scores(other, workers); }).field, "examples");
}

// So questions of yes or no are choices too: whether a flight starts a pairing.
TEST(ChoiceModels, AnswerYesOrNoWithOnePlace) {
  Rng rng(12);
  ChoiceExamples examples;
  examples.channels = 3;
  examples.places = 1;
  for (std::uint32_t i = 0; i < 1500; ++i) {
    for (int c = 0; c < 3; ++c) examples.values.push_back(static_cast<float>(rng.normal()));
    const float* const x = examples.values.data() + 3 * i;
    examples.allowed.insert(examples.allowed.end(), {1, 1});
    examples.resource.push_back(i);
    examples.truth.push_back(x[0] * x[1] > 0 ? 0 : 1);
    examples.group.push_back(0);
  }
  Workers workers(1);
  EXPECT_LT(error_of(train_trees(examples, small_options(), workers).model, examples), 0.05);
  ChoiceNetworkTrainingOptions options;
  options.adam.rate = 1e-2;
  EXPECT_LT(error_of(train(examples, options, workers).model, examples), 0.05);
}

TEST(ChoiceTrees, RefuseFilesWithLoops) {
  ModelFile file("choices", "{}");
  const std::vector<std::uint64_t> shape{5, 6, 1};
  const std::vector<std::uint64_t> splits{0, 0};
  const std::vector<double> cuts{0.5};
  file.add("shape", shape);
  for (const char* name : {"splits", "splits 2"}) file.add(name, splits);
  for (const char* name : {"cuts and values", "cuts and values 2"}) file.add(name, cuts);
  ModelReader reader(file);
  ChoiceTrees model;
  EXPECT_EQ(test::complaint_of([&] { model.exchange(reader); }).field, "splits");
}

}  // namespace
}  // namespace skein::learning
