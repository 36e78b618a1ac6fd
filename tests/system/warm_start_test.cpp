// The warm-start experiment on months of a small airline.
#include <algorithm>
#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/text_source.h"
#include "support/scratch_folder.h"
#include "system/run_program.h"

namespace skein {
namespace {

namespace fs = std::filesystem;
using test::run_skein;
using test::RunOutcome;
using testing::HasSubstr;

class WarmStart : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(run_skein("generate --flights 300 --months 2 --with-pairings -o " + file("airline"))
                  .exit_code,
              0);
  }

  std::string file(const std::string& name) const { return (folder_ / name).string(); }

  RunOutcome experiment(const std::string& options = "") const {
    return run_skein("experiment warm-start --months " + file("airline/2024-01") + " " +
                     file("airline/2024-02") + " --predictors frequent --run-seconds 10 --gap " +
                     "0.01 -o " + file("warm") + " " + options);
  }

  test::ScratchFolder folder_;
};

TEST_F(WarmStart, TellsWhatEachStartIsWorth) {
  const RunOutcome run = experiment("--second-pass");
  ASSERT_EQ(run.exit_code, 0) << run.messages;
  const std::string tables = read_text(file("warm/warm_start.txt"));
  for (const char* name :
       {"cold", "standard", "standard+", "random+", "frequent", "frequent+", "published"}) {
    EXPECT_THAT(tables, HasSubstr(name));
  }
  const auto summary = nlohmann::json::parse(read_text(file("warm/summary.json")));
  EXPECT_EQ(summary["violations"], 0);
  EXPECT_EQ(summary["runs"], 9);
  for (const auto& entry : fs::directory_iterator(file("warm/runs"))) {
    const auto kept = nlohmann::json::parse(read_text(entry.path()))["run"];
    EXPECT_LE(kept["bound"], kept["cost"]) << entry.path();
    EXPECT_LE(kept["cost"].get<double>(), kept["start_cost"].get<double>() + 0.01) << entry.path();
  }
}

TEST_F(WarmStart, GoesOnFromTheRunsThatAreThere) {
  ASSERT_EQ(experiment().exit_code, 0);
  const std::string first = read_text(file("warm/warm_start.csv"));
  fs::remove(file("warm/warm_start.csv"));
  fs::remove(file("warm/runs/2024-02-cold-1.json"));
  ASSERT_EQ(experiment().exit_code, 0);
  const std::string again = read_text(file("warm/warm_start.csv"));
  EXPECT_EQ(std::count(again.begin(), again.end(), '\n'),
            std::count(first.begin(), first.end(), '\n'));
  EXPECT_TRUE(fs::exists(file("warm/runs/2024-02-cold-1.json")));
}

TEST_F(WarmStart, RefusesRunsOfOtherOptionsAndDamagedOnes) {
  ASSERT_EQ(experiment().exit_code, 0);
  const RunOutcome other = experiment("--seed 2");
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.messages, HasSubstr("other options"));
  write_file(file("warm/runs/2024-02-cold-1.json"), "{\"settings\":");
  const RunOutcome damaged = experiment();
  EXPECT_EQ(damaged.exit_code, 2);
  EXPECT_THAT(damaged.messages, HasSubstr("2024-02-cold-1.json"));
}

TEST_F(WarmStart, RefusesMonthsThatLeaveNothingToPlan) {
  const RunOutcome run = experiment("--history 2");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.messages, HasSubstr("no month left to plan"));
}

}  // namespace
}  // namespace skein
