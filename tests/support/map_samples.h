// Small samples whose places show maps, for tests.
#pragma once

#include <cstdint>
#include <vector>

#include "base/random.h"
#include "learning/map_sequences.h"

namespace skein::test {

// Words over three labels that follow each other in a circle, more often than not; binary images
// tell them with noise.
learning::MapSequences map_words(Rng& rng, std::size_t words);

// Flights that choose among the same next flights, or to end (the last label); each next flight is
// taken once at most. The maps show the planted choices with noise. Each flight has at most one
// next flight that is forbidden, never the planted one.
struct Connections {
  std::size_t flights = 4;
  std::size_t nexts = 4;
  double noise = 0.3;
};
learning::MapSequences map_connections(Rng& rng, std::size_t samples, const Connections& plan);

// The same with names in place of what the maps show last: id 1 where that is negative, 2 where it
// is not, and some unknown.
learning::MapSequences with_names(Rng& rng, const learning::MapSequences& data);

// Sequence `i` of all.
std::vector<std::uint32_t> labels_of(const learning::MapSequences& data,
                                     const std::vector<std::uint32_t>& labels, std::size_t i);

}  // namespace skein::test
