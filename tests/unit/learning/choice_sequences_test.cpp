#include "learning/choice_sequences.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/complaints.h"

namespace skein::learning {
namespace {

using testing::ElementsAre;

constexpr std::uint32_t kNo = ChoiceExamples::kNothing;

// Five examples with two candidates of one channel; the first and the last compete for 7, the
// second and the fourth for 8.
ChoiceExamples five() {
  ChoiceExamples examples;
  examples.channels = 2;
  examples.places = 2;
  examples.resource = {7, 1, 8, 2, 3, kNo, 4, 8, 5, 7};
  examples.allowed = {1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1};
  examples.truth = {0, 2, 0, 1, 1};
  examples.group = {0, 0, 0, 0, 0};
  for (int k = 0; k < 20; ++k) examples.values.push_back(static_cast<float>(k));
  return examples;
}

TEST(ChoiceSequences, ExamplesThatCompeteAreInOneSample) {
  const ChoiceSequences result = choice_sequences(five());
  EXPECT_THAT(result.order, ElementsAre(0, 4, 1, 3, 2));
  EXPECT_THAT(result.maps.begins, ElementsAre(0, 2, 4));
  EXPECT_THAT(result.maps.truth, ElementsAre(0, 1, 2, 1, 0));
  ASSERT_EQ(result.maps.graphs.size(), 3U);
  EXPECT_THAT(result.maps.graphs[0].parts_of_exclusions(), ElementsAre(ElementsAre(0, 4)));
}

TEST(ChoiceSequences, ChannelsOfACandidateComeTogether) {
  const ChoiceSequences result = choice_sequences(five());
  EXPECT_EQ(result.maps.shape, (kernels::MapShape{1, 2, 2}));
  EXPECT_THAT(std::vector<float>(result.maps.maps.begin(), result.maps.maps.begin() + 8),
              ElementsAre(0, 2, 1, 3, 16, 18, 17, 19));
}

TEST(ChoiceSequences, LongSamplesAreCut) {
  EXPECT_THAT(choice_sequences(five(), {1}).maps.begins, ElementsAre(0, 1, 2, 3, 4));
}

TEST(ChoiceSequences, OtherGroupsDoNotCompete) {
  ChoiceExamples examples = five();
  examples.group = {0, 0, 1, 1, 1};
  EXPECT_EQ(choice_sequences(examples).maps.begins.size(), 5U);
}

TEST(ChoiceSequences, ExamplesThatAreNotSoundAreRefused) {
  ChoiceExamples forbidden = five();
  forbidden.truth[2] = 1;
  EXPECT_EQ(test::complaint_of([&] { choice_sequences(forbidden); }).field, "truth");
  ChoiceExamples no_end = five();
  no_end.allowed[2] = 0;
  EXPECT_EQ(test::complaint_of([&] { choice_sequences(no_end); }).field, "allowed");
  ChoiceExamples cut = five();
  cut.values.pop_back();
  EXPECT_EQ(test::complaint_of([&] { choice_maps(cut); }).field, "examples");
}

}  // namespace
}  // namespace skein::learning
