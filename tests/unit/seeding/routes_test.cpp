#include "seeding/routes.h"

#include <algorithm>
#include <optional>

#include <gtest/gtest.h>

#include "base/random.h"
#include "support/random_month.h"
#include "support/small_schedule.h"

namespace skein::seeding {
namespace {

using schedule::Flight;
using schedule::Schedule;

constexpr Minutes kConnection(30);

TEST(Routes, GoesTheSoonestWayNotTheFirstFlight) {
  const Schedule schedule =
      test::small_schedule({"*AAA", "BBB", "CCC"}, {
                                                       "via BBB CCC 2008-01-01T08:00Z 60",
                                                       "late CCC AAA 2008-01-01T20:00Z 60",
                                                       "direct BBB AAA 2008-01-01T12:00Z 60",
                                                       "last BBB AAA 2008-01-02T12:00Z 60",
                                                   });
  const Routes routes(schedule, kConnection, schedule.find_station("AAA"));
  const StationId from = schedule.find_station("BBB");
  const auto soonest_from = [&](int hour) {
    return routes.soonest_home(from, schedule.period().begin + hours(hour));
  };
  EXPECT_EQ(soonest_from(7), schedule.find_flight("direct"));
  EXPECT_EQ(soonest_from(13), schedule.find_flight("last"));
  EXPECT_EQ(soonest_from(40), FlightId::none());
  EXPECT_EQ(routes.latest_out(from, schedule.period().end), FlightId::none());
}

// When the crew is home if it takes `id` and goes on as soon as it can; slow and plain.
std::optional<Instant> home_after(const Schedule& schedule, StationId base, FlightId id) {
  const Flight& flight = schedule.flight(id);
  if (flight.destination == base) return flight.arrival;
  std::optional<Instant> soonest;
  for (FlightId next : schedule.flight_ids()) {
    if (schedule.flight(next).origin != flight.destination) continue;
    if (schedule.flight(next).departure < flight.arrival + kConnection) continue;
    const auto home = home_after(schedule, base, next);
    if (home && (!soonest || *home < *soonest)) soonest = home;
  }
  return soonest;
}

// When the crew leaves home at the latest to be on board of `id`.
std::optional<Instant> left_before(const Schedule& schedule, StationId base, FlightId id) {
  const Flight& flight = schedule.flight(id);
  if (flight.origin == base) return flight.departure;
  std::optional<Instant> latest;
  for (FlightId before : schedule.flight_ids()) {
    if (schedule.flight(before).destination != flight.origin) continue;
    if (schedule.flight(before).arrival > flight.departure - kConnection) continue;
    const auto left = left_before(schedule, base, before);
    if (left && (!latest || *left > *latest)) latest = left;
  }
  return latest;
}

TEST(Routes, MatchTheBestOfAllWays) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Rng rng(seed);
    const Schedule schedule = test::random_schedule(rng, {.flights = 24, .days = 2});
    const StationId base = schedule.bases().front();
    const Routes routes(schedule, kConnection, base);
    for (FlightId id : schedule.flight_ids()) {
      const Flight& flight = schedule.flight(id);
      const FlightId home = routes.soonest_home(flight.origin, flight.departure);
      const auto by_this = home_after(schedule, base, id);
      ASSERT_TRUE(home.exists() || !by_this);
      if (by_this) {
        EXPECT_LE(*home_after(schedule, base, home), *by_this);
      }

      const FlightId out = routes.latest_out(flight.destination, flight.arrival);
      const auto left = left_before(schedule, base, id);
      ASSERT_TRUE(out.exists() || !left);
      if (left) {
        EXPECT_GE(*left_before(schedule, base, out), *left);
      }
    }
  }
}

}  // namespace
}  // namespace skein::seeding
