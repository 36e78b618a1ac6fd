// What if: pairings and connections locked or forbidden, rules and costs changed for one plan.
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/csv.h"
#include "base/text_source.h"
#include "support/scratch_folder.h"
#include "system/run_program.h"

namespace skein {
namespace {

namespace fs = std::filesystem;
using test::run_skein;
using test::RunOutcome;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

struct PlanLeg {
  std::string pairing;
  std::string flight;
  std::string row;  // of pairings.csv, without position and duty
  bool operates = false;
};

class WhatIf : public testing::Test {
 protected:
  // One plan for all tests: it takes most of the time.
  static void SetUpTestSuite() {
    made_ = std::make_unique<test::ScratchFolder>();
    const std::string month = (*made_ / "month").string();
    ASSERT_EQ(run_skein("generate --flights 300 --seed 4 -o " + month).exit_code, 0);
    ASSERT_EQ(
        run_skein("solve " + month + " --gap 0.05 -o " + (*made_ / "plan").string()).exit_code, 0);
  }
  static void TearDownTestSuite() { made_.reset(); }

  void SetUp() override {
    for (const char* name : {"month", "plan"}) fs::copy(*made_ / name, folder_ / name);
    legs_ = legs_of("plan");
  }

  std::string at(const std::string& name) const { return (folder_ / name).string(); }
  RunOutcome solve(const std::string& plan, const std::string& more = "") const {
    return run_skein("solve " + at("month") + " --gap 0.05 -o " + at(plan) + " " + more);
  }
  RunOutcome solve_again(const std::string& plan, const std::string& more) const {
    return solve(plan, "--start " + at("plan") + " " + more);
  }
  RunOutcome check(const std::string& plan, const std::string& more = "") const {
    return run_skein("check " + at("month") + " --plan " + at(plan) + " " + more);
  }
  nlohmann::json summary_of(const std::string& plan) const {
    return nlohmann::json::parse(read_text(folder_ / plan / "summary.json"));
  }
  double cost_of(const std::string& plan) const { return summary_of(plan)["cost"]["total"]; }
  double bound_of(const std::string& plan) const { return summary_of(plan)["bound"]["value"]; }

  std::vector<PlanLeg> legs_of(const std::string& plan) const {
    CsvReader csv(LineReader::open(folder_ / plan / "pairings.csv"),
                  {"pairing", "base", "role", "flight"}, {"position", "duty"});
    std::vector<PlanLeg> legs;
    while (csv.next()) {
      legs.push_back({csv.text("pairing"), csv.text("flight"),
                      csv.text("base") + "," + csv.text("role") + "," + csv.text("flight"),
                      csv.text("role") == "operate"});
    }
    return legs;
  }
  static std::vector<std::string> rows_of(const std::vector<PlanLeg>& legs,
                                          const std::string& pairing) {
    std::vector<std::string> rows;
    for (const PlanLeg& leg : legs) {
      if (leg.pairing == pairing) rows.push_back(leg.row);
    }
    return rows;
  }
  // Two flights that a crew of the plan operates one directly after the other.
  std::pair<std::string, std::string> some_connection() const {
    for (std::size_t i = legs_.size() / 2; i + 1 < legs_.size(); ++i) {
      const bool follow = legs_[i].pairing == legs_[i + 1].pairing;
      if (follow && legs_[i].operates && legs_[i + 1].operates) {
        return {legs_[i].flight, legs_[i + 1].flight};
      }
    }
    return {};
  }
  bool connects(const std::string& plan, const std::string& flight, const std::string& next) const {
    const std::vector<PlanLeg> legs = legs_of(plan);
    for (std::size_t i = 0; i + 1 < legs.size(); ++i) {
      if (legs[i].pairing == legs[i + 1].pairing && legs[i].operates && legs[i + 1].operates &&
          legs[i].flight == flight && legs[i + 1].flight == next) {
        return true;
      }
    }
    return false;
  }

