#include "history/crew_choices.h"

#include <gmock/gmock.h>

#include "history/past_month.h"
#include "support/complaints.h"
#include "support/small_schedule.h"

namespace skein::history {
namespace {

using schedule::Schedule;

class CrewChoicesTest : public testing::Test {
 protected:
  CrewChoices choices(std::initializer_list<const char*> pairings) {
    plan_.pairings.clear();
    for (const char* legs : pairings) {
      plan_.pairings.push_back(test::small_pairing(schedule_, "AAA", legs));
    }
    return crew_choices(schedule_, plan_, models_);
  }
  const CrewChoice& of(const CrewChoices& all, const char* flight) const {
    for (const CrewChoice& choice : all.choices) {
      if (choice.flight == schedule_.find_flight(flight)) return choice;
    }
    throw std::runtime_error(flight);
  }
  FlightId id(const char* flight) const { return schedule_.find_flight(flight); }

  Schedule schedule_ =
      test::small_schedule({"*AAA", "BBB", "CCC"}, {
                                                       "out AAA BBB 2008-01-01T08:00Z 120",
                                                       "on BBB CCC 2008-01-01T11:00Z 60",
                                                       "soon BBB AAA 2008-01-01T10:10Z 120",
                                                       "ride CCC BBB 2008-01-01T13:00Z 60",
                                                       "back BBB AAA 2008-01-02T08:00Z 120",
                                                       "home AAA BBB 2008-01-02T12:00Z 60",
                                                   });
  pairing::Rules rules_ = pairing::preset_rules("gerad");
  CrewModels models_{schedule_, rules_};
  plan::Plan plan_;
};

TEST_F(CrewChoicesTest, TheNextOperatedFlightIsTheLabelAndDeadheadsAreSkipped) {
  const CrewChoices all = choices({"out on (ride) back"});
  ASSERT_EQ(all.choices.size(), 3U);
  EXPECT_TRUE(of(all, "out").starts);
  EXPECT_EQ(of(all, "out").next, id("on"));
  EXPECT_FALSE(of(all, "out").deadheads_after);
  EXPECT_EQ(of(all, "on").next, id("back"));
  EXPECT_TRUE(of(all, "on").deadheads_after);
  EXPECT_EQ(of(all, "on").previous, id("out"));
  EXPECT_FALSE(of(all, "on").layover_before);
  EXPECT_TRUE(of(all, "back").layover_before);  // since the ride
  EXPECT_FALSE(of(all, "back").next.exists());
  EXPECT_FALSE(of(all, "back").starts);
  EXPECT_EQ(of(all, "back").state->duties, 2);
  EXPECT_EQ(all.without_state, 0U);
}

TEST_F(CrewChoicesTest, NoStateFromTheFirstLegThatBreaksARule) {
  const CrewChoices all = choices({"out soon home"});  // a connection of 10 minutes
  EXPECT_TRUE(of(all, "out").state);
  EXPECT_FALSE(of(all, "soon").state);
  EXPECT_FALSE(of(all, "home").state);
  EXPECT_EQ(all.without_state, 2U);
  EXPECT_EQ(of(all, "soon").next, id("home"));
}

TEST_F(CrewChoicesTest, OfFlightsOperatedTwiceTheFirstPairingCounts) {
  const CrewChoices all = choices({"out on", "out back"});
  EXPECT_EQ(of(all, "out").next, id("on"));
  EXPECT_EQ(all.operated_again, 1U);
}

TEST_F(CrewChoicesTest, NothingIsLearntAcrossALegThatTheScheduleDoesNotHave) {
  plan_.pairings = {test::small_pairing(schedule_, "AAA", "out on back")};
  plan_.pairings[0].legs[1].flight = FlightId::none();
  plan_.unknown_legs = {{0, 1, "gone"}};
  const CrewChoices all = crew_choices(schedule_, plan_, models_);
  ASSERT_EQ(all.choices.size(), 1U);
  EXPECT_EQ(all.choices[0].flight, id("back"));
  EXPECT_FALSE(all.choices[0].state);
  EXPECT_FALSE(all.choices[0].starts);
  EXPECT_EQ(all.next_unknown, 1U);
}

TEST_F(CrewChoicesTest, MonthsThatNothingCanBeLearntFromAreRefused) {
  PastMonth empty{"january", {rules_, schedule_}, {}};
  EXPECT_EQ(test::complaint_of([&] { require_learnable(empty); }).field, "pairings");
  PastMonth other = empty;
  other.plan.pairings = {test::small_pairing(schedule_, "AAA", "out on back")};
  EXPECT_NO_THROW(require_learnable(other));
  other.plan.unknown_legs = {{0, 1, "gone"}};
  EXPECT_THAT(test::complaint_of([&] { require_learnable(other); }).problem,
              testing::HasSubstr("1 of 3 legs"));
}

}  // namespace
}  // namespace skein::history
