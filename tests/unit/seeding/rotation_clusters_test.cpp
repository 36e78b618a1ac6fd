#include "seeding/rotation_clusters.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/small_schedule.h"

namespace skein::seeding {
namespace {

using schedule::Schedule;
using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> described(const Schedule& schedule) {
  std::vector<std::string> texts;
  for (const plan::Cluster& cluster : rotation_clusters(schedule, pairing::preset_rules("gerad"))) {
    std::string text;
    for (FlightId flight : cluster) text += schedule.flight(flight).id + " ";
    texts.push_back(text);
  }
  return texts;
}

TEST(RotationClusters, FollowEachAircraftThroughADuty) {
  const Schedule schedule =
      test::small_schedule({"*AAA", "BBB"}, {
                                                "1 AAA BBB 2008-01-01T08:00Z 90 F N1",
                                                "2 AAA BBB 2008-01-01T08:05Z 90 F N2",
                                                "3 BBB AAA 2008-01-01T10:10Z 90 F N1",
                                                "4 BBB AAA 2008-01-01T10:15Z 90 F N2",
                                                "5 AAA BBB 2008-01-02T08:00Z 90 F N1",
                                                "6 BBB AAA 2008-01-02T10:00Z 90 F N1",
                                            });
  EXPECT_THAT(described(schedule), ElementsAre("1 3 ", "2 4 ", "5 6 "));
}

TEST(RotationClusters, EndWhereADutyMayNotGoOn) {
  // At most 480 minutes of flying and 30 minutes from flight to flight.
  const Schedule schedule =
      test::small_schedule({"*AAA", "BBB"}, {
                                                "1 AAA BBB 2008-01-01T06:00Z 170 F N1",
                                                "2 BBB AAA 2008-01-01T09:20Z 170 F N1",
                                                "3 AAA BBB 2008-01-01T12:40Z 170 F N1",
                                                "4 BBB AAA 2008-01-01T16:00Z 60 F N1",
                                                "5 AAA BBB 2008-01-01T17:10Z 60 F N1",
                                            });
  EXPECT_THAT(described(schedule), ElementsAre("1 2 ", "3 4 "));
}

TEST(RotationClusters, LeaveOutAircraftThatMoveUnseenOrAreUnknown) {
  const Schedule schedule =
      test::small_schedule({"*AAA", "BBB", "CCC"}, {
                                                       "1 AAA BBB 2008-01-01T08:00Z 90 F N1",
                                                       "2 CCC AAA 2008-01-01T10:10Z 90 F N1",
                                                       "3 AAA BBB 2008-01-01T08:00Z 90",
                                                       "4 BBB AAA 2008-01-01T10:10Z 90",
                                                   });
  EXPECT_THAT(described(schedule), IsEmpty());
}

}  // namespace
}  // namespace skein::seeding
