// Reading handwritten words as a user does it: learn, stop, go on, test.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
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

// Words whose letters follow the alphabet, more often than not, drawn with one or two bars for each
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
        const std::size_t row = k / 8;
        const bool bar = row == letter % 13 + 1 || (letter >= 13 && row == letter % 13 + 3);
        const bool set = rng.chance(bar ? 0.8 : 0.1);
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

  std::string bytes_of(const std::string& name) const {
    std::ifstream stream(folder_ / name, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(stream), {});
  }

  test::ScratchFolder folder_;
};

constexpr const char* kSmallKernels =
    "--features ckn --filters 12 --first-epochs 3 --round-epochs 2 ";

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
    EXPECT_EQ(again["test_error"], summary["test_error"]);
    EXPECT_EQ(again["parameters"], 26 * (128 + 3 + 26));
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
  EXPECT_EQ(bytes_of("whole/model.skein"), bytes_of("rest/model.skein"));
  EXPECT_EQ(summary_of("rest")["epochs"], 6);
  EXPECT_EQ(summary_of("rest")["oracle_calls"], summary_of("whole")["oracle_calls"]);

  const RunOutcome other = learn("other", "--trainer oeg" + state);
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.messages, HasSubstr("state"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "other"));
  EXPECT_EQ(learn("other", "--fold 4" + state).exit_code, 2);
}

TEST_F(SequenceCommands, KernelNetworksAreTrainedWithTheChainAndShown) {
  for (const std::string more : {"", "--trainer bcfw --scaling standard", "--order 2",
                                 "--validation-fold 3 --scaling normalizer"}) {
    const RunOutcome learnt =
        learn("kernels", kSmallKernels + more + " --rounds 2 --force --fold 2");
    ASSERT_EQ(learnt.exit_code, 0) << learnt.messages;
    const nlohmann::json summary = summary_of("kernels");
    EXPECT_EQ(summary["features"], "ckn");
    EXPECT_LT(summary["test_error"].get<double>(), 0.5) << more;
    ASSERT_EQ(run_skein("sequence test " + at("kernels/model.skein") + " " + at("letters") +
                        " --summary " + at("test.json"))
                  .exit_code,
              0);
    const auto again = nlohmann::json::parse(read_text(at("test.json")));
    EXPECT_EQ(again["test_error"], summary["test_error"]);
  }
  const RunOutcome shown =
      run_skein("model show " + at("kernels") + " --picture " + at("filters.svg"));
  EXPECT_EQ(shown.exit_code, 0) << shown.messages;
  EXPECT_THAT(shown.output, HasSubstr("exponential, sigma 0.5"));
  EXPECT_THAT(read_text(at("filters.svg")), HasSubstr("<rect"));
}

TEST_F(SequenceCommands, KernelNetworksGoOnFromACheckpoint) {
  const std::string plan = std::string(kSmallKernels) + "--rounds 3 --validation-fold 5 ";
  const std::string state = " --checkpoint " + at("state");
  ASSERT_EQ(learn("whole", plan + "--threads 1").exit_code, 0);
  // Stopped again and again, however far it gets each time.
  int stops = 0;
  while (learn("parts", plan + "--force --threads 2 --time-limit 0.3" + state).exit_code == 3) {
    ASSERT_LT(++stops, 200);
    if (stops == 20) break;
  }
  ASSERT_EQ(learn("parts", plan + "--force --threads 2" + state).exit_code, 0);
  EXPECT_EQ(bytes_of("whole/model.skein"), bytes_of("parts/model.skein"));
  const RunOutcome other = learn("other", plan + "--fold 4" + state);
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.messages, HasSubstr("state"));
}

// The shell's limit on the size of files stands for a full disk.
TEST_F(SequenceCommands, AFullDiskLeavesTheEarlierCheckpoint) {
  const std::string plan =
      std::string(kSmallKernels) + "--rounds 1 --checkpoint " + at("state") + " --force ";
  ASSERT_EQ(learn("model", plan).exit_code, 0);
  const std::string state = bytes_of("state");
  const std::string model = bytes_of("model/model.skein");
  const std::string command =
      "bash -c \"trap '' XFSZ; ulimit -f 20; exec " SKEIN_PROGRAM " sequence learn " +
      at("letters") + " -o " + at("model") + " " + kSmallKernels +
      "--rounds 1 --force --checkpoint " + at("small") + "\" 2> " + at("messages");
  EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 2);
  EXPECT_THAT(read_text(at("messages")), HasSubstr("small"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "small"));
  EXPECT_EQ(bytes_of("state"), state);
  EXPECT_EQ(bytes_of("model/model.skein"), model);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_.path()),
                          std::filesystem::directory_iterator()),
            4);  // letters, state, model, messages: nothing is left behind
}

TEST_F(SequenceCommands, ReadersAreComparedAndFinishedRunsAreKept) {
  const std::string one_seed = "experiment ocr " + at("letters") +
                               " --models linear-crf,ckn-crf --folds 0,7 --runs " + at("runs") +
                               " --round-epochs 0 --filters 40 --seeds 1 ";
  const std::string command = std::regex_replace(one_seed, std::regex("seeds 1"), "seeds 2");
  const RunOutcome stopped = run_skein(command + "--time-limit 0.05 -o " + at("first"));
  EXPECT_EQ(stopped.exit_code, 3) << stopped.messages;
  const RunOutcome whole = run_skein(command + "-o " + at("table"));
  ASSERT_EQ(whole.exit_code, 0) << whole.messages;
  const nlohmann::json summary = summary_of("table");
  EXPECT_TRUE(summary["complete"]);
  ASSERT_EQ(summary["models"].size(), 2U);
  for (const nlohmann::json& model : summary["models"]) {
    EXPECT_EQ(model["folds"]["runs"], 4);
    EXPECT_EQ(model["unseen_words"]["runs"], 6);
    EXPECT_EQ(model["fold_0"]["runs"], 2);
    EXPECT_LT(model["folds"]["test_error"].get<double>(), 0.35);
  }
  EXPECT_THAT(read_text(folder_ / "table/index.html"), HasSubstr("<svg"));
  // A second time nothing is left to do.
  const RunOutcome again = run_skein(command + "-o " + at("again"));
  EXPECT_EQ(again.exit_code, 0);
  EXPECT_EQ(read_text(folder_ / "again/runs.csv"), read_text(folder_ / "table/runs.csv"));
  // Nor are finished runs left out that were not asked for.
  EXPECT_EQ(run_skein(one_seed + "-o " + at("fewer")).exit_code, 0);
  EXPECT_EQ(read_text(folder_ / "fewer/runs.csv"), read_text(folder_ / "table/runs.csv"));
  folder_.write("runs/filters-40/ckn-crf-folds-0-seed-1.json", "{}");
  EXPECT_EQ(run_skein(command + "-o " + at("damaged")).exit_code, 2);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "damaged"));
  EXPECT_EQ(
      run_skein("experiment ocr " + at("letters") + " --models guess -o " + at("x")).exit_code, 2);
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
  refused("--features ckn --trainer oeg", "oeg");
  refused("--features ckn --validation-fold 11", "fold");
  refused("--features ckn --scaling guess", "scaling");
  EXPECT_EQ(run_skein("model show " + at("letters")).exit_code, 2);
  std::string text = read_text(at("letters"));
  text[text.find('\t') + 1] = '7';
  folder_.write("letters", text);
  refused("", "letters:1");
  folder_.write("letters", "");
  refused("", "letters");
}

}  // namespace
}  // namespace skein
