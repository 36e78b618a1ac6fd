// Optimizing as a user does it: bounds that can be proven again, start plans, limits.
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

class Optimize : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(run_skein("generate --flights 300 --seed 4 -o " + month()).exit_code, 0);
  }

  std::string month() const { return (folder_ / "month").string(); }
  std::string at(const std::string& name) const { return (folder_ / name).string(); }
  nlohmann::json summary_of(const std::string& plan) const {
    return nlohmann::json::parse(read_text(folder_ / plan / "summary.json"));
  }
  RunOutcome solve(const std::string& plan, const std::string& more = "") const {
    return run_skein("solve " + month() + " -o " + at(plan) + " " + more);
  }
  static double total(const nlohmann::json& summary) {
    return summary["cost"]["total"].get<double>();
  }

  test::ScratchFolder folder_;
};

TEST_F(Optimize, TheBoundIsProvenAgainFromTheStoredPrices) {
  ASSERT_EQ(solve("plan", "--gap 0.02").exit_code, 0);
  const nlohmann::json summary = summary_of("plan");
  const double bound = summary["bound"]["value"];
  EXPECT_GT(bound, 0);
  EXPECT_LE(bound, total(summary));
  const std::string check = "check " + month() + " --plan " + at("plan") + " --bound";
  const RunOutcome checked = run_skein(check + " --summary " + at("check.json"));
  EXPECT_EQ(checked.exit_code, 0) << checked.messages;
  EXPECT_THAT(checked.output, HasSubstr("no plan can cost less than"));
  const auto again = nlohmann::json::parse(read_text(at("check.json")));
  EXPECT_NEAR(again["bound"]["value"].get<double>(), bound, 1e-6 * bound);

  // Prices that somebody has raised prove less, not more.
  std::string prices = read_text(folder_ / "plan/prices.csv");
  const std::size_t line = prices.find("flight,", prices.find('\n') + 5'000);
  const std::size_t price = prices.find_last_of(',', prices.find('\n', line)) + 1;
  prices.insert(price, "9");
  folder_.write("plan/prices.csv", prices);
  EXPECT_EQ(run_skein(check + " --summary " + at("raised.json")).exit_code, 0);
  const auto raised = nlohmann::json::parse(read_text(at("raised.json")));
  EXPECT_LE(raised["bound"]["value"].get<double>(), total(summary));

  folder_.write("plan/prices.csv", "kind,name,price\nflight,nobody,1\n");
  const RunOutcome damaged = run_skein(check);
  EXPECT_EQ(damaged.exit_code, 2);
  EXPECT_THAT(damaged.messages, HasSubstr("prices.csv:2:"));
}

TEST_F(Optimize, APlanWithoutPricesProvesNothing) {
  ASSERT_EQ(run_skein("solve " + month() + " -o " + at("greedy") + " --method greedy").exit_code,
            0);
  const RunOutcome check = run_skein("check " + month() + " --plan " + at("greedy") + " --bound");
  EXPECT_EQ(check.exit_code, 2);
  EXPECT_THAT(check.messages, HasSubstr("prices.csv"));
}

TEST_F(Optimize, TheMasterCanBeExported) {
  ASSERT_EQ(solve("plan", "--gap 0.05 --export " + at("master.lp")).exit_code, 0);
  const std::string model = read_text(at("master.lp"));
  EXPECT_THAT(model, HasSubstr("p0001"));
  EXPECT_THAT(model, HasSubstr("uncovered_"));
  // Leaving a flight costs what the rules say, in the objective, for every flight.
  const std::string objective = model.substr(0, model.find("Subject To"));
  std::size_t flights = 0;
  for (std::size_t at = objective.find(" uncovered_"); at != std::string::npos;
       at = objective.find(" uncovered_", at + 1)) {
    const std::size_t cost = objective.find_last_of(' ', at - 1) + 1;
    EXPECT_EQ(objective.substr(cost, at - cost), "10000");
    ++flights;
  }
  EXPECT_EQ(flights, summary_of("plan")["flights"].get<std::size_t>());
  const RunOutcome wrong = solve("other", "--export " + at("master.txt"));
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_THAT(wrong.messages, HasSubstr(".mps"));
  EXPECT_FALSE(fs::exists(at("other")));
}

TEST_F(Optimize, AStartPlanIsNeverLost) {
  ASSERT_EQ(solve("good").exit_code, 0);
  const double good = total(summary_of("good"));
  const RunOutcome short_run = solve("short", "--time-limit 0 --start " + at("good"));
  EXPECT_EQ(short_run.exit_code, 3) << short_run.messages;
  EXPECT_NEAR(total(summary_of("short")), good, 0.01);
}

TEST_F(Optimize, AnIllegalStartIsRepairedAndSaidSo) {
  ASSERT_EQ(solve("good").exit_code, 0);
  std::string pairings = read_text(folder_ / "good/pairings.csv");
  // Without its last leg, the last pairing does not come home.
  pairings.erase(pairings.find_last_of('\n', pairings.size() - 2) + 1);
  folder_.write("good/pairings.csv", pairings);
  const RunOutcome run = solve("plan", "--start " + at("good"));
  EXPECT_EQ(run.exit_code, 0) << run.messages;
  EXPECT_THAT(run.messages, HasSubstr("start plan: pairing"));
  EXPECT_EQ(summary_of("plan")["violations"], 0);
}

TEST_F(Optimize, AStartPlanOfAnotherMonthIsRefused) {
  const std::string other = at("both/2024-02");
  ASSERT_EQ(run_skein("generate --flights 300 --seed 4 --months 2 -o " + at("both")).exit_code, 0);
  ASSERT_EQ(run_skein("solve " + other + " -o " + at("stranger")).exit_code, 0);
  const RunOutcome run = solve("plan", "--start " + at("stranger"));
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.messages, HasSubstr("plan of the same month"));
  EXPECT_FALSE(fs::exists(at("plan")));
}

