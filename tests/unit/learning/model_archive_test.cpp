#include "learning/model_archive.h"

#include <gtest/gtest.h>

#include "learning/choice_network_training.h"
#include "support/choice_samples.h"
#include "support/complaints.h"
#include "support/scratch_folder.h"

namespace skein::learning {
namespace {

TEST(ModelArchive, KeepsItemsOfTheSameNameApart) {
  ModelFile file("items", "{}");
  ModelWriter writer(file);
  double first = 1.5;
  double second = 2.5;
  std::vector<std::uint64_t> words{~std::uint64_t{0}, 7};
  writer.exchange("value", first);
  writer.exchange("value", second);
  writer.exchange_list("words", words);
  std::swap(first, second);
  words.clear();
  ModelReader reader(file);
  reader.exchange("value", first);
  reader.exchange("value", second);
  reader.exchange_list("words", words);
  EXPECT_EQ(first, 1.5);
  EXPECT_EQ(second, 2.5);
  EXPECT_EQ(words, (std::vector<std::uint64_t>{~std::uint64_t{0}, 7}));
}

TEST(ModelArchive, BringsBackANetworkFromItsFile) {
  Rng rng(1);
  const auto examples = test::planted_choices(rng, {.examples = 100});
  ChoiceNetworkTrainingOptions options;
  options.network.layers = {{6, 3}, {4, 1}};
  options.network.head = ChoiceHead::kShared;
  options.epochs = 2;
  Workers workers(1);
  auto model = train(examples, options, workers).model;
  const test::ScratchFolder folder;
  ModelFile file("choices", "{}");
  ModelWriter writer(file);
  model.exchange(writer);
  file.write(folder / "model");

  ChoiceNetworkModel read;
  const ModelFile from = ModelFile::read(folder / "model", "choices");
  ModelReader reader(from);
  read.exchange(reader);
  EXPECT_EQ(read.parameters(), model.parameters());
  EXPECT_EQ(read.scores(examples, workers), model.scores(examples, workers));
}

TEST(ModelArchive, RefusesFilesOfOtherModels) {
  ModelFile file("choices", "{}");
  ModelReader empty(file);
  ChoiceNetworkModel model;
  EXPECT_EQ(test::complaint_of([&] { model.exchange(empty); }).field, "shape");
  const std::vector<std::uint64_t> nonsense{5, 6, 9};
  file.add("shape", nonsense);
  const std::vector<double> dropout{0.5};
  file.add("dropout", dropout);
  ModelReader reader(file);
  EXPECT_EQ(test::complaint_of([&] { model.exchange(reader); }).field, "shape");
}

}  // namespace
}  // namespace skein::learning
