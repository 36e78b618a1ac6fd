#include "learning/shared_choice_model.h"

#include <gtest/gtest.h>

#include "learning/choice_sequences.h"
#include "learning/label_scorer.h"
#include "learning/struct_ckn.h"
#include "support/complaints.h"
#include "support/scratch_folder.h"

namespace skein::learning {
namespace {

// Examples whose first channel shows the choice with noise; some have fewer candidates.
ChoiceExamples some_examples(Rng& rng, std::size_t count) {
  ChoiceExamples examples;
  examples.channels = 3;
  examples.places = 4;
  examples.values.assign(count * 12, 0.0F);
  examples.resource.assign(count * 4, ChoiceExamples::kNothing);
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t candidates = rng.below(5);
    const auto truth = static_cast<std::uint32_t>(rng.below(candidates + 1));
    for (std::size_t place = 0; place < 4; ++place) {
      examples.allowed.push_back(place < candidates ? 1 : 0);
      if (place >= candidates) continue;
      const double sign = place == truth ? 1 : -1;
      examples.values[k * 12 + place] = static_cast<float>(sign + 0.5 * rng.normal());
      examples.values[k * 12 + 4 + place] = 1;
      examples.values[k * 12 + 8 + place] = static_cast<float>(rng.normal());
      examples.resource[k * 4 + place] = static_cast<std::uint32_t>(k + place);
    }
    examples.allowed.push_back(1);
    examples.truth.push_back(truth < candidates ? truth : 4);
    examples.group.push_back(0);
  }
  // Nobody takes what another took.
  std::vector<char> taken(count + 4, 0);
  for (std::size_t k = 0; k < count; ++k) {
    if (examples.truth[k] == 4) continue;
    char& own = taken[examples.resource[k * 4 + examples.truth[k]]];
    if (own != 0) examples.truth[k] = 4;
    own = 1;
  }
  return examples;
}

TEST(SharedChoiceModel, ScoresAsTheNetworkAndTheStructuredLayerDo) {
  Rng rng(2);
  Workers workers(2);
  const ChoiceExamples examples = some_examples(rng, 200);
  StructCknOptions options;
  options.layers[0].filters = 6;
  options.layers[0].patch = {1, 3};
  options.layers[0].pool = {1, 1, 0};
  options.shared = ChoiceMarginals::kSoft;
  const ChoiceSequences sequences = choice_sequences(examples);
  StructCkn learner(sequences.maps, options, workers);
  learner.start();
  const StructCknModel slow = learner.model();
  const LabelScorer scorer(slow.mapper, slow.weights, 5);
  const auto expected =
      scorer.scores(PlaceMaps(sequences.maps, slow.mapper, PlaceMaps::Wanted::kOnce), workers);
  const SharedChoiceModel model(slow.mapper, learner.trainer().weights());
  const std::vector<double> scores = model.raw_scores(examples, workers);
  for (std::size_t place = 0; place < sequences.order.size(); ++place) {
    for (std::size_t y = 0; y < 5; ++y) {
      EXPECT_NEAR(scores[sequences.order[place] * 5 + y],
                  expected[place * 5 + y] + scorer.other_weights()[y], 1e-3);
    }
  }
  EXPECT_EQ(model.parameters(), 6U * 9 + 6 + 6 + 5);

  test::ScratchFolder folder;
  SharedChoiceModel written = model;
  StateWriter writer("test");
  written.exchange(writer);
  writer.write(folder.path() / "model");
  StateReader reader(folder.path() / "model", "test");
  SharedChoiceModel read;
  read.exchange(reader);
  EXPECT_EQ(read.scores(examples, workers), model.scores(examples, workers));
}

TEST(SharedChoiceModel, ExamplesOfAnotherShapeAreRefused) {
  Rng rng(2);
  Workers workers(1);
  ChoiceExamples examples = some_examples(rng, 30);
  StructCknOptions options;
  options.layers[0].filters = 4;
  options.layers[0].patch = {1, 1};
  options.layers[0].pool = {1, 1, 0};
  options.shared = ChoiceMarginals::kAlone;
  StructCkn learner(choice_sequences(examples).maps, options, workers);
  learner.start();
  const SharedChoiceModel model(learner.model().mapper, learner.trainer().weights());
  examples.channels = 2;
  EXPECT_EQ(test::complaint_of([&] { model.scores(examples, workers); }).field, "features");
}

}  // namespace
}  // namespace skein::learning
