#include "sequence/letter_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/random.h"
#include "learning/chain_crf.h"
#include "support/complaints.h"
#include "support/scratch_folder.h"

namespace skein::sequence {
namespace {

using test::complaint_of;
using testing::HasSubstr;

class LetterModelOfOrder : public testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    Rng rng(1);
    model_.order = GetParam();
    model_.trainer = "sdca";
    model_.lambda = 0.1;
    model_.fold = 3;
    model_.epochs = 20;
    model_.weights.resize(learning::ChainWeights(kLetters, kPixels, model_.order).size);
    for (double& weight : model_.weights) weight = rng.normal();
    folder_.write("model.json", model_json(model_));
    folder_.write("weights.csv", weights_csv(model_));
  }
  Complaint complaint() const {
    return complaint_of([&] { read_model(folder_.path()); });
  }

  LetterModel model_;
  test::ScratchFolder folder_;
};

TEST_P(LetterModelOfOrder, IsReadAsItWasWritten) {
  const LetterModel same = read_model(folder_.path());
  EXPECT_EQ(same.order, model_.order);
  EXPECT_EQ(same.trainer, "sdca");
  EXPECT_EQ(same.lambda, 0.1);
  EXPECT_EQ(same.fold, 3);
  EXPECT_EQ(same.epochs, 20U);
  EXPECT_EQ(same.weights, model_.weights);
}

TEST_P(LetterModelOfOrder, WeightsThatAreMissingTwiceOrNoNumbersAreRefused) {
  const std::string csv = weights_csv(model_);
  const std::size_t second = csv.find('\n', csv.find('\n') + 1) + 1;
  const std::size_t third = csv.find('\n', second) + 1;
  folder_.write("weights.csv", csv.substr(0, second) + csv.substr(third));
  EXPECT_THAT(complaint().problem, HasSubstr("1 weights are missing"));
  folder_.write("weights.csv", csv + csv.substr(second, third - second));
  EXPECT_THAT(complaint().problem, HasSubstr("twice"));
  EXPECT_GT(complaint().line, 4'000U);
  folder_.write("weights.csv", csv.substr(0, second) + "pixel,0,b,nan\n" + csv.substr(third));
  EXPECT_EQ(complaint().field, "weight");
  EXPECT_EQ(complaint().line, 3U);
}

TEST_P(LetterModelOfOrder, ADescriptionThatSaysNothingIsRefused) {
  folder_.write("model.json", "{}");
  EXPECT_EQ(complaint().field, "order");
  folder_.write("model.json", "not JSON");
  EXPECT_THAT(complaint().problem, HasSubstr("JSON"));
  std::string json = model_json(model_);
  json.replace(json.find("\"order\": ") + 9, 1, "5");
  folder_.write("model.json", json);
  EXPECT_EQ(complaint().field, "order");
}

INSTANTIATE_TEST_SUITE_P(Orders, LetterModelOfOrder, testing::Values(1, 2));

}  // namespace
}  // namespace skein::sequence
