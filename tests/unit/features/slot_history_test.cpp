#include "features/slot_history.h"

#include <gtest/gtest.h>

#include "features/fair_shares.h"
#include "features/ways_home.h"
#include "support/random_month.h"
#include "support/small_schedule.h"

namespace skein::features {
namespace {

using history::CrewChoice;
using schedule::Schedule;

// The same flights on three days; from BBB two flights go on. On the third day all is an hour
// later.
class SlotHistoryTest : public testing::Test {
 protected:
  CrewChoice choice(const char* flight, const char* next) const {
    CrewChoice made;
    made.flight = schedule_.find_flight(flight);
    made.base = schedule_.find_station("AAA");
    made.starts = true;
    if (next != nullptr) made.next = schedule_.find_flight(next);
    return made;
  }
  SlotHistory history(std::initializer_list<CrewChoice> choices) const {
    SlotHistory made;
    made.add(schedule_, std::vector<CrewChoice>(choices));
    made.sort();
    return made;
  }
  PastShares shares(const SlotView& view, const char* flight, const char* next) const {
    const schedule::Flight& landed = schedule_.flight(schedule_.find_flight(flight));
    const schedule::Flight& taken = schedule_.flight(schedule_.find_flight(next));
    return view.after(schedule_.find_flight(flight), schedule_.find_station("AAA"), 0)
        .next(view.number(taken.destination), taken.departure - landed.arrival);
  }

