#include "seeding/scores_csv.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/random.h"
#include "support/complaints.h"
#include "support/planted_scorer.h"
#include "support/random_month.h"
#include "support/small_schedule.h"

namespace skein::seeding {
namespace {

using pricing::ConnectionScores;
using schedule::Schedule;
using testing::HasSubstr;

const std::string kHead = "flight,what,next,probability\n";

Schedule two_flights() {
  return test::small_schedule({"*AAA", "BBB"}, {
                                                   "a AAA BBB 2008-01-01T08:00Z 60",
                                                   "b BBB AAA 2008-01-01T10:00Z 60",
                                               });
}

ConnectionScores read(const std::string& text, const Schedule& schedule = two_flights()) {
  return read_scores(LineReader::from_text(text, "scores.csv"), schedule);
}

std::string complaint(const std::string& text) {
  return test::complaint_of([&] { read(text); }).problem;
}

TEST(ScoresCsv, ReadsWhatItWrites) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    Rng rng(seed);
    const Schedule schedule = test::random_schedule(rng, {.flights = 60});
    const ConnectionScores scores = test::random_scores(rng, schedule);
    const std::string text = scores_csv(schedule, scores);
    const ConnectionScores again = read(text, schedule);
    EXPECT_EQ(scores_csv(schedule, again), text);
    for (FlightId flight : schedule.flight_ids()) {
      ASSERT_EQ(again.outlook[flight].next.size(), scores.outlook[flight].next.size());
      for (std::size_t i = 0; i < scores.outlook[flight].next.size(); ++i) {
        EXPECT_EQ(again.outlook[flight].next[i].flight, scores.outlook[flight].next[i].flight);
        EXPECT_NEAR(again.outlook[flight].next[i].probability,
                    scores.outlook[flight].next[i].probability, 1e-5);
      }
      EXPECT_NEAR(again.outlook[flight].ends, scores.outlook[flight].ends, 1e-5);
      EXPECT_NEAR(again.starts[flight], scores.starts[flight], 1e-5);
      EXPECT_NEAR(again.layover[flight], scores.layover[flight], 1e-5);
    }
  }
}

TEST(ScoresCsv, TakesRowsInAnyOrderWithinAFlight) {
  const ConnectionScores scores =
      read(kHead + "b,ends,,1\na,starts,,0.5\na,ends,,0.25\na,next,b,0.75\na,layover,,0\n");
  EXPECT_EQ(scores.starts[FlightId(0)], 0.5);
  EXPECT_EQ(scores.outlook[FlightId(0)].ends, 0.25);
  ASSERT_EQ(scores.outlook[FlightId(0)].next.size(), 1U);
  EXPECT_EQ(scores.outlook[FlightId(0)].next[0].flight, FlightId(1));
}

TEST(ScoresCsv, NamesWhatIsWrong) {
  EXPECT_THAT(complaint(kHead + "x,ends,,1\n"), HasSubstr("no flight"));
  EXPECT_THAT(complaint(kHead + "a,next,x,1\n"), HasSubstr("no flight"));
  EXPECT_THAT(complaint(kHead + "b,next,a,1\n"), HasSubstr("before the crew has arrived"));
  EXPECT_THAT(complaint(kHead + "a,next,b,0.5\na,next,b,0.5\n"), HasSubstr("twice"));
  EXPECT_THAT(complaint(kHead + "a,ends,,0.5\na,ends,,0.5\n"), HasSubstr("twice"));
  EXPECT_THAT(complaint(kHead + "a,ends,b,1\n"), HasSubstr("has a next flight"));
  EXPECT_THAT(complaint(kHead + "a,maybe,,1\n"), HasSubstr("not known"));
  EXPECT_THAT(complaint(kHead + "a,ends,,0.5\nb,ends,,1\n"), HasSubstr("add up to 0.5"));
  EXPECT_THAT(complaint(kHead + "a,ends,,1\n"), HasSubstr("no score of flight"));
  EXPECT_THAT(complaint(kHead + "a,ends,,1\nb,ends,,1\na,starts,,1\n"),
              HasSubstr("do not stand together"));
  EXPECT_FALSE(complaint(kHead + "a,ends,,1.5\n").empty());
  EXPECT_FALSE(complaint(kHead + "a,ends,,nan\n").empty());
  EXPECT_FALSE(complaint("flight,next\n").empty());
}

}  // namespace
}  // namespace skein::seeding
