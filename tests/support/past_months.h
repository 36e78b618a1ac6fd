// Small months with pairings that crews could have flown, for tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "history/past_month.h"

namespace skein::test {

// Consecutive months of an airline made up from the seed, of 300 flights each, planned greedily.
std::vector<history::PastMonth> made_up_past(std::size_t months = 1, std::uint64_t seed = 1);

// The same with other names of all stations.
history::PastMonth renamed(const history::PastMonth& past);

}  // namespace skein::test
