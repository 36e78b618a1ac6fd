// Examples of choices as the samples of a structured model: those that compete for the same are in
// one sample, as far as it does not grow too long.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "learning/choice_examples.h"
#include "learning/map_sequences.h"

namespace skein::learning {

struct ChoiceSequences {
  MapSequences maps;                 // a place for each example, columns for candidates
  std::vector<std::uint32_t> order;  // by place, the example
};

struct ChoiceSequenceOptions {
  // Longer samples are cut, in the order of examples, and forget who competes across the cut.
  std::size_t most_places = 64;
};

// Throws InputError for examples that are not sound: arrays of other sizes, values that are no
// numbers, candidates that are not allowed or a truth that is not.
ChoiceSequences choice_sequences(const ChoiceExamples& examples,
                                 const ChoiceSequenceOptions& options = {});
// The same in the order of examples without graphs, to score them.
MapSequences choice_maps(const ChoiceExamples& examples);

// The graph of some examples, which may choose each resource once.
ChoiceGraph choice_graph(const ChoiceExamples& examples, std::span<const std::uint32_t> places);

void require_whole(const ChoiceExamples& examples);

}  // namespace skein::learning
