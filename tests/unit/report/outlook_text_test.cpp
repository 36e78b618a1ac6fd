#include "report/outlook_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/small_schedule.h"

namespace skein::report {
namespace {

using plan::Change;
using plan::Outlook;
using test::small_pairing;
using test::small_schedule;
using testing::AllOf;
using testing::HasSubstr;

const schedule::Schedule& month() {
  static const schedule::Schedule schedule = small_schedule(
      {"*BOS", "JFK"}, {"A BOS JFK 2008-01-01T06:00Z 120", "B JFK BOS 2008-01-01T08:10Z 120",
                        "C BOS JFK 2008-01-02T06:00Z 120"});
  return schedule;
}

FlightId flight(const char* id) {
  return month().find_flight(id);
}

TEST(OutlookText, NamesThePairingThatCouldCoverAFlight) {
  const Outlook outlook{
      flight("B"), small_pairing(month(), "BOS", "(A) B"), Cost(1234.5), {}, Cost(8000)};
  EXPECT_THAT(outlook_text(month(), {outlook}, 20),
              AllOf(HasSubstr("uncovered flights: 1 could be covered, 0 by no legal pairing\n"),
                    HasSubstr("  B JFK-BOS 2008-01-01T08:10Z-10:10: could be covered for "
                              "1,234.50, which saves 8,000.00: BOS: (A) B\n")));
}

TEST(OutlookText, SaysWhichWishStandsAgainstThePairing) {
  const Outlook outlook{flight("B"), small_pairing(month(), "BOS", "(A) B"),       Cost(12'000), {},
                        Cost(-2000), "does not go on from B to C, which is locked"};
  EXPECT_THAT(outlook_text(month(), {outlook}, 20),
              HasSubstr("for 12,000.00, which costs the plan 2,000.00: BOS: (A) B; but it does not "
                        "go on from B to C, which is locked\n"));
}

TEST(OutlookText, NamesEachChangeThatWouldBeEnough) {
  const auto example = small_pairing(month(), "BOS", "(A) B");
  const auto from_outside = small_pairing(month(), "JFK", "B (C)");
  const Outlook outlook{flight("B"),
                        std::nullopt,
                        Cost(),
                        {{Change::kMinConnection, 30, 10, example, Cost(900), Cost(9100)},
                         {Change::kDutyPeriods, 0, 25, example},
                         {Change::kRestCoversDuty, 1, 0, example},
                         {Change::kCarryIn, 0, 1, example},
                         {Change::kFurtherBase, 0, 1, from_outside}}};
  EXPECT_THAT(
      outlook_text(month(), {outlook}, 20),
      AllOf(HasSubstr("10:10: no legal pairing; one of these would be enough:\n"
                      "    connection.minimum = 10 instead of 30, for 900.00, which saves "
                      "9,100.00, as in BOS: (A) B\n"
                      "    duty.period_limits: 25 minutes more, for 0.00, which saves 0.00, as in"
                      " BOS: (A) B\n"
                      "    rest.covers_previous_duty = false instead of true, for"),
            HasSubstr("    a crew that is already out when the period begins, for"),
            HasSubstr("    a crew base at JFK, for 0.00, which saves 0.00, as in JFK: B (C)\n")));
}

TEST(OutlookText, CountsTheFlightsThatAChangeWouldHelp) {
  const auto example = small_pairing(month(), "BOS", "(A) B");
  const Outlook one{flight("B"), {}, Cost(), {{Change::kMinConnection, 30, 10, example}}};
  const Outlook other{
      flight("C"),
      {},
      Cost(),
      {{Change::kMinConnection, 30, 25, example}, {Change::kCarryOut, 0, 1, example}}};
  const Outlook hopeless{flight("A"), {}, Cost(), {}};
  EXPECT_THAT(outlook_text(month(), {one, other, hopeless}, 1),
              AllOf(HasSubstr("change of one rule"),
                    HasSubstr("connection.minimum  10 to 25                  2               1\n"),
                    HasSubstr("and 2 more (--all lists them)")));
  EXPECT_THAT(outlook_text(month(), {hopeless}, 1),
              HasSubstr("no legal pairing, and no change of a single rule is enough\n"));
  EXPECT_EQ(outlook_text(month(), {}, 1), "");
}

}  // namespace
}  // namespace skein::report
