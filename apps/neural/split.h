// `split.csv`: which words are for what. Columns `word` (1 is the first in the order of the data)
// and `part` (train, validation, test or unused); every word stands in it once.
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

#include "base/text_source.h"

namespace skein::neural {

struct Split {
  // Numbers of words, 0 is the first, ascending.
  std::vector<std::size_t> train;
  std::vector<std::size_t> validation;
  std::vector<std::size_t> test;

  // Those of `train` and `validation`, ascending.
  std::vector<std::size_t> learnt() const;
};

// Throws InputError, with line and field, for a word that the data do not have, that stands twice
// or not at all, and for an unknown part.
Split read_split(LineReader lines, std::size_t words);

}  // namespace skein::neural
