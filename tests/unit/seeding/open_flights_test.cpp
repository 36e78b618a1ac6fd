#include "seeding/open_flights.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/small_schedule.h"

namespace skein::seeding {
namespace {

using testing::ElementsAre;

TEST(OpenFlights, ListsWhatIsLeftOfAFleetAtAStation) {
  const schedule::Schedule schedule =
      test::small_schedule({"*AAA", "BBB"}, {
                                                "a AAA BBB 2008-01-01T08:00Z 60",
                                                "b AAA BBB 2008-01-01T09:00Z 60",
                                                "c AAA BBB 2008-01-01T09:00Z 60",
                                                "d AAA BBB 2008-01-01T10:00Z 60 G",
                                                "e BBB AAA 2008-01-01T10:00Z 60",
                                                "f AAA BBB 2008-01-01T11:00Z 60",
                                            });
  OpenFlights open(schedule);
  const auto ids_from = [&](const char* flight) {
    std::vector<std::string> ids;
    const schedule::Flight& first = schedule.flight(schedule.find_flight(flight));
    for (const auto& next : open.departures(first.origin, first.fleet, first.departure)) {
      ids.push_back(schedule.flight(next.flight).id);
    }
    return ids;
  };
  EXPECT_THAT(ids_from("a"), ElementsAre("a", "b", "c", "f"));
  EXPECT_THAT(ids_from("c"), ElementsAre("b", "c", "f"));
  open.close(schedule.find_flight("b"));
  EXPECT_FALSE(open.is_open(schedule.find_flight("b")));
  EXPECT_THAT(ids_from("a"), ElementsAre("a", "c", "f"));
  EXPECT_THAT(ids_from("d"), ElementsAre("d"));
  EXPECT_EQ(open.all().size(), 5U);
}

}  // namespace
}  // namespace skein::seeding
