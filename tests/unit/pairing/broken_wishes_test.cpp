#include "pairing/broken_wishes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/small_schedule.h"

namespace skein::pairing {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class BrokenWishes : public testing::Test {
 protected:
  schedule::Schedule schedule_ = test::small_schedule(
      {"*BOS", "JFK"}, {"A BOS JFK 2008-01-01T08:00Z 60", "B JFK BOS 2008-01-01T10:00Z 60",
                        "C BOS JFK 2008-01-01T12:00Z 60", "D JFK BOS 2008-01-01T14:00Z 60"});
  Wishes wishes_;

  Connection connection(const std::string& flight, const std::string& next) const {
    return {schedule_.find_flight(flight), schedule_.find_flight(next)};
  }
  std::vector<std::string> broken_by(const std::string& legs) const {
    std::vector<std::string> rules;
    for (const Violation& violation : broken_wishes(
             schedule_, wishes_, schedule_.find_station("BOS"), test::legs(schedule_, legs))) {
      EXPECT_FALSE(violation.detail.empty());
      rules.emplace_back(rule_name(violation.rule));
    }
    return rules;
  }
};

TEST_F(BrokenWishes, WithoutWishesNothingIsBroken) {
  EXPECT_THAT(broken_by("A B C D"), IsEmpty());
}

TEST_F(BrokenWishes, LockedFlightsAreOperatedOneDirectlyAfterTheOtherOrNotAtAll) {
  wishes_.locked_connections = {connection("A", "B")};
  EXPECT_THAT(broken_by("A B"), IsEmpty());
  EXPECT_THAT(broken_by("C D"), IsEmpty());
  EXPECT_THAT(broken_by("(A) (B) C D"), IsEmpty());
  EXPECT_THAT(broken_by("A (B)"), ElementsAre("locked_connection"));
  EXPECT_THAT(broken_by("(A) B"), ElementsAre("locked_connection"));
  EXPECT_THAT(broken_by("A D"), ElementsAre("locked_connection"));
}

TEST_F(BrokenWishes, DeadheadsBetweenLockedFlightsBreakTheLock) {
  wishes_.locked_connections = {connection("A", "D")};
  EXPECT_THAT(broken_by("A (B) (C) D"), ElementsAre("locked_connection"));
}

TEST_F(BrokenWishes, ForbiddenConnectionsAreThoseOfOperatedFlightsThatFollowDirectly) {
  wishes_.forbidden_connections = {connection("A", "B")};
  EXPECT_THAT(broken_by("A B"), ElementsAre("forbidden_connection"));
  EXPECT_THAT(broken_by("(A) B"), IsEmpty());
  EXPECT_THAT(broken_by("A (B)"), IsEmpty());
  EXPECT_THAT(broken_by("A D"), IsEmpty());
}

TEST_F(BrokenWishes, ForbiddenPairingsAreToldByBaseAndOperatedFlights) {
  wishes_.forbidden_pairings = {test::small_pairing(schedule_, "BOS", "A (B) C D")};
  EXPECT_THAT(broken_by("A (B) C D"), ElementsAre("forbidden_pairing"));
  EXPECT_THAT(broken_by("A C D"), ElementsAre("forbidden_pairing"));
  EXPECT_THAT(broken_by("A B C D"), IsEmpty());
  const auto legs = test::legs(schedule_, "A C D");
  EXPECT_THAT(broken_wishes(schedule_, wishes_, schedule_.find_station("JFK"), legs), IsEmpty());
}

}  // namespace
}  // namespace skein::pairing
