// The commands as a user runs them, on data of their own making.
#include <filesystem>
#include <string>

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

nlohmann::json json_of(const fs::path& file) {
  return nlohmann::json::parse(read_text(file));
}

TEST(Commands, EveryCommandExplainsItselfWithAnExample) {
  for (const char* command : {"generate",
                              "import gerad",
                              "import csv",
                              "import ssim",
                              "export",
                              "serve",
                              "check",
                              "learn",
                              "predict",
                              "why",
                              "solve",
                              "report",
                              "run",
                              "demo",
                              "experiment connections",
                              "experiment near-best",
                              "experiment warm-start",
                              "bench months",
                              "bench pairing",
                              "bench growth",
                              "bench aggregation"}) {
    const RunOutcome help = run_skein(std::string(command) + " --help");
    EXPECT_EQ(help.exit_code, 0) << command;
    EXPECT_THAT(help.output, HasSubstr("Example: skein")) << command;
    for (const char* option : {"--seed", "--threads", "--time-limit", "--summary"}) {
      EXPECT_THAT(help.output, HasSubstr(option)) << command;
    }
  }
  EXPECT_EQ(run_skein("--version").exit_code, 0);
}

TEST(Commands, DemoMakesALegalPlanAndCanBeRunAgain) {
  const test::ScratchFolder folder;
  const std::string arguments = "demo --flights 400 -o " + (folder / "demo").string();
  const RunOutcome demo = run_skein(arguments);
  EXPECT_EQ(demo.exit_code, 0) << demo.messages;
  EXPECT_THAT(demo.output, HasSubstr("LEGAL"));
  for (const char* file :
       {"airline/2024-03/schedule.csv", "airline/2024-03/stations.csv",
        "airline/2024-03/rules.toml", "history/2024-02/pairings.csv", "plan/pairings.csv",
        "plan/pairings.txt", "plan/summary.json", "plan/log.jsonl", "report.html"}) {
    EXPECT_TRUE(fs::exists(folder / "demo" / file)) << file;
  }
  const std::string first = read_text(folder / "demo/plan/pairings.csv");
  EXPECT_EQ(run_skein(arguments).exit_code, 0);
  EXPECT_EQ(read_text(folder / "demo/plan/pairings.csv"), first) << "same seed, same bytes";
}

class SolveThenCheck : public testing::TestWithParam<const char*> {};

TEST_P(SolveThenCheck, AgreeOnEveryFigure) {
  const test::ScratchFolder folder;
  const std::string method = GetParam();
  const std::string month = (folder / "month").string();
  const std::string plan = (folder / "plan").string();
  ASSERT_EQ(run_skein("generate --flights 500 -o " + month).exit_code, 0);
  ASSERT_EQ(run_skein("solve " + month + " --method " + method + " -o " + plan).exit_code, 0);
  const std::string summary = (folder / "check.json").string();
  const RunOutcome check =
      run_skein("check " + month + " --plan " + plan + " --summary " + summary);
  EXPECT_EQ(check.exit_code, 0) << check.messages;
  nlohmann::json solved = json_of(folder / "plan/summary.json");
  nlohmann::json checked = json_of(summary);
  EXPECT_EQ(checked["command"], "check");
  for (const char* key : {"flights", "covered", "uncovered", "over_covered", "pairings", "duties",
                          "deadheads", "violations", "cost", "bases"}) {
    ASSERT_TRUE(checked.contains(key)) << key;
    EXPECT_EQ(checked[key], solved[key]) << key;
  }
  EXPECT_EQ(solved["bound"]["kind"], method == "optimize" ? "lp" : "none");
  EXPECT_EQ(checked["bound"]["kind"], "none");  // unless it is asked for
  if (method != "optimize") {
    EXPECT_EQ(checked["bound"], solved["bound"]);
  }
  for (const char* key :
       {"version", "gap", "stopped", "cpu_seconds", "wall_seconds", "peak_memory_mb"}) {
    EXPECT_TRUE(checked.contains(key)) << key;
  }
  const nlohmann::json& cost = checked["cost"];
  double parts = 0;
  for (const char* part :
       {"gaps", "deadheads", "guarantee", "aircraft_changes", "uncovered", "base_excess"}) {
    parts += cost[part].get<double>();
  }
  EXPECT_NEAR(cost["total"].get<double>(), parts, 0.01);
}

