#include "seeding/why.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/planted_scorer.h"
#include "support/small_schedule.h"

namespace skein::seeding {
namespace {

using schedule::Schedule;

TEST(Why, TellsWhatTheConstraintChangedAndWhoTookTheFlight) {
  const Schedule schedule =
      test::small_schedule({"*AAA", "BBB"}, {
                                                "a AAA BBB 2008-01-01T08:00Z 60",
                                                "b AAA BBB 2008-01-01T08:10Z 60",
                                                "c BBB AAA 2008-01-01T11:00Z 60",
                                                "d BBB AAA 2008-01-01T12:00Z 60",
                                                "e BBB AAA 2008-01-01T09:05Z 60",
                                            });
  const auto id = [&](const char* name) { return schedule.find_flight(name); };
  const pairing::Rules rules = pairing::preset_rules("gerad");
  const pricing::ConnectionScores scores = test::small_scores(
      schedule, {"a starts 0.9", "b starts 1", "a>c 0.6", "a>d 0.3", "a>e 0.05", "a ends 0.05",
                 "b>c 0.99", "b ends 0.01", "c ends 1", "d ends 1", "e ends 1"});
  const JointLinks joint = decode_jointly(schedule, rules, scores);
  const std::vector<PastConnection> past = {{"january", id("a"), id("c"), 3},
                                            {"february", id("a"), id("c"), 1},
                                            {"january", id("a"), id("b"), 2},
                                            {"january", id("b"), id("c"), 9},
                                            {"january", id("a"), FlightId::none(), 4}};
  const Why why = explain(schedule, rules, scores, joint.links, past, id("a"));
  EXPECT_EQ(why.best_alone, id("c"));
  EXPECT_EQ(why.best_jointly, id("d"));
  EXPECT_TRUE(why.changed);
  EXPECT_NEAR(why.given_up, 2, 1e-9);
  EXPECT_FALSE(why.previous.exists());
  EXPECT_EQ(why.starts, 0.9);
  ASSERT_EQ(why.choices.size(), 5U);  // c, d, e, the end, and b of the past
  EXPECT_EQ(why.choices[0].next, id("c"));
  EXPECT_EQ(why.choices[0].taken_by, id("b"));
  EXPECT_EQ(why.choices[0].taken_with, 0.99);
  EXPECT_EQ(why.choices[0].past_count, 4);
  ASSERT_EQ(why.choices[0].past.size(), 2U);
  EXPECT_EQ(why.choices[0].past[1].month, "february");
  EXPECT_EQ(why.choices[1].next, id("d"));
  EXPECT_EQ(why.choices[1].taken_by, id("a"));
  for (const WhyChoice& choice : why.choices) {
    if (choice.next == id("e")) {
      EXPECT_FALSE(choice.may_connect);
    }
    if (!choice.next.exists()) {
      EXPECT_EQ(choice.past_count, 4);
    }
    if (choice.next == id("b")) {
      EXPECT_EQ(choice.past_count, 2);
    }
  }
}

TEST(Why, SaysNothingChangedWhereTheBestIsTaken) {
  const Schedule schedule =
      test::small_schedule({"*AAA", "BBB"}, {
                                                "a AAA BBB 2008-01-01T08:00Z 60",
                                                "b BBB AAA 2008-01-01T10:00Z 60",
                                            });
  const pairing::Rules rules = pairing::preset_rules("gerad");
  const pricing::ConnectionScores scores =
      test::small_scores(schedule, {"a starts 1", "a>b 0.9", "a ends 0.1", "b ends 1"});
  const JointLinks joint = decode_jointly(schedule, rules, scores);
  const Why first = explain(schedule, rules, scores, joint.links, {}, FlightId(0));
  EXPECT_FALSE(first.changed);
  EXPECT_EQ(first.given_up, 1);
  const Why last = explain(schedule, rules, scores, joint.links, {}, FlightId(1));
  EXPECT_FALSE(last.best_jointly.exists());
  EXPECT_EQ(last.previous, FlightId(0));
  EXPECT_FALSE(last.changed);
}

}  // namespace
}  // namespace skein::seeding
