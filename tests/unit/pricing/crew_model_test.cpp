#include "pricing/crew_model.h"

#include <gtest/gtest.h>

#include "pairing/rules.h"
#include "support/small_schedule.h"

namespace skein::pricing {
namespace {

using pairing::Leg;
using schedule::Schedule;

// Two days of flights between a base and two other stations.
Schedule two_days() {
  return test::small_schedule({"*AAA", "BBB", "CCC"}, {
                                                          "out AAA BBB 2008-01-01T08:00Z 120",
                                                          "back BBB AAA 2008-01-01T10:45Z 120",
                                                          "soon BBB AAA 2008-01-01T10:20Z 120",
                                                          "on BBB CCC 2008-01-01T11:00Z 100 G",
                                                          "home BBB AAA 2008-01-01T22:00Z 120",
                                                          "again AAA BBB 2008-01-02T08:00Z 120",
                                                      });
}

// The state after the legs, in the short form of test::legs; nothing where one is refused.
std::optional<CrewState> state_after(const CrewModel& model, const std::string& legs) {
  std::optional<CrewState> state;
  bool first = true;
  for (const Leg& leg : test::legs(model.schedule(), legs)) {
    state = first ? model.start(leg) : model.extend(*state, leg);
    first = false;
    if (!state) return std::nullopt;
  }
  return state;
}

class CrewModelTest : public testing::Test {
 protected:
  CrewModel model() const { return CrewModel(schedule_, rules_, schedule_.find_station("AAA")); }

  Schedule schedule_ = two_days();
  pairing::Rules rules_ = pairing::preset_rules("gerad");
};

TEST_F(CrewModelTest, CountsWhatTheCrewHasDone) {
  const auto state = state_after(model(), "out home");
  ASSERT_TRUE(state);
  EXPECT_EQ(state->duties, 2);
  EXPECT_EQ(state->landings, 2);
  EXPECT_EQ(state->duty_legs, 1);
  EXPECT_EQ(state->days, 1);
  EXPECT_EQ(state->flying, hours(4));
  EXPECT_EQ(state->duty_flying, hours(2));
  EXPECT_TRUE(model().may_end(*state));
}

TEST_F(CrewModelTest, PaysTheGuaranteeOfEveryDuty) {
  // w(720) = 500 for the rest, and three hours short of five in each duty.
  EXPECT_DOUBLE_EQ(model().total_cost(*state_after(model(), "out home")).amount(), 500 + 600);
  // One duty, an hour short.
  EXPECT_DOUBLE_EQ(model().total_cost(*state_after(model(), "out back")).amount(), 100);
  // A deadhead is paid for itself and is no flying.
  EXPECT_DOUBLE_EQ(model().total_cost(*state_after(model(), "out (back)")).amount(),
                   400 + 200 + 300);
}

TEST_F(CrewModelTest, StartsOnlyAtItsOwnBase) {
  EXPECT_FALSE(state_after(model(), "back"));
  const CrewModel elsewhere(schedule_, rules_, schedule_.find_station("BBB"));
  EXPECT_FALSE(state_after(elsewhere, "back"));  // BBB is no base
}

TEST_F(CrewModelTest, ShortConnectionNeedsToBeAccepted) {
  EXPECT_FALSE(state_after(model(), "out soon"));
  rules_.work.accepted_connections = {{"out", "soon"}, {"out", "unknown"}};
  EXPECT_TRUE(state_after(model(), "out soon"));
  EXPECT_TRUE(state_after(model(), "(out) (soon)"));
}

TEST_F(CrewModelTest, OperatesOneFleetButDeadheadsOnAny) {
  EXPECT_FALSE(state_after(model(), "out on"));
  EXPECT_TRUE(state_after(model(), "out (on)"));
  EXPECT_TRUE(state_after(model(), "(out) on"));
}

TEST_F(CrewModelTest, RestsAtBaseOnlyWhereAllowed) {
  EXPECT_FALSE(state_after(model(), "out back again"));
  rules_.work.rest_at_base_allowed = true;
  EXPECT_TRUE(state_after(model(), "out back again"));
  rules_.work.min_rest_at_base = hours(20);
  EXPECT_FALSE(state_after(model(), "out back again"));
}

TEST_F(CrewModelTest, DeadheadAfterTheLastFlightIsOutsideTheDutyPeriod) {
  rules_.work.duty_period_limits = pairing::LimitTable({{Minutes(0), {hours(2), Minutes(0)}}});
  EXPECT_TRUE(state_after(model(), "out (back)"));
  EXPECT_FALSE(state_after(model(), "out back"));
  EXPECT_FALSE(state_after(model(), "(out) back"));  // it runs from the report all the same
}

}  // namespace
}  // namespace skein::pricing
