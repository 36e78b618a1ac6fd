// The whole chain as one command: learn, predict, cover, optimize, check, report.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/clock.h"
#include "base/text_source.h"
#include "support/scratch_folder.h"
#include "system/run_program.h"

namespace skein {
namespace {

namespace fs = std::filesystem;
using test::run_skein;
using test::run_skein_and_kill;
using test::RunOutcome;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string bytes_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

nlohmann::json json_of(const fs::path& file) {
  return nlohmann::json::parse(read_text(file));
}

// Two months of a small airline, both with pairings.
class Run : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(
        run_skein("generate --flights 300 --months 2 --seed 4 --with-pairings -o " + at("airline"))
            .exit_code,
        0);
  }

  std::string at(const std::string& name) const { return (folder_ / name).string(); }
  std::string january() const { return at("airline/2024-01"); }
  std::string february() const { return at("airline/2024-02"); }
  // The optimizer has something to do, but reaches the gap: so small a month has no better plan.
  std::string command(const std::string& run, const std::string& more = "",
                      const std::string& gap = "0.04") const {
    return "run " + february() + " --history " + january() + " -o " + at(run) +
           " --predictor frequent --checkpoint-seconds 0 --gap " + gap + " " + more;
  }
  fs::path file(const std::string& run, const std::string& name) const {
    return folder_ / run / name;
  }
  void expect_same_plan(const std::string& run, const std::string& other) const {
    for (const char* name :
         {"model", "start/pairings.csv", "start/clusters.csv", "cover/pairings.csv",
          "plan/pairings.csv", "plan/pairings.txt", "plan/prices.csv", "check.txt"}) {
      EXPECT_TRUE(bytes_of(file(run, name)) == bytes_of(file(other, name))) << name;
    }
  }

  test::ScratchFolder folder_;
};

TEST_F(Run, GoesFromHistoryToACheckedPlanAndAReport) {
  const RunOutcome run = run_skein(command("run", "--summary " + at("run.json")));
  ASSERT_EQ(run.exit_code, 0) << run.messages;
  EXPECT_THAT(run.output, AllOf(HasSubstr("LEGAL"), HasSubstr("no plan can cost less")));
  EXPECT_THAT(run.messages, AllOf(HasSubstr("stage 1 of 6, learn"), HasSubstr("left")));
  for (const char* stage : {"learn", "predict", "cover", "optimize", "check", "report"}) {
    const auto record = json_of(file("run", std::string("stages/") + stage + ".json"));
    EXPECT_EQ(record["finished"], true) << stage;
    EXPECT_FALSE(record["inputs"].empty()) << stage;
    EXPECT_FALSE(record["outputs"].empty()) << stage;
  }
  const nlohmann::json summary = json_of(at("run.json"));
  EXPECT_EQ(summary["command"], "run");
  EXPECT_EQ(summary["violations"], 0);
  EXPECT_EQ(summary["stages"].size(), 6U);
  EXPECT_GT(summary["bound"]["value"], 0);
  const std::string page = read_text(file("run", "report.html"));
  for (const char* what : {"Stages of the run", "id=\"changes\"", "gantt-data"}) {
    EXPECT_NE(page.find(what), std::string::npos) << what;
  }
  EXPECT_EQ(run_skein("check " + february() + " --plan " + at("run/plan")).exit_code, 0);
  // What was optimized began with the start, so it costs no more.
  EXPECT_LE(json_of(file("run", "plan/summary.json"))["cost"]["total"],
            json_of(file("run", "cover/summary.json"))["cost"]["total"]);
}

TEST_F(Run, DoesAgainOnlyWhatDependsOnWhatHasChanged) {
  ASSERT_EQ(run_skein(command("run", "", "0.05")).exit_code, 0);
  const std::string plan = bytes_of(file("run", "plan/pairings.csv"));

  const RunOutcome again = run_skein(command("run", "--threads 1", "0.05"));
  EXPECT_EQ(again.exit_code, 0);
  for (const char* stage : {"learn", "predict", "cover", "optimize", "check", "report"}) {
    EXPECT_THAT(again.messages, HasSubstr(std::string(stage) + ": done before"));
  }
  EXPECT_THAT(again.output, HasSubstr("LEGAL")) << "what is known is told again";

  const RunOutcome other_gap = run_skein(command("run", "", "0.06"));
  EXPECT_EQ(other_gap.exit_code, 0);
  EXPECT_THAT(other_gap.messages,
              AllOf(HasSubstr("cover: done before"), HasSubstr("optimize: done in"),
                    HasSubstr("report: done in")));

  folder_.write("run/plan/pairings.csv", "pairing,base,position,duty,role,flight\n");
  const RunOutcome damaged = run_skein(command("run", "", "0.05"));
  EXPECT_EQ(damaged.exit_code, 0) << damaged.messages;
  EXPECT_THAT(damaged.messages, HasSubstr("optimize: done in"));
  EXPECT_TRUE(bytes_of(file("run", "plan/pairings.csv")) == plan);

  // Another way to the same start: what comes after it stays.
  const RunOutcome decoder = run_skein(command("run", "--decoder joint", "0.05"));
  EXPECT_EQ(decoder.exit_code, 0) << decoder.messages;
  EXPECT_THAT(decoder.messages,
              AllOf(HasSubstr("learn: done before"), HasSubstr("predict: done in")));
}

