// Neural baselines as a user runs them.
#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/text_source.h"
#include "neural/made_up_words.h"
#include "support/scratch_folder.h"
#include "system/run_program.h"

namespace skein {
namespace {

using test::run_skein;
using test::RunOutcome;
using testing::HasSubstr;
using testing::StartsWith;

constexpr std::size_t kWords = 200;

class NeuralLetters : public testing::Test {
 protected:
  void SetUp() override {
    folder_.write("letters", test::letter_data(test::made_up_words(kWords)));
    folder_.write("split.csv", test::split_csv(kWords));
    folder_.write("quick.json", R"({"model": "cnn", "tried": [], "chosen": {"learning_rate": 0.005,
        "width": 8, "dropout": 0, "weight_decay": 0, "bidirectional": false, "epochs": 8}})");
  }

  std::string at(const std::string& name) const { return (folder_ / name).string(); }
  RunOutcome letters(const std::string& model, const std::string& output,
                     const std::string& more = "", double interrupt_after = 0) const {
    return run_skein("letters " + model + " --data " + at("letters") + " --split " +
                         at("split.csv") + " -o " + at(output) + " " + more,
                     interrupt_after);
  }
  std::string text(const std::string& file) const { return read_text(folder_ / file); }
  nlohmann::json summary_of(const std::string& output) const {
    return nlohmann::json::parse(text(output + "/summary.json"));
  }

  test::ScratchFolder folder_;
};

TEST_F(NeuralLetters, SettingsAreChosenAndCanBeUsedAgain) {
  const RunOutcome chosen = letters("cnn-crf", "chosen");
  ASSERT_EQ(chosen.exit_code, 0) << chosen.messages;
  const nlohmann::json summary = summary_of("chosen");
  EXPECT_EQ(summary["stopped"], "done");
  EXPECT_EQ(summary["words"], 40);
  EXPECT_EQ(summary["train_words"], 160);
  EXPECT_LT(summary["test_error"], 0.1);
  EXPECT_EQ(summary["blas"], "oneDNN");
  EXPECT_THAT(text("chosen/predictions.csv"), StartsWith("word,truth,read\n8,"));
  EXPECT_THAT(text("chosen/curve.csv"), HasSubstr("\nlast,1,"));

  const RunOutcome again = letters("cnn-crf", "again", "--settings " + at("chosen/settings.json"));
  ASSERT_EQ(again.exit_code, 0) << again.messages;
  for (const std::string file : {"/predictions.csv", "/settings.json"}) {
    EXPECT_EQ(text("again" + file), text("chosen" + file));
  }
}

TEST_F(NeuralLetters, WithoutTimeWhatThereIsIsSaved) {
  const RunOutcome stopped = letters("lstm", "out", "--time-limit 0.01");
  EXPECT_EQ(stopped.exit_code, 3) << stopped.messages;
  EXPECT_EQ(summary_of("out")["stopped"], "time_limit");
  EXPECT_EQ(summary_of("out")["epochs"], 0);
  // There is no choice to use again.
  const RunOutcome again = letters("lstm", "again", "--settings " + at("out/settings.json"));
  EXPECT_EQ(again.exit_code, 2);
  EXPECT_THAT(again.messages, HasSubstr("chosen"));
}

TEST_F(NeuralLetters, AnInterruptLeavesAWholeFolder) {
  std::string settings = text("quick.json");
  settings.replace(settings.find(": 8}"), 4, ": 100000}");
  folder_.write("long.json", settings);
  const RunOutcome stopped = letters("cnn", "out", "--settings " + at("long.json"), 4);
  // What `timeout` says when it had to send its signal, or the program's own word.
  EXPECT_THAT(stopped.exit_code, testing::AnyOf(3, 124)) << stopped.messages;
  EXPECT_EQ(summary_of("out")["stopped"], "interrupted");
  EXPECT_THAT(text("out/predictions.csv"), HasSubstr("\n199,"));
}

TEST_F(NeuralLetters, BadInputIsRefusedAndNothingIsWritten) {
  const auto refused = [&](const std::string& model, const std::string& more,
                           const std::string& names) {
    const RunOutcome outcome = letters(model, "out", more);
    EXPECT_EQ(outcome.exit_code, 2) << more;
    EXPECT_THAT(outcome.messages, HasSubstr(names));
    EXPECT_FALSE(std::filesystem::exists(folder_ / "out"));
  };
  refused("guess", "", "model");
  refused("lstm", "--settings " + at("quick.json"), "quick.json");
  refused("cnn", "--threads 0", "threads");
  folder_.write("split.csv", test::split_csv(kWords - 1));
  refused("cnn", "", "split.csv");
  folder_.write("split.csv", "word,part\n1,guess\n");
  refused("cnn", "", "split.csv:2");
}

TEST_F(NeuralLetters, APartWithoutWordsIsRefused) {
  std::string csv = "word,part\n";
  for (std::size_t word = 1; word <= kWords; ++word) {
    csv += std::to_string(word) + (word == 1 ? ",test\n" : ",train\n");
  }
  folder_.write("split.csv", csv);
  const RunOutcome outcome = letters("cnn", "out");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.messages, HasSubstr("validation"));
  EXPECT_EQ(letters("cnn", "out", "--settings " + at("quick.json")).exit_code, 0);
  // A folder that is there is not overwritten unasked.
  EXPECT_EQ(letters("cnn", "out", "--settings " + at("quick.json")).exit_code, 2);
  EXPECT_EQ(letters("cnn", "out", "--force --settings " + at("quick.json")).exit_code, 0);
}

}  // namespace
}  // namespace skein
