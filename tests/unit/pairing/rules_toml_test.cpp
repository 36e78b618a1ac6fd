#include "pairing/rules_toml.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/complaints.h"

namespace skein::pairing {
namespace {

using test::complaint_of;
using testing::HasSubstr;

TEST(RulesToml, EveryPresetSurvivesWritingAndReading) {
  for (const std::string& name : preset_names()) {
    const Rules rules = preset_rules(name);
    EXPECT_EQ(parse_rules(rules_toml(rules), "rules.toml"), rules) << rules_toml(rules);
  }
}

TEST(RulesToml, EveryValueSurvivesWritingAndReading) {
  Rules rules = preset_rules("easa");
  rules.period = PeriodDays{*parse_day("2008-01-01"), *parse_day("2008-01-31")};
  rules.work.max_sit = Minutes(245);
  rules.work.max_landings = 11;
  rules.work.max_flying = Minutes(1'201);
  rules.work.max_duties.reset();
  rules.work.max_days.reset();
  rules.work.briefing = Minutes(45);
  rules.work.debriefing = Minutes(15);
  rules.work.theater_longitude = 61.25;
  rules.work.accepted_connections = {{"A\"1\\", "B"}, {"C", "D"}};
  rules.cost.gap_pieces.clear();
  rules.cost.aircraft_change = Cost(12.125);
  rules.cost.deadhead_credit = 1.0 / 3;
  EXPECT_EQ(parse_rules(rules_toml(rules), "rules.toml"), rules) << rules_toml(rules);
}

// A control character may stand in TOML as an escape only.
TEST(RulesToml, OddFlightIdsSurviveWritingAndReading) {
  Rules rules = preset_rules("gerad");
  rules.work.accepted_connections = {{"a\"b\\c", "\x01\t\n\r\x1f\x7f"}, {"", "\u00e9"}};
  EXPECT_EQ(parse_rules(rules_toml(rules), "rules.toml"), rules);
}

TEST(RulesToml, WhatIsNotSaidIsAsInThePreset) {
  Rules rules = preset_rules("gerad");
  EXPECT_EQ(parse_rules("", "rules.toml"), rules);
  rules.work.max_duty_legs = 4;
  rules.work.max_duty_span.reset();
  EXPECT_EQ(parse_rules("preset = \"gerad\"\n[duty]\nmaximum_legs = 4\nmaximum_span = \"off\"\n",
                        "rules.toml"),
            rules);
}

TEST(RulesToml, OwnTables) {
  const Rules rules = parse_rules(
      "[[duty.period_limits]]\nfrom = \"00:00\"\nminutes = [600, 540]\n"
      "[[duty.period_limits]]\nfrom = \"06:00\"\nminutes = [780]\n",
      "rules.toml");
  ASSERT_TRUE(rules.work.duty_period_limits);
  EXPECT_EQ(rules.work.duty_period_limits->limit(Minutes(359), 3), Minutes(540));
  EXPECT_EQ(rules.work.duty_period_limits->limit(Minutes(360), 3), Minutes(780));
}

Complaint complaint_about(const std::string& text) {
  const Complaint complaint = complaint_of([&] { parse_rules(text, "rules.toml"); });
  EXPECT_EQ(complaint.file, "rules.toml");
  return complaint;
}

TEST(RulesToml, NamesLineAndKeyOfWhatIsWrong) {
  const Complaint misspelt = complaint_about("[duty]\nmaximum_leg = 4\n");
  EXPECT_EQ(misspelt.line, 2u);
  EXPECT_EQ(misspelt.field, "duty.maximum_leg");
  EXPECT_THAT(misspelt.remedy, HasSubstr("maximum_legs"));

  EXPECT_EQ(complaint_about("[rest]\n\nminimum = -5\n").line, 3u);
  EXPECT_EQ(complaint_about("[rest]\nminimum = \"long\"\n").field, "rest.minimum");
  EXPECT_EQ(complaint_about("preset = \"atlantis\"\n").field, "preset");
  EXPECT_EQ(complaint_about("preset = 3\n").field, "preset");
  EXPECT_EQ(complaint_about("duty = 3\n").field, "duty");
  EXPECT_EQ(complaint_about("[duty\n").line, 1u);
  EXPECT_EQ(complaint_about("[cost]\ndeadhead = nan\n").field, "cost.deadhead");
  EXPECT_EQ(complaint_about("[period]\nfirst_day = 2008-02-01\nlast_day = 2008-01-01\n").field,
            "period.last_day");
  EXPECT_EQ(complaint_about("[[duty.period_limits]]\nfrom = \"06:00\"\nminutes = [600]\n").field,
            "duty.period_limits");
  EXPECT_EQ(complaint_about("[[duty.period_limits]]\nfrom = 6\nminutes = [600]\n").field,
            "duty.period_limits.from");
  EXPECT_EQ(complaint_about("[connection]\naccepted = [[\"A\"]]\n").field, "connection.accepted");
  EXPECT_EQ(complaint_about("[[cost.gap]]\nfrom = 9\n[[cost.gap]]\nfrom = 8\n").field,
            "cost.gap.from");
}

TEST(RulesToml, TheOptionTakesAPresetOrAFile) {
  EXPECT_EQ(rules_from("easa"), preset_rules("easa"));
  EXPECT_EQ(complaint_of([] { rules_from("no-such-file.toml"); }).field, "--rules");
}

TEST(RulesToml, SingleValuesCanBeChanged) {
  const Rules rules = preset_rules("gerad");
  const Rules changed = change_rules(
      rules, {"pairing.maximum_duties=5", "cost.deadhead=312.5", "duty.maximum_legs=off",
              "rest.at_base_allowed=true", "duty.reference_clock=reporting_point"});
  Rules expected = rules;
  expected.work.max_duties = 5;
  expected.work.max_duty_legs.reset();
  expected.work.rest_at_base_allowed = true;
  expected.work.reference_clock = ReferenceClock::kReportingPoint;
  expected.cost.deadhead = Cost(312.5);
  EXPECT_EQ(changed, expected);
  EXPECT_EQ(change_rules(rules, {}), rules);
}

TEST(RulesToml, SettingsThatDoNotFitAreRefusedByName) {
  const auto complaint = [](const std::string& setting) {
    const Complaint found = complaint_of([&] { change_rules(preset_rules("gerad"), {setting}); });
    EXPECT_EQ(found.field, "--set " + setting);
    return found;
  };
  EXPECT_THAT(complaint("pairing.maximum_dutys=5").remedy, HasSubstr("maximum_duties"));
  EXPECT_THAT(complaint("pairing.maximum_duties=-1").problem, HasSubstr("whole number"));
  EXPECT_THAT(complaint("pairing.maximum_duties=many").problem, HasSubstr("whole number"));
  EXPECT_THAT(complaint("maximum_duties=5").problem, HasSubstr("section"));
  EXPECT_THAT(complaint("pairing.maximum_duties").problem, HasSubstr("section"));
  EXPECT_THAT(complaint("period.first_day=2008-01-01").problem, HasSubstr("no such section"));
  EXPECT_THAT(complaint("cost.deadhead=1\n[duty]").problem, HasSubstr("more than one line"));
}

TEST(RulesToml, DifferencesAreNamedAsTheyStandInTheFile) {
  const Rules rules = preset_rules("gerad");
  const Rules changed = change_rules(rules, {"pairing.maximum_duties=off", "cost.deadhead=300"});
  EXPECT_TRUE(rule_changes(rules, rules).empty());
  EXPECT_EQ(rule_changes(rules, changed),
            (std::vector<RuleChange>{{"cost.deadhead", "400", "300"},
                                     {"pairing.maximum_duties", "4", "off"}}));
  EXPECT_EQ(rule_changes(rules, preset_rules("easa")).size(),
            rule_changes(preset_rules("easa"), rules).size());
}

}  // namespace
}  // namespace skein::pairing