TEST_F(Optimize, WindowsGiveALegalPlanWithABoundOfTheWholeMonth) {
  ASSERT_EQ(solve("whole").exit_code, 0);
  ASSERT_EQ(solve("windows", "--window 5 --overlap 2").exit_code, 0);
  const nlohmann::json whole = summary_of("whole");
  const nlohmann::json windows = summary_of("windows");
  EXPECT_EQ(windows["violations"], 0);
  EXPECT_EQ(windows["bound"]["kind"], "lagrangian");
  EXPECT_GT(windows["bound"]["value"].get<double>(), 0);
  EXPECT_LE(windows["bound"]["value"].get<double>(), total(whole));
  EXPECT_GE(total(windows), whole["bound"]["value"].get<double>());
  const RunOutcome check = run_skein("check " + month() + " --plan " + at("windows") +
                                     " --bound --summary " + at("check.json"));
  EXPECT_EQ(check.exit_code, 0) << check.messages;
  const auto again = nlohmann::json::parse(read_text(at("check.json")));
  const double bound = windows["bound"]["value"];
  EXPECT_NEAR(again["bound"]["value"].get<double>(), bound, 1e-6 * bound);
}

TEST_F(Optimize, RefusesWindowsThatMakeNoSense) {
  const auto refusal = [&](const std::string& options) {
    const RunOutcome run = solve("plan", options);
    EXPECT_EQ(run.exit_code, 2) << options;
    EXPECT_FALSE(fs::exists(at("plan")));
    return run.messages;
  };
  EXPECT_THAT(refusal("--window 0.5"), HasSubstr("use 1 day or more"));
  EXPECT_THAT(refusal("--window 3 --overlap 3"), HasSubstr("use less than 3 days"));
  EXPECT_THAT(refusal("--overlap 1"), HasSubstr("add --window"));
  EXPECT_THAT(refusal("--window 3 --export " + at("m.lp")), HasSubstr("leave --window"));
  EXPECT_THAT(refusal("--window 3 --method greedy"), HasSubstr("no windows"));
}

TEST_F(Optimize, AMemoryBudgetStopsTheRelaxationOnly) {
  const RunOutcome run = solve("plan", "--memory 1 --time-limit 60");
  EXPECT_THAT(run.messages, HasSubstr("memory budget of 1 MB"));
  const nlohmann::json summary = summary_of("plan");
  EXPECT_EQ(summary["violations"], 0);
  EXPECT_EQ(summary["bound"]["kind"], "lagrangian");
}

TEST_F(Optimize, AMonthWithoutFlightsHasAnEmptyPlan) {
  const std::string schedule = read_text(folder_ / "month/schedule.csv");
  folder_.write("month/schedule.csv", schedule.substr(0, schedule.find('\n') + 1));
  ASSERT_EQ(solve("plan").exit_code, 0);
  const nlohmann::json summary = summary_of("plan");
  EXPECT_EQ(summary["flights"], 0);
  EXPECT_EQ(summary["pairings"], 0);
  EXPECT_EQ(total(summary), 0);
}

TEST_F(Optimize, SaysWhyFlightsStayUncovered) {
  // A flight from nowhere to nowhere: no crew gets there.
  const std::string schedule = read_text(folder_ / "month/schedule.csv");
  const std::string stations = read_text(folder_ / "month/stations.csv");
  folder_.write("month/stations.csv",
                stations + "ZZA,America/Denver,40,-100,0,0\nZZB,America/Denver,41,-100,0,0\n");
  folder_.write("month/schedule.csv",
                schedule + "SK9,ZZA,ZZB,2024-01-15T12:30Z,2024-01-15T15:05Z,738,\n");
  const RunOutcome run = solve("plan", "--gap 0.05");
  ASSERT_EQ(run.exit_code, 0) << run.messages;
  EXPECT_THAT(run.output, HasSubstr("ZZA-ZZB"));
  EXPECT_FALSE(summary_of("plan")["outlooks"].empty());
}

TEST_F(Optimize, TellsTheSameForAnyNumberOfThreads) {
  ASSERT_EQ(solve("one", "--threads 1").exit_code, 0);
  ASSERT_EQ(solve("three", "--threads 3").exit_code, 0);
  EXPECT_EQ(read_text(folder_ / "one/pairings.csv"), read_text(folder_ / "three/pairings.csv"));
  EXPECT_EQ(read_text(folder_ / "one/prices.csv"), read_text(folder_ / "three/prices.csv"));
}

}  // namespace
}  // namespace skein
