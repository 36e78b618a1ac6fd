// Samples whose places show maps: words of handwritten letters, or flights with their candidates
// for the next one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/matrix.h"
#include "learning/choice_graph.h"
#include "learning/sequences.h"

namespace skein::learning {

struct MapSequences {
  std::size_t labels = 0;
  kernels::MapShape shape;
  std::vector<std::size_t> begins;   // by sequence, the first place
  std::vector<std::uint32_t> truth;  // by place; to predict, any labels
  kernels::Numbers<float> maps;      // by place
  std::vector<std::uint32_t> ids;    // by place and position, if names stand there (embedding.h)
  // By sequence, what its places may choose together; none: sequences are chains.
  std::vector<ChoiceGraph> graphs;
};

// Throws InputError for maps that are not one for each place, and for values that are no numbers.
void require_sound(const MapSequences& data);
// And for data that nothing can be learnt from: no sequences, one label only, maps that are all 0.
void require_learnable(const MapSequences& data);

// The same places with rows of zeros, to be filled with features; or without features.
Sequences rows_for(const MapSequences& data, std::size_t features);

}  // namespace skein::learning