TEST_F(Run, DoesOneStageAloneWhereThoseBeforeItAreDone) {
  const RunOutcome early = run_skein(command("run", "--stage optimize", "0.05"));
  EXPECT_EQ(early.exit_code, 2);
  EXPECT_THAT(early.messages, HasSubstr("stage learn is not done"));
  ASSERT_EQ(run_skein(command("run", "--stage learn", "0.05")).exit_code, 0);
  EXPECT_TRUE(fs::exists(at("run/model")));
  EXPECT_FALSE(fs::exists(at("run/start")));
  ASSERT_EQ(run_skein(command("run", "", "0.05")).exit_code, 0);

  fs::remove(at("run/report.html"));
  const RunOutcome report = run_skein(command("run", "--stage report", "0.05"));
  EXPECT_EQ(report.exit_code, 0) << report.messages;
  EXPECT_THAT(report.messages,
              AllOf(HasSubstr("optimize: done before"), HasSubstr("report: done in")));
  EXPECT_TRUE(fs::exists(at("run/report.html")));
  const RunOutcome learn = run_skein(command("run", "--stage learn", "0.05"));
  EXPECT_EQ(learn.exit_code, 0) << learn.messages;
  EXPECT_THAT(learn.messages, AllOf(HasSubstr("learn: done in"), Not(HasSubstr("predict"))));
}

TEST_F(Run, EndsWithTheSamePlanAfterKillsInAnyStage) {
  const double begin = wall_seconds();
  ASSERT_EQ(run_skein(command("whole")).exit_code, 0);
  const double seconds = wall_seconds() - begin;
  for (const double share : {0.1, 0.3, 0.5, 0.7, 0.9}) {
    run_skein_and_kill(command("run"), share * seconds);
  }
  const RunOutcome run = run_skein(command("run", "--threads 1"));
  ASSERT_EQ(run.exit_code, 0) << run.messages;
  expect_same_plan("run", "whole");
  for (const auto& entry : fs::directory_iterator(folder_ / "run")) {
    EXPECT_FALSE(entry.path().filename().string().starts_with(".")) << entry.path();
    EXPECT_NE(entry.path().extension(), ".checkpoint");
  }
}

TEST_F(Run, StopsCleanlyAndGoesOn) {
  const double begin = wall_seconds();
  ASSERT_EQ(run_skein(command("whole")).exit_code, 0);
  const double seconds = wall_seconds() - begin;
  bool was_stopped = false;
  for (const double share : {0.2, 0.5, 0.8}) {
    const RunOutcome stopped = run_skein(command("run"), share * seconds);
    // timeout says 124 whatever the program does; what it says tells whether it was stopped.
    was_stopped |= stopped.messages.find("stopped early (interrupted)") != std::string::npos;
    EXPECT_THAT(stopped.messages, Not(HasSubstr("internal error")));
  }
  EXPECT_TRUE(was_stopped);
  const RunOutcome run = run_skein(command("run"));
  ASSERT_EQ(run.exit_code, 0) << run.messages;
  expect_same_plan("run", "whole");
}

TEST_F(Run, KeepsToATimeLimitAndSaysSo) {
  const RunOutcome run = run_skein(command("run", "--time-limit 0.05"));
  EXPECT_EQ(run.exit_code, 3) << run.messages;
  EXPECT_THAT(run.messages, HasSubstr("stopped early (time_limit)"));
  EXPECT_TRUE(fs::exists(at("run/report.html")));
  EXPECT_EQ(run_skein("check " + february() + " --plan " + at("run/plan")).exit_code, 0);
}

TEST_F(Run, TakesAModelInsteadOfAHistory) {
  ASSERT_EQ(run_skein("learn " + january() + " --predictor frequent -o " + at("model")).exit_code,
            0);
  const std::string with_model =
      "run " + february() + " --model " + at("model") + " --gap 0.05 -o " + at("run");
  const RunOutcome run = run_skein(with_model);
  ASSERT_EQ(run.exit_code, 0) << run.messages;
  EXPECT_THAT(run.messages, AllOf(HasSubstr("stage 1 of 5, predict"), Not(HasSubstr("learn"))));
  EXPECT_FALSE(fs::exists(at("run/model")));
  const RunOutcome learn = run_skein(with_model + " --stage learn");
  EXPECT_EQ(learn.exit_code, 2);
  EXPECT_THAT(learn.messages, HasSubstr("nothing is learnt"));
}

TEST_F(Run, RefusesWhatCannotBeDoneBeforeAnyWork) {
  const auto refusal = [&](const std::string& arguments) {
    const RunOutcome run = run_skein("run " + arguments);
    EXPECT_EQ(run.exit_code, 2) << arguments;
    return run.messages;
  };
  const std::string out = " -o " + at("run");
  EXPECT_THAT(refusal(february() + out), HasSubstr("--history MONTH"));
  EXPECT_THAT(refusal(february() + out + " --history " + january() + " --model m"),
              HasSubstr("--model"));
  EXPECT_THAT(refusal(february() + out + " --history " + january() + " " + january()),
              HasSubstr("named twice"));
  EXPECT_THAT(refusal(february() + out + " --history " + january() + " --stage dream"),
              HasSubstr("learn, predict, cover"));
  EXPECT_THAT(refusal(february() + out + " --history " + january() + " --predictor oracle"),
              HasSubstr("struct-ckn-sdca"));
  EXPECT_THAT(refusal(at("nowhere") + out + " --history " + january()), HasSubstr("nowhere"));
  EXPECT_FALSE(fs::exists(at("run")));
  EXPECT_THAT(refusal(february() + " --history " + january() + " -o " + at("airline")),
              HasSubstr("not empty"));

  ASSERT_EQ(run_skein(command("run", "", "0.05")).exit_code, 0);
  EXPECT_THAT(refusal(january() + out + " --history " + february() + " --predictor frequent"),
              HasSubstr("a run for another month"));
}

}  // namespace
}  // namespace skein
