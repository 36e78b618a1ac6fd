#include "report/check_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/small_schedule.h"

namespace skein::report {
namespace {

using test::small_pairing;
using test::small_schedule;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const schedule::Schedule& month() {
  static const schedule::Schedule schedule = small_schedule(
      {"*BOS", "JFK"}, {"A BOS JFK 2008-01-01T06:00Z 120", "B JFK BOS 2008-01-01T08:10Z 120",
                        "C BOS JFK 2008-01-02T06:00Z 120"});
  return schedule;
}

std::string text_of(const plan::Plan& plan, const CheckTextOptions& options = {}) {
  const pairing::Rules rules = pairing::preset_rules("gerad");
  return check_text(month(), rules, plan, plan::check(month(), rules, plan), options);
}

TEST(CheckText, GivesTheVerdictFirstThenRulesFlightsAndNumbers) {
  const std::string text = text_of({{small_pairing(month(), "BOS", "A B")}, {}});
  EXPECT_TRUE(text.starts_with("NOT LEGAL: 1 violation; 1 of 3 flights is not covered\n")) << text;
  EXPECT_THAT(text, AllOf(HasSubstr("violations: min_connection 1\n"),
                          HasSubstr("pairing 1 (BOS): min_connection: connection of 10 min, at "
                                    "least 30: A, B\n"),
                          HasSubstr("C BOS-JFK 2008-01-02T06:00Z-08:00\n")));
}

TEST(CheckText, CountsByRuleAndListsOnlySoMany) {
  const pairing::Pairing pairing = small_pairing(month(), "BOS", "A B");
  const std::string text = text_of({{pairing, pairing, pairing}, {}}, {.longest_list = 2});
  EXPECT_THAT(text, AllOf(HasSubstr("NOT LEGAL: 5 violations"),
                          HasSubstr("violations: covered_once 2, min_connection 3\n"),
                          HasSubstr("and 3 more (--all lists them)")));
}

TEST(CheckText, SaysLegalWhenNoRuleIsBroken) {
  pairing::Rules rules = pairing::preset_rules("gerad");
  rules.work.min_connection = Minutes(5);
  const plan::Plan plan{{small_pairing(month(), "BOS", "A B")}, {}};
  const std::string text = check_text(month(), rules, plan, plan::check(month(), rules, plan), {});
  EXPECT_TRUE(text.starts_with("LEGAL: no rule is broken; 1 of 3 flights is not covered\n"));
  EXPECT_THAT(text, Not(HasSubstr("violations:")));
}

}  // namespace
}  // namespace skein::report
