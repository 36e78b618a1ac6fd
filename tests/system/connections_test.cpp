// From history to a start plan as a user does it: learn, predict, ask why, solve.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/text_source.h"
#include "support/scratch_folder.h"
#include "system/run_program.h"

namespace skein {
namespace {

namespace fs = std::filesystem;
using test::run_skein;
using test::RunOutcome;
using testing::HasSubstr;
using testing::Not;

std::string bytes_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

nlohmann::json json_of(const fs::path& file) {
  return nlohmann::json::parse(read_text(file));
}

// Two months of a small airline; the first has pairings.
class Connections : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(
        run_skein("generate --flights 300 --months 2 --with-pairings -o " + airline()).exit_code,
        0);
  }

  std::string airline() const { return (folder_ / "airline").string(); }
  std::string january() const { return airline() + "/2024-01"; }
  std::string february() const { return airline() + "/2024-02"; }
  std::string file(const std::string& name) const { return (folder_ / name).string(); }

  RunOutcome learn(const std::string& predictor) const {
    return run_skein("learn " + january() + " --filters 8 --predictor " + predictor + " -o " +
                     file("model") + " --summary " + file("learn.json"));
  }

  test::ScratchFolder folder_;
};

TEST_F(Connections, AreLearntPredictedAndPlannedFromLegally) {
  const RunOutcome learnt = learn("struct-ckn-sdca");
  ASSERT_EQ(learnt.exit_code, 0) << learnt.messages;
  EXPECT_GT(json_of(file("learn.json"))["samples"], 200);
  for (const std::string decoder : {"legal", "joint", "rolling", "greedy"}) {
    const std::string start = file("start-" + decoder);
    const RunOutcome predicted =
        run_skein("predict " + file("model") + " " + february() + " -o " + start + " --decoder " +
                  decoder + " --summary " + file("predict.json"));
    ASSERT_EQ(predicted.exit_code, 0) << predicted.messages;
    const nlohmann::json summary = json_of(file("predict.json"));
    EXPECT_EQ(summary["feasible"]["infeasible_pairings"], 0);
    EXPECT_EQ(summary["feasible"]["over_covered"], 0);
    EXPECT_EQ(json_of(start + "/summary.json")["violations"], 0);
    if (decoder != "legal") continue;
    EXPECT_EQ(summary["infeasible_pairings"], 0);
    EXPECT_GT(summary["feasible"]["covered"], 0.9 * summary["samples"].get<double>());
  }
  const RunOutcome solved =
      run_skein("solve " + february() + " -o " + file("plan") + " --start " + file("start-legal") +
                " --clusters " + file("start-legal/clusters.csv"));
  EXPECT_EQ(solved.exit_code, 0) << solved.messages;
}

TEST_F(Connections, AreTheSameForTheSameSeedOnAnyNumberOfThreads) {
  ASSERT_EQ(learn("struct-ckn-sdca --threads 1").exit_code, 0);
  const std::string first = bytes_of(file("model"));
  ASSERT_FALSE(first.empty());
  ASSERT_EQ(learn("struct-ckn-sdca --threads 3").exit_code, 0);
  EXPECT_TRUE(bytes_of(file("model")) == first);
}

TEST_F(Connections, AreExplainedFlightByFlight) {
  ASSERT_EQ(learn("frequent").exit_code, 0);
  const RunOutcome unknown = run_skein("why " + february() + " nowhere --model " + file("model"));
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_THAT(unknown.messages, HasSubstr("give the id of a flight, such as "));
  const std::string mark = "such as ";
  const std::size_t at = unknown.messages.find(mark) + mark.size();
  const std::string flight =
      unknown.messages.substr(at, unknown.messages.find_first_of(" \n", at) - at);
  const RunOutcome why =
      run_skein("why " + february() + " " + flight + " --model " + file("model"));
  EXPECT_EQ(why.exit_code, 0) << why.messages;
  EXPECT_THAT(why.output, HasSubstr(flight));
  EXPECT_THAT(why.output, HasSubstr("ends here"));
}

