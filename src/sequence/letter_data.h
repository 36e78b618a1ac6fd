// Handwritten words as Taskar, Guestrin and Koller (2003) published them, `letter.data`: one letter
// per line, with tabs between
//
//    id, letter (a to z), id of the next letter (-1 at the end of a word), word, position, fold,
//    128 pixels (16 rows of 8), each 0 or 1
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/text_source.h"
#include "learning/sequences.h"
#include "learning/struct_ckn.h"

namespace skein::sequence {

constexpr std::size_t kLetters = 26;
constexpr std::size_t kImageRows = 16;
constexpr std::size_t kImageColumns = 8;
constexpr std::size_t kPixels = kImageRows * kImageColumns;

struct Letter {
  std::uint8_t label = 0;  // 0: a
  std::array<std::uint8_t, kPixels> pixels{};
};

struct Word {
  int fold = 0;
  std::vector<Letter> letters;  // at least one
};

// Throws InputError, with line and field, for what is not as above: a letter outside the alphabet,
// a next letter that does not come next, a word without an end, pixels that are no pixels.
std::vector<Word> read_letter_data(LineReader lines);

// Words of a fold, or of all others.
std::vector<Word> words_in_fold(const std::vector<Word>& words, int fold);
std::vector<Word> words_outside_fold(const std::vector<Word>& words, int fold);

// Pixels as features.
learning::Sequences pixel_sequences(const std::vector<Word>& words);

// Images as maps, for kernel networks.
learning::MapSequences letter_maps(const std::vector<Word>& words);

std::string text_of(const Word& word);

}  // namespace skein::sequence