INSTANTIATE_TEST_SUITE_P(Methods, SolveThenCheck, testing::Values("greedy", "weekly", "optimize"));

// The folders month and plan.
void make_solved_month(const test::ScratchFolder& folder) {
  const std::string month = (folder / "month").string();
  ASSERT_EQ(run_skein("generate --flights 400 -o " + month).exit_code, 0);
  ASSERT_EQ(
      run_skein("solve " + month + " --method greedy -o " + (folder / "plan").string()).exit_code,
      0);
}

TEST(Commands, CheckReadsTheTextFormAsWell) {
  const test::ScratchFolder folder;
  make_solved_month(folder);
  const std::string check =
      "check " + (folder / "month").string() + " --plan " + (folder / "plan").string();
  const std::string csv = (folder / "csv.json").string();
  const std::string text = (folder / "txt.json").string();
  EXPECT_EQ(run_skein(check + " --summary " + csv).exit_code, 0);
  EXPECT_EQ(run_skein(check + "/pairings.txt --summary " + text).exit_code, 0);
  EXPECT_EQ(json_of(csv)["cost"], json_of(text)["cost"]);
}

TEST(Commands, CheckFindsAFlightThatIsFlownTwice) {
  const test::ScratchFolder folder;
  make_solved_month(folder);
  const std::string check =
      "check " + (folder / "month").string() + " --plan " + (folder / "plan").string();
  std::string pairings = read_text(folder / "plan/pairings.csv");
  const std::size_t start = pairings.find('\n') + 1;
  const std::string name = pairings.substr(start, pairings.find(',', start) - start);
  std::string copy;  // the rows of the first pairing under another name
  for (std::size_t at = start; pairings.compare(at, name.size() + 1, name + ',') == 0;
       at = pairings.find('\n', at) + 1) {
    const std::size_t rest = at + name.size();
    copy += "again" + pairings.substr(rest, pairings.find('\n', at) - rest + 1);
  }
  folder.write("plan/pairings.csv", pairings + copy);
  const RunOutcome verdict = run_skein(check);
  EXPECT_EQ(verdict.exit_code, 4);
  EXPECT_THAT(verdict.output, HasSubstr("covered_once"));
}

TEST(Commands, CheckExplainsWhyFlightsAreNotCovered) {
  const test::ScratchFolder folder;
  const fs::path month = folder / "month";
  fs::create_directory(month);
  folder.write("month/stations.csv",
               "station,time_zone,latitude,longitude,base,crews\n"
               "BOS,America/New_York,,,1,10\nJFK,America/New_York,,,0,0\n");
  folder.write("month/schedule.csv",
               "flight,origin,destination,departure_utc,arrival_utc,fleet,tail,id\n"
               "1,JFK,BOS,2008-01-01T10:00Z,2008-01-01T12:00Z,F,,first\n"
               "2,BOS,JFK,2008-01-10T10:00Z,2008-01-10T12:00Z,F,,out\n"
               "3,JFK,BOS,2008-01-10T12:20Z,2008-01-10T14:20Z,F,,back\n"
               "2,BOS,JFK,2008-01-30T10:00Z,2008-01-30T12:00Z,F,,again\n"
               "3,JFK,BOS,2008-01-30T14:20Z,2008-01-30T16:20Z,F,,home\n");
  folder.write("month/pairings.csv", "pairing,base,position,duty,role,flight\n");
  const std::string summary = (folder / "s.json").string();
  const RunOutcome check = run_skein("check " + month.string() + " --explain --summary " + summary);
  EXPECT_EQ(check.exit_code, 0) << check.messages;
  EXPECT_THAT(check.output, HasSubstr("uncovered flights: 3 could be covered, 2 by no legal"));
  EXPECT_THAT(check.output, HasSubstr("a crew that is already out when the period begins, for "
                                      "300.00, which saves 9,700.00, as in BOS: first\n"));
  EXPECT_THAT(check.output, HasSubstr("connection.minimum = 20 instead of 30, for 900.00, which "
                                      "saves 9,100.00, as in BOS: (out) back\n"));
  const nlohmann::json outlooks = json_of(summary)["outlooks"];
  ASSERT_EQ(outlooks.size(), 5u);
  EXPECT_EQ(outlooks[0]["flight"], "first");
  EXPECT_EQ(outlooks[0]["can_be_covered"], false);
  EXPECT_EQ(outlooks[2]["remedies"][0]["rule"], "connection.minimum");
  EXPECT_EQ(outlooks[2]["remedies"][0]["needed"], 20);
  EXPECT_EQ(outlooks[4]["can_be_covered"], true);
  EXPECT_EQ(outlooks[4]["pairing"]["legs"][1]["role"], "operate");
}