TEST_F(Connections, BadInputIsRefusedByNameAndLeavesNothingBehind) {
  ASSERT_EQ(run_skein("generate --flights 300 -o " + file("bare")).exit_code, 0);
  const RunOutcome bare = run_skein("learn " + file("bare") + " -o " + file("model"));
  EXPECT_EQ(bare.exit_code, 2);
  EXPECT_THAT(bare.messages, HasSubstr("no pairings"));
  const RunOutcome unknown =
      run_skein("learn " + january() + " --predictor oracle -o " + file("model"));
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_THAT(unknown.messages, HasSubstr("struct-ckn-sdca"));
  EXPECT_FALSE(fs::exists(file("model")));

  ASSERT_EQ(learn("first").exit_code, 0);
  const std::string predict =
      "predict " + file("model") + " " + february() + " -o " + file("start");
  const RunOutcome decoder = run_skein(predict + " --decoder magic");
  EXPECT_EQ(decoder.exit_code, 2);
  EXPECT_THAT(decoder.messages, HasSubstr("legal, joint, rolling, greedy"));
  const RunOutcome no_model =
      run_skein("predict " + february() + "/schedule.csv " + february() + " -o " + file("start"));
  EXPECT_EQ(no_model.exit_code, 2);
  EXPECT_FALSE(fs::exists(file("start")));
}

TEST_F(Connections, ThatAPlanNearTheBestHasAreToldBesideThoseOfTheMonth) {
  ASSERT_EQ(learn("frequent").exit_code, 0);
  const std::string month = january();
  ASSERT_EQ(run_skein("predict " + file("model") + " " + month + " -o " + file("start")).exit_code,
            0);
  ASSERT_EQ(run_skein("solve " + month + " --method greedy -o " + file("greedy")).exit_code, 0);
  ASSERT_EQ(run_skein("solve " + month + " --gap 0.05 -o " + file("plan")).exit_code, 0);
  const RunOutcome told = run_skein("experiment near-best " + month + " --plans " + file("plan") +
                                    " " + file("greedy") + " --starts " + file("start") + " " +
                                    file("plan") + " --summary " + file("near.json"));
  ASSERT_EQ(told.exit_code, 0) << told.messages;
  EXPECT_THAT(told.output, HasSubstr("near the best"));
  const nlohmann::json summary = json_of(file("near.json"));
  EXPECT_EQ(summary["plans"][0]["near_best"], true);
  EXPECT_EQ(summary["plans"][1]["near_best"], false) << "the greedy plan is much dearer";
  std::vector<std::string> kinds;
  for (const nlohmann::json& row : summary["predicted"]) {
    kinds.push_back(row["kind"]);
    EXPECT_GE(row["in_near_best_share"], row["in_cheapest_share"]);
    EXPECT_LE(row["in_near_best_share"], 1);
  }
  EXPECT_EQ(kinds, (std::vector<std::string>{"likeliest", "joint", "start", "clusters", "start",
                                             "own pairings"}));
  EXPECT_EQ(summary["predicted"][4]["in_cheapest_share"], 1) << "a plan has its own connections";
  EXPECT_EQ(summary["predicted"][5]["in_own_pairings_share"], 1);
}

TEST_F(Connections, OfAMonthAreTestedOnWhatIsLearntFromThoseBeforeIt) {
  const std::string experiment =
      "experiment connections --months " + january() + " " + february() + " --predictors ";
  const RunOutcome run = run_skein(experiment + "first,frequent -o " + file("tables"));
  ASSERT_EQ(run.exit_code, 0) << run.messages;
  const std::string csv = read_text(file("tables/connections.csv"));
  EXPECT_THAT(csv, HasSubstr("months,2024-02,first,1,"));
  EXPECT_THAT(csv, HasSubstr("months,2024-02,frequent,1,"));
  EXPECT_THAT(csv, Not(HasSubstr("2024-01")));

  const RunOutcome none = run_skein(experiment + "first --history 2 -o " + file("none"));
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_THAT(none.messages, HasSubstr("no month left"));
  EXPECT_FALSE(fs::exists(file("none")));
}

TEST_F(Connections, AreNotComparedWithPlansThatBreakRules) {
  const RunOutcome other = run_skein("experiment near-best " + january() + " --plans " +
                                     february() + " --starts " + january());
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.messages, HasSubstr("none of the plans is legal"));
}

}  // namespace
}  // namespace skein
