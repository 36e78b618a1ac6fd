// The published solutions of the GERAD instances under the preset gerad, figure by figure. The
// figures were recovered independently of this program.
#include <ostream>
#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "base/workers.h"
#include "diagnosis/diagnosis.h"
#include "exchange/gerad.h"
#include "plan/checker.h"
#include "support/scratch_folder.h"

namespace skein {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::IsEmpty;

struct Published {
  int instance;
  std::size_t flights;
  std::size_t pairings;
  std::size_t duties;
  std::size_t deadheads;
  double gaps_and_deadheads;
  double guarantee;
  double total;
  std::vector<double> credited_hours;  // of BASE1, BASE2, BASE3
  std::vector<std::string> violations;
  std::vector<std::string> uncovered;
  std::size_t warnings;

  friend void PrintTo(const Published& published, std::ostream* out) {
    *out << "instance " << published.instance;
  }
};

const Published kPublished[] = {
    {1,
     1'013,
     172,
     363,
     40,
     216'838.33,
     23'230.00,
     240'068.33,
     {338.43, 1'212.16, 366.16},
     {},
     {},
     0},
    {3,
     1'855,
     274,
     582,
     19,
     423'460.33,
     55'018.33,
     478'478.67,
     {568.43, 1'903.91, 382.17},
     {"known_flights"},
     {"LEG_07_27", "LEG_21_27"},
     3},
    {4,
     5'613,
     1'079,
     1'587,
     28,
     757'769.67,
     94'105.00,
     851'874.67,
     {2'413.79, 4'631.32, 1'517.70},
     {},
     {},
     0},
    {6,
     5'886,
     1'187,
     2'452,
     71,
     1'502'115.67,
     88'598.33,
     1'590'714.00,
     {7'511.35, 3'942.96, 2'734.13},
     {"min_connection"},
     {},
     1},
    {7,
     7'766,
     1'648,
     3'613,
     167,
     2'138'277.67,
     107'700.00,
     2'245'977.67,
     {11'026.83, 6'862.27, 3'750.54},
     {"min_connection", "min_connection", "min_connection"},
     {"LEG_02_234"},
     4},
};

constexpr double kCent = 0.005001;  // half a cent: the figures are rounded
constexpr double kHundredthOfAnHour = 0.005001;

class PublishedPlan : public testing::TestWithParam<Published> {
 protected:
  static exchange::GeradImport import() {
    return exchange::import_gerad(test::data_folder() / "gerad" /
                                  ("instance" + std::to_string(GetParam().instance)));
  }
};

std::vector<std::string> broken_rules(const plan::CheckReport& report) {
  std::vector<std::string> rules;
  for (const plan::PairingVerdict& verdict : report.pairings) {
    for (const pairing::Violation& violation : verdict.violations) {
      rules.emplace_back(pairing::rule_name(violation.rule));
    }
  }
  return rules;
}

std::vector<std::string> ids_of(const schedule::Schedule& schedule,
                                const std::vector<FlightId>& flights) {
  std::vector<std::string> ids;
  for (const FlightId flight : flights) ids.push_back(schedule.flight(flight).id);
  return ids;
}

void expect_hours_by_base(const schedule::Schedule& schedule, const plan::CheckReport& report,
                          const std::vector<double>& expected) {
  ASSERT_EQ(report.bases.size(), expected.size());
  for (const plan::BaseBalance& balance : report.bases) {
    const std::string& code = schedule.station(balance.base).code;
    const auto number = static_cast<std::size_t>(code.back() - '1');
    EXPECT_NEAR(balance.credited_hours, expected.at(number), kHundredthOfAnHour) << code;
  }
}

TEST_P(PublishedPlan, CostsWhatTheTableSays) {
  SKEIN_REQUIRE_DATA();
  const Published& expected = GetParam();
  const exchange::GeradImport published = import();
  const schedule::Schedule& schedule = published.month.schedule;
  const plan::CheckReport report = plan::check(schedule, published.month.rules, published.plan);
  EXPECT_EQ(report.flights, expected.flights);
  EXPECT_EQ(report.pairings.size(), expected.pairings);
  EXPECT_EQ(report.duties, expected.duties);
  EXPECT_EQ(report.deadheads, expected.deadheads);
  const pairing::PairingCost& cost = report.cost.pairings;
  EXPECT_NEAR((cost.gaps + cost.deadheads).amount(), expected.gaps_and_deadheads, kCent);
  EXPECT_NEAR(cost.guarantee.amount(), expected.guarantee, kCent);
  EXPECT_NEAR(cost.total().amount(), expected.total, kCent);
  expect_hours_by_base(schedule, report, expected.credited_hours);
  EXPECT_THAT(broken_rules(report), ElementsAreArray(expected.violations));
  EXPECT_THAT(report.over_covered, IsEmpty());
  EXPECT_THAT(ids_of(schedule, report.uncovered), ElementsAreArray(expected.uncovered));
  EXPECT_EQ(published.warnings.size(), expected.warnings);
}

TEST_P(PublishedPlan, HasNoShortConnectionsOnceTheyAreAccepted) {
  SKEIN_REQUIRE_DATA();
  exchange::GeradImport published = import();
  const schedule::Schedule& schedule = published.month.schedule;
  pairing::Rules& rules = published.month.rules;
  for (const plan::PairingVerdict& verdict :
       plan::check(schedule, rules, published.plan).pairings) {
    for (const pairing::Violation& violation : verdict.violations) {
      if (violation.rule != pairing::Rule::kMinConnection) continue;
      rules.work.accepted_connections.emplace_back(schedule.flight(violation.flights[0]).id,
                                                   schedule.flight(violation.flights[1]).id);
    }
  }
  const plan::CheckReport report = plan::check(schedule, rules, published.plan);
  EXPECT_EQ(report.violations(), published.plan.unknown_legs.size());
}

// The flight that the published solution leaves out: by all of its crews, the only way to it is a
// short night or a long day.
TEST(UncoveredFlight, OfInstance7HasNoLegalPairing) {
  SKEIN_REQUIRE_DATA();
  const exchange::GeradImport published =
      exchange::import_gerad(test::data_folder() / "gerad" / "instance7");
  const schedule::Schedule& schedule = published.month.schedule;
  const std::vector<FlightId> flights = {schedule.find_flight("LEG_02_234")};
  Workers workers;
  const plan::Outlook outlook =
      diagnosis::diagnose(schedule, published.month.rules, flights, workers).front();
  EXPECT_FALSE(outlook.pairing);
  std::vector<std::string> remedies;
  for (const plan::Remedy& remedy : outlook.remedies) {
    remedies.push_back(std::string(change_name(remedy.change)) + " " +
                       std::to_string(remedy.needed));
  }
  EXPECT_THAT(remedies,
              ElementsAre("rest.minimum 480", "duty.maximum_span 886", "carry_in 1", "base 1"));
}

INSTANTIATE_TEST_SUITE_P(Gerad, PublishedPlan, testing::ValuesIn(kPublished),
                         [](const auto& parameter) {
                           return "Instance" + std::to_string(parameter.param.instance);
                         });

}  // namespace
}  // namespace skein
