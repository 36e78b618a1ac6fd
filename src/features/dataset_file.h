// A dataset of choices in one compact file, to be shared or learnt from elsewhere.
//
//    skein choices 1        the format, with its version
//    then, with counts as 8-byte words: the names of channels; sizes; for each example its origin,
//    its candidates with what they use up, and the values that are not 0, those that all of its
//    candidates have in common once; the further questions; and a checksum of all before it
//
// The file has no name of a station, a fleet or a flight. Where features have names, these stand
// there as vectors (choice_features.h); with a name_seed that is kept secret nobody can tell which.
#pragma once

#include <filesystem>

#include "features/choice_dataset.h"

namespace skein::features {

// Replaces the file in one step.
void write_dataset(const ChoiceDataset& dataset, const std::filesystem::path& file);
// Throws InputError for a file that is damaged, cut short, no dataset, or of a newer format.
ChoiceDataset read_dataset(const std::filesystem::path& file);

}  // namespace skein::features