  Schedule schedule_ =
      test::small_schedule({"*AAA", "BBB", "CCC"}, {
                                                       "in1 AAA BBB 2008-01-01T08:00Z 60",
                                                       "x1 BBB CCC 2008-01-01T10:00Z 60",
                                                       "y1 BBB AAA 2008-01-01T10:30Z 60",
                                                       "in2 AAA BBB 2008-01-02T08:00Z 60",
                                                       "x2 BBB CCC 2008-01-02T10:00Z 60",
                                                       "y2 BBB AAA 2008-01-02T10:30Z 60",
                                                       "in3 AAA BBB 2008-01-03T09:00Z 60",
                                                       "x3 BBB CCC 2008-01-03T11:00Z 60",
                                                       "y3 BBB AAA 2008-01-03T11:30Z 60",
                                                   });
};

TEST_F(SlotHistoryTest, KnowsWhatWasDoneOnTheSameSlotBefore) {
  const SlotHistory past = history({choice("in1", "x1")});
  const SlotView view(past, schedule_);
  EXPECT_DOUBLE_EQ(shares(view, "in2", "x2").exact, 1);
  EXPECT_DOUBLE_EQ(shares(view, "in2", "y2").exact, 0);
  EXPECT_DOUBLE_EQ(shares(view, "in2", "x2").alike, 1);
}

TEST_F(SlotHistoryTest, KnowsNothingOfTheSameDayAndLater) {
  const SlotHistory past = history({choice("in2", "x2")});
  const SlotView view(past, schedule_);
  EXPECT_DOUBLE_EQ(shares(view, "in1", "x1").near, 0);
  EXPECT_DOUBLE_EQ(shares(view, "in2", "x2").near, 0);
  EXPECT_DOUBLE_EQ(shares(view, "in3", "x3").near, 1);
}

TEST_F(SlotHistoryTest, KnowsNothingFromTheDayOnThatTheCallerNames) {
  const SlotHistory past = history({choice("in1", "x1"), choice("in2", "y2")});
  const std::int32_t second = SlotView(past, schedule_).slot(schedule_.find_flight("in2")).day;
  const SlotView view(past, schedule_, second);
  EXPECT_DOUBLE_EQ(shares(view, "in3", "x3").near, 1);
  EXPECT_DOUBLE_EQ(shares(view, "in3", "y3").near, 0);
}

TEST_F(SlotHistoryTest, ATimetableAnHourLaterIsNearButNotExact) {
  const SlotHistory past = history({choice("in1", "x1")});
  const SlotView view(past, schedule_);
  EXPECT_DOUBLE_EQ(shares(view, "in3", "x3").exact, 0);
  EXPECT_DOUBLE_EQ(shares(view, "in3", "x3").near, 1);
}

TEST_F(SlotHistoryTest, EndsAndStartsAreCounted) {
  const SlotHistory past = history({choice("in1", nullptr)});
  const SlotView view(past, schedule_);
  const FlightId second = schedule_.find_flight("in2");
  EXPECT_DOUBLE_EQ(view.after(second, StationId::none(), 0).ends.exact, 1);
  EXPECT_DOUBLE_EQ(view.before(second).starts, 1);
  EXPECT_DOUBLE_EQ(view.before(schedule_.find_flight("x2")).count, 0);
}

TEST_F(SlotHistoryTest, StationsNeverSeenHaveNoPast) {
  const SlotHistory past = history({choice("in1", "x1")});
  const Schedule other = test::small_schedule({"*ZZZ", "YYY"}, {"a ZZZ YYY 2008-01-05T08:00Z 60"});
  const SlotView view(past, other);
  EXPECT_FALSE(view.knows(other.find_station("ZZZ")));
  EXPECT_TRUE(view.after(FlightId(0), StationId::none(), 0).flights.empty());
}

TEST_F(SlotHistoryTest, IsTheSameFromItsParts) {
  const SlotHistory past = history({choice("in1", "x1"), choice("in2", "y2")});
  const SlotHistory again = SlotHistory::of(past.names(), past.past());
  EXPECT_EQ(again.past(), past.past());
  EXPECT_EQ(again.names(), past.names());
}

// The soonest arrival at the base, over all ways there are.
std::optional<Instant> way_home(const Schedule& schedule, Minutes connection, StationId base,
                                FlightId flight) {
  const schedule::Flight& landed = schedule.flight(flight);
  if (landed.destination == base) return landed.arrival;
  std::optional<Instant> best;
  for (const FlightId id : schedule.flight_ids()) {
    const schedule::Flight& next = schedule.flight(id);
    if (next.origin != landed.destination || next.departure < landed.arrival + connection) continue;
    const auto home = way_home(schedule, connection, base, id);
    if (home && (!best || *home < *best)) best = home;
  }
  return best;
}

TEST(WaysHome, AreTheSoonestOfAll) {
  Rng rng(5);
  test::RandomScheduleOptions options;
  options.flights = 25;
  for (int month = 0; month < 10; ++month) {
    const Schedule schedule = test::random_schedule(rng, options);
    for (const StationId base : schedule.bases()) {
      const WaysHome ways(schedule, Minutes(40), base);
      for (const FlightId flight : schedule.flight_ids()) {
        EXPECT_EQ(ways.after(flight), way_home(schedule, Minutes(40), base, flight));
      }
    }
  }
}

TEST(FairShares, AddUpToOneForArrivalsAndToAtMostOneForDepartures) {
  Rng rng(5);
  const Schedule schedule = test::random_schedule(rng);
  const pairing::Rules rules = pairing::preset_rules("gerad");
  const history::NextFlights flights(schedule, rules);
  const FairShares fair(schedule, rules, flights, {100, 250, 600, 2000});
  IdVector<FlightId, double> taken(schedule.flights().size(), 0.0);
  for (const FlightId flight : schedule.flight_ids()) {
    double sum = fair.ends(flight);
    for (const FlightId next : schedule.flight_ids()) {
      sum += fair.share(flight, next);
      taken[next] += fair.share(flight, next);
    }
    EXPECT_NEAR(sum, 1, 1e-5);
  }
  for (const FlightId flight : schedule.flight_ids()) {
    EXPECT_LT(taken[flight], 1 + 1e-3);
    EXPECT_NEAR(taken[flight] + fair.starts(flight), 1, 1e-3);
  }
}

}  // namespace
}  // namespace skein::features
