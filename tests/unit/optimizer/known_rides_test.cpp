#include "optimizer/known_rides.h"

#include <gtest/gtest.h>

namespace skein::optimizer {
namespace {

using pairing::Role;

pricing::OpenFlights flights(std::size_t count, const std::vector<std::size_t>& which) {
  pricing::OpenFlights marked(count, 0);
  for (std::size_t flight : which) marked[FlightId(flight)] = 1;
  return marked;
}

const Candidate kOutAndBack{0,
                            {{FlightId(0), Role::kDeadhead},
                             {FlightId(1), Role::kOperate},
                             {FlightId(2), Role::kOperate},
                             {FlightId(3), Role::kDeadhead}}};
const Candidate kOther{0, {{FlightId(2), Role::kOperate}, {FlightId(4), Role::kDeadhead}}};

TEST(KnownRides, AreThoseOfPairingsThatOperateOneOfTheFlights) {
  const KnownRides rides(6, {kOutAndBack, kOther});
  EXPECT_EQ(rides.with(flights(6, {1})), flights(6, {0, 3}));
  EXPECT_EQ(rides.with(flights(6, {2, 5})), flights(6, {0, 3, 4}));
  EXPECT_EQ(rides.with(flights(6, {0, 3, 4, 5})), flights(6, {}));
}

TEST(KnownRides, GrowWithPairingsThatAreAdded) {
  KnownRides rides(6, {kOther});
  EXPECT_EQ(rides.with(flights(6, {1, 2})), flights(6, {4}));
  rides.add(kOutAndBack);
  EXPECT_EQ(rides.with(flights(6, {1, 2})), flights(6, {0, 3, 4}));
}

}  // namespace
}  // namespace skein::optimizer
