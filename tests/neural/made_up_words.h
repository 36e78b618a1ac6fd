// Handwritten words that do not exist, for tests.
#pragma once

#include <string>
#include <vector>

#include "neural/split.h"
#include "sequence/letter_data.h"

namespace skein::test {

// Letters follow the alphabet, more often than not; each is drawn as a bar at a place of its own,
// with some noise.
std::vector<sequence::Word> made_up_words(std::size_t count);

// The same as letter.data.
std::string letter_data(const std::vector<sequence::Word>& words);

// Of ten words, the last two for the test and those before them for validation.
std::string split_csv(std::size_t words);

}  // namespace skein::test
