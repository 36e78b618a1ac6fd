#include "optimizer/clusters.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "pairing/rules.h"
#include "support/enumeration.h"

namespace skein::optimizer {
namespace {

struct SmallMonth {
  Rng rng{7};
  pairing::Rules rules = pairing::preset_rules("gerad");
  schedule::Schedule schedule = test::tiny_schedule(rng, 12);
  Master master{schedule, rules, whole_month(schedule, {})};
};

FlightLink link(std::size_t flight, std::size_t next) {
  return {FlightId(flight), FlightId(next)};
}

TEST(Clusters, LinksAreThoseOfOperatedFlights) {
  using pairing::Role;
  const Candidate pairing{0,
                          {{FlightId(1), Role::kOperate},
                           {FlightId(3), Role::kDeadhead},
                           {FlightId(4), Role::kOperate},
                           {FlightId(8), Role::kOperate}}};
  EXPECT_EQ(links_of(std::vector{pairing}), (std::vector{link(1, 4), link(4, 8)}));
}

TEST(Clusters, LeavesOutLinksThatCannotBe) {
  SmallMonth month;
  const std::vector links = {link(0, 2), link(1, 2), link(0, 3), link(5, 4), link(2, 6)};
  const Clusters clusters(month.master, links, 1, {});
  EXPECT_EQ(clusters.partition().clusters(), 12U - 2);
  EXPECT_EQ(clusters.links().next[FlightId(0)], FlightId(2));
  EXPECT_EQ(clusters.links().next[FlightId(2)], FlightId(6));
  EXPECT_EQ(clusters.links().previous[FlightId(6)], FlightId(2));
  EXPECT_FALSE(clusters.links().previous[FlightId(3)].exists());
}

TEST(Clusters, AreSplitByThePairingsAtHand) {
  SmallMonth month;
  const auto all = test::all_legal_pairings(month.schedule, month.rules);
  ASSERT_FALSE(all.empty());
  const Candidate start{0, all.front().legs};
  ASSERT_TRUE(month.master.add(start));
  std::vector<FlightLink> links;
  for (std::size_t k = 0; k + 1 < 12; ++k) links.push_back(link(k, k + 1));
  const Clusters clusters(month.master, links, 1, {});
  EXPECT_TRUE(clusters.partition().is_compatible(month.master.problem().columns.rows(0)));
}

TEST(Clusters, APhaseEndsWhenNothingIsFoundInIt) {
  SmallMonth month;
  Clusters clusters(month.master, std::vector{link(0, 2)}, 0, {});
  const cover::Duals duals{std::vector<double>(12, 0.0), {}};
  for (int phase = 0; phase <= ClusterOptions{}.last_phase; ++phase) {
    EXPECT_TRUE(clusters.is_limited());
    EXPECT_EQ(clusters.phase(), phase);
    EXPECT_FALSE(clusters.decide(month.master, duals, 0, 100));
  }
  EXPECT_FALSE(clusters.is_limited());
}

}  // namespace
}  // namespace skein::optimizer