  inline static std::unique_ptr<test::ScratchFolder> made_;
  test::ScratchFolder folder_;
  std::vector<PlanLeg> legs_;
};

TEST_F(WhatIf, LockedPairingsStayAsTheyAre) {
  const RunOutcome run = solve_again("locked", "--lock-pairing P0003 --lock-pairing P0010");
  ASSERT_EQ(run.exit_code, 0) << run.messages;
  const std::vector<PlanLeg> legs = legs_of("locked");
  for (const char* name : {"P0003", "P0010"}) {
    EXPECT_EQ(rows_of(legs, name), rows_of(legs_, name)) << name;
    EXPECT_FALSE(rows_of(legs, name).empty());
  }
  const RunOutcome checked = check("locked", "--bound --summary " + at("check.json"));
  EXPECT_EQ(checked.exit_code, 0) << checked.output;
  const auto summary = nlohmann::json::parse(read_text(at("check.json")));
  EXPECT_NEAR(summary["bound"]["value"].get<double>(), bound_of("locked"),
              1e-6 * bound_of("locked"));
  EXPECT_LE(bound_of("locked"), cost_of("locked"));
}

TEST_F(WhatIf, ForbiddenConnectionsAreGoneAndTheBoundHolds) {
  const auto [flight, next] = some_connection();
  ASSERT_FALSE(flight.empty());
  const RunOutcome run = solve_again("without", "--forbid-connection " + flight + " " + next);
  ASSERT_EQ(run.exit_code, 0) << run.messages;
  EXPECT_THAT(run.messages, AllOf(HasSubstr("start plan: pairing"), HasSubstr("is forbidden")));
  EXPECT_TRUE(connects("plan", flight, next));
  EXPECT_FALSE(connects("without", flight, next));
  EXPECT_EQ(check("without", "--bound").exit_code, 0);
  // The other way round, the first plan breaks what is wished now.
  const RunOutcome broken = check("plan", "--wishes " + at("without/wishes.csv"));
  EXPECT_EQ(broken.exit_code, 4);
  EXPECT_THAT(broken.output, AllOf(HasSubstr("forbidden_connection"), HasSubstr(flight)));

  const RunOutcome back = solve("back", "--lock-connection " + flight + " " + next);
  ASSERT_EQ(back.exit_code, 0) << back.messages;
  EXPECT_TRUE(connects("back", flight, next));
  const RunOutcome against = check("without", "--wishes " + at("back/wishes.csv"));
  EXPECT_EQ(against.exit_code, 4);
  EXPECT_THAT(against.output, HasSubstr("locked_connection"));
}

TEST_F(WhatIf, ForbiddenPairingsDoNotComeBack) {
  const RunOutcome run = solve_again("without", "--forbid-pairing P0005");
  ASSERT_EQ(run.exit_code, 0) << run.messages;
  EXPECT_EQ(check("without").exit_code, 0);
  const RunOutcome broken = check("plan", "--wishes " + at("without/wishes.csv"));
  EXPECT_EQ(broken.exit_code, 4);
  EXPECT_THAT(broken.output, AllOf(HasSubstr("forbidden_pairing"), HasSubstr("P0005")));
}

TEST_F(WhatIf, WishesComeFromAFileToo) {
  std::string text = "wish,flight,pairing,base,role\n";
  for (const PlanLeg& leg : legs_) {
    if (leg.pairing != "P0007") continue;
    const std::string base = leg.row.substr(0, leg.row.find(','));
    text += "lock," + leg.flight + ",P0007," + base + (leg.operates ? ",operate\n" : ",deadhead\n");
  }
  folder_.write("wishes.csv", text);
  ASSERT_EQ(solve("locked", "--wishes " + at("wishes.csv")).exit_code, 0);
  EXPECT_EQ(rows_of(legs_of("locked"), "P0007"), rows_of(legs_, "P0007"));
  // Whoever takes it out is found out.
  std::string pairings = read_text(folder_ / "locked/pairings.csv");
  const std::size_t begin = pairings.find("P0007,");
  pairings.erase(begin, pairings.find('\n', pairings.rfind("P0007,")) + 1 - begin);
  folder_.write("locked/pairings.csv", pairings);
  const RunOutcome checked = check("locked");
  EXPECT_EQ(checked.exit_code, 4);
  EXPECT_THAT(checked.output, HasSubstr("P0007: locked_pairing: is locked, and not in the plan"));
}

TEST_F(WhatIf, ContradictionsAreRefusedBeforeAnyWork) {
  const auto [flight, next] = some_connection();
  const std::string both = flight + " " + next;
  const RunOutcome run =
      solve("none", "--lock-connection " + both + " --forbid-connection " + both);
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.messages,
              AllOf(HasSubstr("--forbid-connection"), HasSubstr("locked and forbid")));
  EXPECT_FALSE(fs::exists(at("none")));
  const RunOutcome nowhere = solve("none", "--lock-pairing P0001");
  EXPECT_EQ(nowhere.exit_code, 2);
  EXPECT_THAT(nowhere.messages, HasSubstr("--start"));
  const RunOutcome greedy = solve("none", "--method greedy --lock-connection " + both);
  EXPECT_EQ(greedy.exit_code, 2);
  EXPECT_THAT(greedy.messages, HasSubstr("wishes"));
}

TEST_F(WhatIf, WishesBelongToACheckpoint) {
  const std::string command = "solve " + at("month") + " --gap 0 --checkpoint-seconds 0 -o " +
                              at("cut") + " --start " + at("plan");
  run_skein(command + " --time-limit 1 --lock-pairing P0003");
  if (!fs::exists(at("cut.checkpoint"))) GTEST_SKIP() << "the run was quicker than the limit";
  const RunOutcome other = run_skein(command + " --resume --lock-pairing P0004");
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.messages, HasSubstr("wishes"));
  const RunOutcome same = run_skein(command + " --resume --lock-pairing P0003");
  EXPECT_EQ(same.exit_code, 0) << same.messages;
  EXPECT_EQ(rows_of(legs_of("cut"), "P0003"), rows_of(legs_, "P0003"));
}

