#include "neural/made_up_words.h"

#include <fmt/format.h>

#include "base/random.h"

namespace skein::test {
namespace {

sequence::Letter draw(Rng& rng, std::size_t label) {
  sequence::Letter letter;
  letter.label = static_cast<std::uint8_t>(label);
  for (std::size_t k = 0; k < sequence::kPixels; ++k) {
    // 13 pairs of rows, and the left or the right half.
    const std::size_t row = k / sequence::kImageColumns;
    const bool left = k % sequence::kImageColumns < sequence::kImageColumns / 2;
    const bool inside = (row == label / 2 || row == label / 2 + 1) && left == (label % 2 == 0);
    letter.pixels[k] = rng.chance(inside ? 0.9 : 0.05) ? 1 : 0;
  }
  return letter;
}

}  // namespace

std::vector<sequence::Word> made_up_words(std::size_t count) {
  Rng rng(1);
  std::vector<sequence::Word> words(count);
  for (sequence::Word& word : words) {
    std::size_t label = rng.below(sequence::kLetters);
    for (int length = rng.between(1, 6); length > 0; --length) {
      word.letters.push_back(draw(rng, label));
      label = rng.chance(0.8) ? (label + 1) % sequence::kLetters : rng.below(sequence::kLetters);
    }
  }
  return words;
}

std::string letter_data(const std::vector<sequence::Word>& words) {
  std::string text;
  std::size_t id = 0;
  for (std::size_t word = 0; word < words.size(); ++word) {
    const std::vector<sequence::Letter>& letters = words[word].letters;
    for (std::size_t t = 0; t < letters.size(); ++t) {
      ++id;
      const std::string next = t + 1 < letters.size() ? fmt::format("{}", id + 1) : "-1";
      text += fmt::format("{}\t{}\t{}\t{}\t{}\t0", id, static_cast<char>('a' + letters[t].label),
                          next, word + 1, t + 1);
      for (const std::uint8_t pixel : letters[t].pixels) text += pixel == 1 ? "\t1" : "\t0";
      text += "\t\n";
    }
  }
  return text;
}

std::string split_csv(std::size_t words) {
  std::string csv = "word,part\n";
  for (std::size_t word = 1; word <= words; ++word) {
    const std::size_t digit = word % 10;
    csv += fmt::format("{},{}\n", word, digit >= 8 ? "test" : digit >= 6 ? "validation" : "train");
  }
  return csv;
}

}  // namespace skein::test
