// Plans whose making was killed: the same command with --resume goes on and ends with the same.
#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/clock.h"
#include "base/random.h"
#include "base/text_source.h"
#include "support/scratch_folder.h"
#include "system/run_program.h"

namespace skein {
namespace {

namespace fs = std::filesystem;
using test::run_skein;
using test::run_skein_and_kill;
using test::run_skein_until;
using test::RunOutcome;
using testing::HasSubstr;

class Resume : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(run_skein("generate --flights 300 --seed 4 -o " + at("month")).exit_code, 0);
    const double begin = wall_seconds();
    ASSERT_EQ(run_skein(solve("whole")).exit_code, 0);
    seconds_ = wall_seconds() - begin;
    ASSERT_FALSE(fs::exists(at("whole.checkpoint"))) << "after a run that has ended";
  }

  std::string at(const std::string& name) const { return (folder_ / name).string(); }
  std::string solve(const std::string& plan, const std::string& more = "",
                    const std::string& gap = "0") const {
    return "solve " + at("month") + " --gap " + gap + " --checkpoint-seconds 0 -o " + at(plan) +
           " " + more;
  }
  // Without what differs from run to run.
  nlohmann::json summary_of(const std::string& plan) const {
    auto summary = nlohmann::json::parse(read_text(folder_ / plan / "summary.json"));
    for (const char* key : {"cpu_seconds", "wall_seconds", "peak_memory_mb"}) summary.erase(key);
    return summary;
  }
  void expect_as_whole(const std::string& plan) const {
    for (const char* file : {"pairings.csv", "pairings.txt", "prices.csv"}) {
      EXPECT_EQ(read_text(folder_ / plan / file), read_text(folder_ / "whole" / file)) << file;
    }
    EXPECT_EQ(summary_of(plan), summary_of("whole"));
    EXPECT_FALSE(fs::exists(at(plan + ".checkpoint")));
    for (const auto& entry : fs::directory_iterator(folder_.path())) {
      EXPECT_FALSE(entry.path().filename().string().starts_with("." + plan)) << entry.path();
    }
  }
  // Killed runs until one has left a checkpoint.
  void leave_checkpoint(const std::string& plan) const {
    for (double share = 0.5; share < 1 && !fs::exists(at(plan + ".checkpoint")); share += 0.1) {
      run_skein_and_kill(solve(plan, "--resume"), share * seconds_);
    }
    ASSERT_TRUE(fs::exists(at(plan + ".checkpoint")));
  }

  test::ScratchFolder folder_;
  double seconds_ = 0;  // of the whole run
};

TEST_F(Resume, EndsWithTheSameBytesAfterKillsAtAnyMoment) {
  Rng rng(20);
  for (int trial = 0; trial < 4; ++trial) {
    const std::string plan = "plan" + std::to_string(trial);
    const double moment = rng.uniform() * seconds_;
    run_skein_and_kill(solve(plan), moment);
    // Again while it goes on.
    if (trial % 2 == 1) run_skein_and_kill(solve(plan, "--resume"), rng.uniform() * seconds_);
    if (fs::exists(at(plan)) && !fs::exists(at(plan + ".checkpoint"))) continue;  // it was quicker
    const RunOutcome run = run_skein(solve(plan, "--resume --threads 1"));
    ASSERT_EQ(run.exit_code, 0) << run.messages;
    expect_as_whole(plan);
  }
}

TEST_F(Resume, GoesOnAfterCtrlC) {
  const RunOutcome stopped = run_skein_until(solve("plan"), at("plan.checkpoint"));
  ASSERT_THAT(stopped.messages, HasSubstr("interrupted"));
  ASSERT_TRUE(fs::exists(at("plan.checkpoint")));
  EXPECT_THAT(stopped.messages, HasSubstr("add --resume"));
  const RunOutcome run = run_skein(solve("plan", "--resume"));
  ASSERT_EQ(run.exit_code, 0) << run.messages;
  EXPECT_THAT(run.messages, HasSubstr("going on with a run of"));
  expect_as_whole("plan");
  const std::string log = read_text(folder_ / "plan/log.jsonl");
  EXPECT_THAT(log, HasSubstr("\"event\":\"loaded\""));
  EXPECT_THAT(log, HasSubstr("\"event\":\"resumed\""));
}

TEST_F(Resume, NeverThrowsWorkAwayUnasked) {
  leave_checkpoint("plan");
  const RunOutcome refused = run_skein(solve("plan"));
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.messages, HasSubstr("plan.checkpoint"));
  EXPECT_THAT(refused.messages, HasSubstr("add --resume to go on from it, or --force"));
  EXPECT_TRUE(fs::exists(at("plan.checkpoint")));

  const RunOutcome late = run_skein(solve("plan", "--resume --time-limit 0.001"));
  EXPECT_EQ(late.exit_code, 2);
  EXPECT_THAT(late.messages, HasSubstr("give it more"));
  EXPECT_TRUE(fs::exists(at("plan.checkpoint")));

  const RunOutcome anew = run_skein(solve("plan", "--force"));
  EXPECT_EQ(anew.exit_code, 0) << anew.messages;
  expect_as_whole("plan");
}

TEST_F(Resume, RefusesCheckpointsThatDoNotFit) {
  leave_checkpoint("plan");
  const auto refusal = [&](const std::string& options, const std::string& gap = "0") {
    const RunOutcome run = run_skein(solve("plan", "--resume " + options, gap));
    EXPECT_EQ(run.exit_code, 2) << options;
    return run.messages;
  };
  EXPECT_THAT(refusal("", "0.01"), HasSubstr("--gap"));
  EXPECT_THAT(refusal("--base-rows off"), HasSubstr("--base-rows"));
  EXPECT_THAT(refusal("--start " + at("whole")), HasSubstr("--start"));
  EXPECT_THAT(refusal("--rules easa"), HasSubstr("rules"));
  EXPECT_THAT(refusal("--method greedy"), HasSubstr("no checkpoints"));
  const std::string schedule = read_text(folder_ / "month/schedule.csv");
  folder_.write("month/schedule.csv",
                schedule.substr(0, schedule.rfind('\n', schedule.size() - 2) + 1));
  EXPECT_THAT(refusal(""), HasSubstr("schedule"));
  folder_.write("month/schedule.csv", schedule);

  std::ifstream stream(at("plan.checkpoint"), std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  std::string damaged = bytes;
  damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 1);
  folder_.write("plan.checkpoint", damaged);
  EXPECT_THAT(refusal(""), HasSubstr("damaged"));
  std::string newer = bytes;
  newer.replace(newer.find(" 1 "), 3, " 2 ");
  folder_.write("plan.checkpoint", newer);
  EXPECT_THAT(refusal(""), HasSubstr("format"));
  EXPECT_FALSE(fs::exists(at("plan")));

  folder_.write("plan.checkpoint", bytes);
  const RunOutcome run = run_skein(solve("plan", "--resume"));
  EXPECT_EQ(run.exit_code, 0) << run.messages;
  expect_as_whole("plan");
}

TEST_F(Resume, WithoutACheckpointBeginsAndSaysSo) {
  const RunOutcome run = run_skein(solve("plan", "--resume"));
  EXPECT_EQ(run.exit_code, 0) << run.messages;
  EXPECT_THAT(run.messages, HasSubstr("no checkpoint is there"));
  expect_as_whole("plan");
}

}  // namespace
}  // namespace skein
