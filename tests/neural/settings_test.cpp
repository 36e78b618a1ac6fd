#include "neural/settings.h"

#include <gtest/gtest.h>

#include "support/complaints.h"
#include "support/scratch_folder.h"

namespace skein::neural {
namespace {

Choice some_choice() {
  const Settings good{.learning_rate = 3e-3,
                      .width = 48,
                      .dropout = 0.3,
                      .weight_decay = 0.01,
                      .bidirectional = true,
                      .epochs = 17};
  return {Model::kLstm, good, {{{.epochs = 5}, 0.25}, {good, 1.0 / 3}}};
}

TEST(Settings, AChoiceIsReadAsItWasWritten) {
  const test::ScratchFolder folder;
  const auto file = folder.write("settings.json", choice_json(some_choice()));
  EXPECT_EQ(read_choice(file, Model::kLstm), some_choice());
}

TEST(Settings, WhatIsNoChoiceForTheModelIsRefused) {
  const test::ScratchFolder folder;
  const auto field = [&](const std::string& json, Model model) {
    const auto file = folder.write("settings.json", json);
    const Complaint complaint = test::complaint_of([&] { read_choice(file, model); });
    EXPECT_EQ(complaint.file, file);
    return complaint.field;
  };
  const std::string good = choice_json(some_choice());
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string json = good;
    return json.replace(json.find(from), from.size(), to);
  };
  EXPECT_EQ(field(good, Model::kCnn), "model");
  EXPECT_EQ(field("[]", Model::kLstm), "");
  EXPECT_EQ(field("{", Model::kLstm), "");
  EXPECT_EQ(field(choice_json({Model::kLstm, {}, {}}), Model::kLstm), "chosen");
  EXPECT_EQ(field(with("\"width\": 48", "\"width\": 0"), Model::kLstm), "width");
  EXPECT_EQ(field(with("\"width\": 48", "\"width\": \"wide\""), Model::kLstm), "width");
  EXPECT_EQ(field(with("\"epochs\": 17", "\"later\": 17"), Model::kLstm), "epochs");
  EXPECT_EQ(field(with("\"tried\": [", "\"tried\": [1, "), Model::kLstm), "learning_rate");
}

TEST(Settings, EveryModelHasAShortListAndAName) {
  for (const std::string& name : model_names()) {
    const Model model = model_named(name).value();
    EXPECT_EQ(name_of(model), name);
    EXPECT_GE(settings_to_try(model).size(), 4U);
    EXPECT_LE(settings_to_try(model).size(), 6U);
  }
  EXPECT_FALSE(model_named("guess"));
}

}  // namespace
}  // namespace skein::neural