// Bounds of the rounds of the relaxation.
std::vector<double> bounds_in(const fs::path& log) {
  std::vector<double> bounds;
  LineReader lines = LineReader::open(log);
  std::string_view line;
  while (lines.next(line)) {
    const auto event = nlohmann::json::parse(line);
    if (event["event"] == "lp") bounds.push_back(event["bound"]);
  }
  return bounds;
}

TEST_F(WhatIf, PricesOfTheStartAreProvenAgainAndTakenUp) {
  const std::vector<double> cold = bounds_in(folder_ / "plan" / "log.jsonl");
  ASSERT_EQ(solve_again("dearer", "--set cost.deadhead=390").exit_code, 0);
  const std::vector<double> warm = bounds_in(folder_ / "dearer" / "log.jsonl");
  ASSERT_FALSE(cold.empty());
  ASSERT_FALSE(warm.empty());
  EXPECT_GT(warm.front(), 0.8 * cold.back());
  EXPECT_LT(cold.front(), 0.5 * cold.back());
  EXPECT_EQ(check("dearer", "--bound").exit_code, 0);

  const RunOutcome missing = solve("none", "--prices " + at("nowhere.csv"));
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_THAT(missing.messages, HasSubstr("nowhere.csv"));
}

TEST_F(WhatIf, ChangedRulesBelongToThePlan) {
  const RunOutcome run =
      solve_again("free", "--set cost.deadhead=0 --set pairing.maximum_duties=2");
  ASSERT_EQ(run.exit_code, 0) << run.messages;
  EXPECT_THAT(read_text(folder_ / "free/rules.toml"), HasSubstr("maximum_duties = 2"));
  const RunOutcome checked = check("free", "--summary " + at("check.json"));
  EXPECT_EQ(checked.exit_code, 0) << checked.output;
  const auto summary = nlohmann::json::parse(read_text(at("check.json")));
  EXPECT_NEAR(summary["cost"]["total"].get<double>(), cost_of("free"), 0.01);
  EXPECT_FALSE(fs::exists(folder_ / "plan/rules.toml"));

  const RunOutcome compared =
      run_skein("compare " + at("plan") + " " + at("free") + " --summary " + at("compare.json"));
  ASSERT_EQ(compared.exit_code, 0) << compared.messages;
  EXPECT_THAT(compared.output, AllOf(HasSubstr("pairings as before"), HasSubstr("cost.deadhead"),
                                     HasSubstr("pairing.maximum_duties")));
  const auto difference = nlohmann::json::parse(read_text(at("compare.json")));
  EXPECT_NEAR(difference["before"]["cost"]["total"].get<double>(), cost_of("plan"), 0.01);
  EXPECT_NEAR(difference["now"]["cost"]["total"].get<double>(), cost_of("free"), 0.01);
  EXPECT_EQ(difference["rules"].size(), 2U);

  ASSERT_EQ(
      run_skein("report " + at("free") + " --against " + at("plan") + " -o " + at("page.html"))
          .exit_code,
      0);
  EXPECT_NE(read_text(folder_ / "page.html").find("cost.deadhead"), std::string::npos);
  const RunOutcome wrong = solve("none", "--set cost.deadheads=0");
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_THAT(wrong.messages, AllOf(HasSubstr("--set cost.deadheads=0"), HasSubstr("unknown")));
}

}  // namespace
}  // namespace skein
