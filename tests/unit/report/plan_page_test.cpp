#include "report/plan_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/calendar.h"
#include "report/gantt.h"
#include "support/small_schedule.h"

namespace skein::report {
namespace {

using test::small_pairing;
using test::small_schedule;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

const plan::Month& month() {
  static const plan::Month month{
      pairing::preset_rules("gerad"),
      small_schedule({"*BOS", "JFK"},
                     {"A BOS JFK 2008-01-01T06:00Z 120", "B JFK BOS 2008-01-01T08:10Z 120",
                      "C BOS JFK 2008-01-02T06:00Z 120", "D JFK BOS 2008-01-02T09:00Z 120",
                      "E JFK BOS 2008-01-03T09:00Z 120"})};
  return month;
}

JudgedPlan judged(const std::string& name, const plan::Plan& plan) {
  JudgedPlan own{name, plan, plan::check(month().schedule, month().rules, plan), {}};
  own.summary = plan::summarize(month().schedule, month().rules, plan, own.report);
  return own;
}

// A pairing with a short connection, and one with a dangerous name.
plan::Plan two_pairings() {
  plan::Plan plan{{small_pairing(month().schedule, "BOS", "A B"),
                   small_pairing(month().schedule, "BOS", "C (D)")},
                  {}};
  plan.pairings[1].name = "</script><b>x";
  return plan;
}

std::string page_of(const JudgedPlan& plan, const JudgedPlan* against = nullptr) {
  PlanPageInput input;
  input.title = "Plan & <title>";
  input.month = &month();
  input.plan = &plan;
  input.against = against;
  input.footer = "foot";
  return plan_page(input);
}

nlohmann::json gantt_of(const JudgedPlan& plan, const std::vector<bool>& is_new = {}) {
  return nlohmann::json::parse(
      gantt_json(month().schedule, month().rules, plan.plan, plan.report, is_new));
}

TEST(Gantt, HasLegsDutiesCostAndBrokenRulesOfEveryPairing) {
  const nlohmann::json data = gantt_of(judged("p", two_pairings()), {false, true});
  EXPECT_EQ(data["begin"], parse_instant("2008-01-01T00:00Z")->minutes_since_epoch());
  EXPECT_EQ(data["length"], 3 * 24 * 60);
  EXPECT_THAT(data["flights"]["number"], ElementsAre("A", "B", "C", "D", "E"));
  EXPECT_EQ(data["flights"]["leaves"][1], 8 * 60 + 10);
  ASSERT_EQ(data["pairings"].size(), 2U);
  const nlohmann::json& first = data["pairings"][0];
  EXPECT_THAT(first["l"], ElementsAre(0, 1));
  EXPECT_THAT(first["d"], ElementsAre(0, 6 * 60, 10 * 60 + 10));
  EXPECT_THAT(first["v"], ElementsAre("min_connection"));
  EXPECT_FALSE(first.contains("x"));
  const nlohmann::json& second = data["pairings"][1];
  EXPECT_THAT(second["l"], ElementsAre(2, -4)) << "-1 - flight is a deadhead";
  EXPECT_EQ(second["n"], "</script><b>x");
  EXPECT_EQ(second["x"], 1);
  EXPECT_THAT(data["uncovered"], ElementsAre(3, 4));
}

TEST(Gantt, LeavesOutWhatTheScheduleDoesNotHave) {
  plan::Plan plan = two_pairings();
  plan.pairings[0].legs[0].flight = FlightId::none();
  plan.unknown_legs.push_back({0, 0, "gone"});
  const nlohmann::json data = gantt_of(judged("p", plan));
  EXPECT_TRUE(data["pairings"][0]["l"].empty());
  EXPECT_TRUE(data["pairings"][0]["d"].empty());
}

TEST(PlanPage, IsWholeInOneFileAndNoNameBecomesMarkup) {
  const JudgedPlan plan = judged("p", two_pairings());
  const std::string page = page_of(plan);
  EXPECT_THAT(page, AllOf(HasSubstr("<h1>Plan &amp; &lt;title&gt;</h1>"), Not(HasSubstr("<b>x")),
                          Not(HasSubstr("http://localhost")), Not(HasSubstr(" src=")),
                          Not(HasSubstr("@import"))));
  // The only addresses are names of formats.
  for (std::size_t at = page.find("http"); at != std::string::npos;
       at = page.find("http", at + 1)) {
    EXPECT_EQ(page.compare(at, 26, "http://www.w3.org/2000/svg"), 0) << page.substr(at, 60);
  }
  const std::string mark = "id=\"gantt-data\">";
  const std::size_t begin = page.find(mark) + mark.size();
  const auto data =
      nlohmann::json::parse(page.substr(begin, page.find("</script>", begin) - begin));
  EXPECT_EQ(data["pairings"][1]["n"], "</script><b>x");
}

TEST(PlanPage, GivesTheVerdictAndListsWhatIsWrong) {
  const std::string page = page_of(judged("p", two_pairings()));
  EXPECT_THAT(page, AllOf(HasSubstr("Not legal: "), HasSubstr("2 of 5 flights have no crew"),
                          HasSubstr("connection of 10 min"), HasSubstr("2 flights without a crew"),
                          HasSubstr("E JFK-BOS 2008-01-03T09:00Z-11:00")));
  const JudgedPlan legal = judged("p", {{small_pairing(month().schedule, "BOS", "C D")}, {}});
  EXPECT_THAT(page_of(legal), HasSubstr("Legal; 3 of 5 flights have no crew"));
}

TEST(PlanPage, ComparesWithAnotherPlanOnlyWhereThereIsOne) {
  const JudgedPlan now = judged("now", two_pairings());
  const JudgedPlan before = judged("before", {{small_pairing(month().schedule, "BOS", "A B")}, {}});
  EXPECT_THAT(page_of(now), Not(HasSubstr("id=\"changes\"")));
  const std::string page = page_of(now, &before);
  EXPECT_THAT(page, AllOf(HasSubstr("id=\"changes\""), HasSubstr("Against the plan before"),
                          HasSubstr("<td>pairings as before</td><td>1 (50.00 %)</td>"),
                          HasSubstr("<td>deadheads</td><td>0</td><td>1</td><td>+1</td>")));
}

TEST(PlanPage, DifferencesHaveSignsAndPercentages) {
  const JudgedPlan before = judged("before", {{small_pairing(month().schedule, "BOS", "A B")}, {}});
  const auto rows = difference_rows(before.summary, before.summary);
  EXPECT_THAT(rows.front(), ElementsAre("cost", testing::_, testing::_, "0.00", "+0.00 %"));
  plan::Summary less = before.summary;
  less.pairings = 0;
  for (const auto& row : difference_rows(before.summary, less)) {
    if (row.front() == "pairings") {
      EXPECT_THAT(row, ElementsAre("pairings", "1", "0", "-1", "-100.00 %"));
    }
  }
}

}  // namespace
}  // namespace skein::report