TEST(Commands, GenerateWritesAFolderPerMonthWithPairingsWhenAsked) {
  const test::ScratchFolder folder;
  const std::string out = (folder / "airline").string();
  const std::string summary = (folder / "s.json").string();
  const RunOutcome generate =
      run_skein("generate --flights 300 --months 3 --first-month 2024-11 --with-pairings -o " +
                out + " --summary " + summary);
  ASSERT_EQ(generate.exit_code, 0) << generate.messages;
  for (const char* month : {"2024-11", "2024-12", "2025-01"}) {
    EXPECT_EQ(run_skein("check " + out + "/" + month).exit_code, 0) << month;
  }
  EXPECT_EQ(json_of(summary)["months"].size(), 3u);
}

TEST(Commands, AMonthWhosePlanningIsCutIsNotTakenForSolved) {
  const test::ScratchFolder folder;
  const std::string out = (folder / "airline").string();
  const RunOutcome generate =
      run_skein("generate --flights 5000 --months 2 --with-pairings --time-limit 0 -o " + out);
  EXPECT_EQ(generate.exit_code, 3);
  EXPECT_THAT(generate.messages, HasSubstr("2024-02: stopped before its plan was finished"));
  EXPECT_TRUE(fs::exists(folder / "airline/2024-02/schedule.csv"));
  EXPECT_FALSE(fs::exists(folder / "airline/2024-02/pairings.csv"));
}

TEST(Commands, ATimeLimitSavesThePlanSoFar) {
  const test::ScratchFolder folder;
  const std::string month = (folder / "month").string();
  const std::string plan = (folder / "plan").string();
  ASSERT_EQ(run_skein("generate --flights 20000 -o " + month).exit_code, 0);
  const RunOutcome solve = run_skein("solve " + month + " -o " + plan + " --time-limit 1");
  EXPECT_EQ(solve.exit_code, 3) << solve.messages;
  EXPECT_EQ(json_of(folder / "plan/summary.json")["stopped"], "time_limit");
  EXPECT_EQ(run_skein("check " + month + " --plan " + plan).exit_code, 0)
      << "legal as far as it is";
}

TEST(Commands, CtrlCSavesThePlanSoFar) {
  const test::ScratchFolder folder;
  const std::string month = (folder / "month").string();
  const std::string plan = (folder / "plan").string();
  ASSERT_EQ(run_skein("generate --flights 20000 -o " + month).exit_code, 0);
  run_skein("solve " + month + " -o " + plan, 2);
  EXPECT_EQ(json_of(folder / "plan/summary.json")["stopped"], "interrupted");
  EXPECT_EQ(run_skein("check " + month + " --plan " + plan).exit_code, 0);
}

}  // namespace
}  // namespace skein
