// Reading handwritten words as a user does it: learn, stop, go on, test.
#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/random.h"
#include "base/text_source.h"
#include "support/scratch_folder.h"
#include "system/run_program.h"

namespace skein {
namespace {

using test::run_skein;
using test::RunOutcome;
using testing::HasSubstr;

// Words whose letters follow the alphabet, more often than not, drawn with a pattern for each
// letter and some noise.
std::string made_up_letters(int words) {
  Rng rng(1);
  std::string text;
  int id = 0;
  for (int word = 1; word <= words; ++word) {
    const int length = rng.between(1, 6);
    auto letter = static_cast<std::size_t>(rng.below(26));
    for (int position = 1; position <= length; ++position) {
      ++id;
      text += std::to_string(id) + '\t' + static_cast<char>('a' + letter) + '\t' +
              std::to_string(position == length ? -1 : id + 1) + '\t' + std::to_string(word) +
              '\t' + std::to_string(position) + '\t' + std::to_string(word % 10);
      for (std::size_t k = 0; k < 128; ++k) {
        const bool set = rng.chance(k % 26 == letter ? 0.6 : 0.1);
        text += set ? "\t1" : "\t0";
      }
      text += "\t\n";
      letter = rng.chance(0.8) ? (letter + 1) % 26 : rng.below(26);
    }
  }
  return text;
}

class SequenceCommands : public testing::Test {
 protected:
  void SetUp() override { folder_.write("letters", made_up_letters(300)); }

  std::string at(const std::string& name) const { return (folder_ / name).string(); }
  RunOutcome learn(const std::string& model, const std::string& more = "") const {
    return run_skein("sequence learn " + at("letters") + " -o " + at(model) + " " + more);
  }
  nlohmann::json summary_of(const std::string& model) const {
    return nlohmann::json::parse(read_text(folder_ / model / "summary.json"));
  }

  test::ScratchFolder folder_;
};

TEST_F(SequenceCommands, AModelReadsWordsThatItHasNotSeen) {
  for (const std::string trainer : {"sdca", "bcfw", "sag-nus", "sag-nus-star", "oeg", "lbfgs"}) {
    const RunOutcome learnt = learn(trainer, "--epochs 15 --fold 2 --trainer " + trainer);
    ASSERT_EQ(learnt.exit_code, 0) << learnt.messages;
    const nlohmann::json summary = summary_of(trainer);
    EXPECT_EQ(summary["train_words"], 270);
    EXPECT_EQ(summary["test_words"], 30);
    EXPECT_LT(summary["wrong_letters"].get<double>(), 0.35 * summary["test_letters"].get<double>())
        << trainer;
    const RunOutcome tested =
        run_skein("sequence test " + at(trainer) + " " + at("letters") + " --predictions " +
                  at("read.csv") + " --summary " + at("test.json"));
    EXPECT_EQ(tested.exit_code, 0) << tested.messages;
    const auto again = nlohmann::json::parse(read_text(at("test.json")));
    EXPECT_EQ(again["wrong_letters"], summary["wrong_letters"]);
    EXPECT_EQ(again["fold"], 2);
    EXPECT_THAT(read_text(folder_ / trainer / "curve.html"), HasSubstr("<svg"));
  }
}

TEST_F(SequenceCommands, AModelMayBeOfSecondOrder) {
  ASSERT_EQ(learn("second", "--order 2 --epochs 10").exit_code, 0);
  EXPECT_EQ(summary_of("second")["order"], 2);
  EXPECT_EQ(run_skein("sequence test " + at("second") + " " + at("letters")).exit_code, 0);
}

TEST_F(SequenceCommands, TrainingGoesOnFromACheckpoint) {
  ASSERT_EQ(learn("whole", "--epochs 6").exit_code, 0);
  const std::string state = " --checkpoint " + at("state");
  ASSERT_EQ(learn("part", "--epochs 2" + state).exit_code, 0);
  ASSERT_EQ(learn("rest", "--epochs 6" + state).exit_code, 0);
  EXPECT_EQ(read_text(folder_ / "whole/weights.csv"), read_text(folder_ / "rest/weights.csv"));
  EXPECT_EQ(summary_of("rest")["epochs"], 6);
  EXPECT_EQ(summary_of("rest")["oracle_calls"], summary_of("whole")["oracle_calls"]);

  const RunOutcome other = learn("other", "--trainer oeg" + state);
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.messages, HasSubstr("state"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "other"));
  EXPECT_EQ(learn("other", "--fold 4" + state).exit_code, 2);
}

TEST_F(SequenceCommands, WithoutTimeWhatThereIsIsSaved) {
  const RunOutcome stopped = learn("model", "--epochs 100000 --time-limit 0.01");
  EXPECT_EQ(stopped.exit_code, 3) << stopped.messages;
  EXPECT_EQ(summary_of("model")["stopped"], "time_limit");
  EXPECT_EQ(run_skein("sequence test " + at("model") + " " + at("letters")).exit_code, 0);
}

TEST_F(SequenceCommands, TrainersAreComparedAndStoppedOnesGoOn) {
  const std::string command = "experiment ocr-optimizers " + at("letters") + " --epochs 3 ";
  const std::string states = " --checkpoints " + at("states");
  const RunOutcome stopped = run_skein(command + "--time-limit 0.2 -o " + at("first") + states);
  EXPECT_EQ(stopped.exit_code, 3) << stopped.messages;
  const RunOutcome whole = run_skein(command + "-o " + at("curves") + states);
  ASSERT_EQ(whole.exit_code, 0) << whole.messages;
  const nlohmann::json summary = summary_of("curves");
  EXPECT_TRUE(summary["complete"]);
  EXPECT_EQ(summary["trainers"].size(), 7U);
  for (const nlohmann::json& trainer : summary["trainers"]) {
    EXPECT_EQ(trainer["epochs"], 3);
    const nlohmann::json& above = trainer["above_least"];  // null where it is too little to tell
    EXPECT_TRUE(above.is_null() || above.get<double>() > 0) << trainer;
  }
  const double from = summary["likelihood"]["from"];
  const double to = summary["likelihood"]["to"];
  EXPECT_LE(from, to);
  EXPECT_LT(to - from, 1e-6);
  const nlohmann::json& sdca = summary["trainers"][0];
  EXPECT_NEAR(sdca["above_least"].get<double>(), sdca["objective"].get<double>() - from, 1e-12);
  EXPECT_THAT(read_text(folder_ / "curves/index.html"), HasSubstr("SAG-NUS"));
}

TEST_F(SequenceCommands, BadInputIsRefusedAndNothingIsWritten) {
  const auto refused = [&](const std::string& more, const std::string& names) {
    const RunOutcome outcome = learn("model", more);
    EXPECT_EQ(outcome.exit_code, 2) << more;
    EXPECT_THAT(outcome.messages, HasSubstr(names)) << more;
    EXPECT_FALSE(std::filesystem::exists(folder_ / "model")) << more;
  };
  refused("--fold 11", "fold");
  refused("--trainer guess", "trainer");
  refused("--order 3", "order");
  refused("--lambda -1", "lambda");
  std::string text = read_text(at("letters"));
  text[text.find('\t') + 1] = '7';
  folder_.write("letters", text);
  refused("", "letters:1");
  folder_.write("letters", "");
  refused("", "letters");
}

}  // namespace
}  // namespace skein
