#include "sequence/letter_data.h"

#include <limits>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "base/words.h"

namespace skein::sequence {
namespace {

constexpr int kNoNext = -1;
constexpr int kMost = std::numeric_limits<int>::max();
constexpr int kMostFolds = 1'000;

class Reader {
 public:
  explicit Reader(LineReader lines) : lines_(std::move(lines)) {}

  std::vector<Word> read() {
    std::string_view line;
    while (lines_.next(line)) {
      rest_ = line;
      read_letter();
    }
    if (next_ != kNoNext) {
      lines_.fail("next_id", fmt::format("the file ends before letter {}", next_),
                  "the last word has no end: get the whole file");
    }
    if (words_.empty()) lines_.fail("", "there are no letters", "give a file with words");
    return std::move(words_);
  }

 private:
  std::string_view field(const char* name) {
    if (rest_.empty()) lines_.fail(name, "the line ends before it", "give all columns");
    const std::size_t tab = rest_.find('\t');
    const std::string_view text = rest_.substr(0, tab);
    rest_ = tab == std::string_view::npos ? std::string_view() : rest_.substr(tab + 1);
    return text;
  }

  int number(const char* name, int least, int most) {
    const std::string_view text = field(name);
    const auto value = parse_count(text, least, most);
    if (!value) {
      lines_.fail(name,
                  fmt::format("{} is not a number from {} to {}", in_quotes(text), least, most),
                  "correct it");
    }
    return *value;
  }

  void read_letter() {
    const int id = number("id", 0, kMost);
    if (next_ != kNoNext && id != next_) {
      lines_.fail("id", fmt::format("letter {} comes where the word goes on with {}", id, next_),
                  "put letters in the order of their words");
    }
    if (!seen_.insert(id).second) {
      lines_.fail("id", fmt::format("letter {} was there before", id),
                  "give every letter a number of its own");
    }
    const std::string_view letter = field("letter");
    if (letter.size() != 1 || letter[0] < 'a' || letter[0] > 'z') {
      lines_.fail("letter", in_quotes(letter) + " is not in the alphabet", "use a to z");
    }
    const std::string_view next = field("next_id");
    const bool begins = next_ == kNoNext;
    if (next == "-1") {
      next_ = kNoNext;
    } else {
      const auto value = parse_count(next, 0, kMost);
      if (!value) {
        lines_.fail("next_id", in_quotes(next) + " is not a letter's number",
                    "use -1 at the end of a word");
      }
      next_ = *value;
    }
    const int word = number("word_id", 0, kMost);
    const int position = number("position", 0, kMost);
    const int fold = number("fold", 0, kMostFolds);
    if (begins) {
      words_.push_back({fold, {}});
    } else {
      require_same("word_id", word, word_);
      require_same("position", position, position_ + 1);
      require_same("fold", fold, words_.back().fold);
    }
    word_ = word;
    position_ = position;
    words_.back().letters.push_back(read_image(static_cast<std::uint8_t>(letter[0] - 'a')));
  }

  void require_same(const char* name, int found, int expected) const {
    if (found == expected) return;
    lines_.fail(name, fmt::format("{} within a word that has {} here", found, expected),
                "end the word before with next_id -1");
  }

  Letter read_image(std::uint8_t label) {
    Letter letter;
    letter.label = label;
    for (std::size_t k = 0; k < kPixels; ++k) {
      const std::string_view pixel = field("pixels");
      if (pixel != "0" && pixel != "1") {
        lines_.fail("pixels", fmt::format("{} is not a pixel (number {})", in_quotes(pixel), k),
                    "use 0 or 1");
      }
      letter.pixels[k] = pixel == "1" ? 1 : 0;
    }
    if (!rest_.empty()) lines_.fail("pixels", "there are more than 128", "remove what is too much");
    return letter;
  }

  LineReader lines_;
  std::string_view rest_;  // of the line
  std::vector<Word> words_;
  std::unordered_set<int> seen_;  // letters, by their numbers
  int next_ = kNoNext;            // letter that has to come
  int word_ = 0;                  // of the last letter
  int position_ = 0;
};

template <class Test>
std::vector<Word> chosen(const std::vector<Word>& words, Test test) {
  std::vector<Word> result;
  for (const Word& word : words) {
    if (test(word)) result.push_back(word);
  }
  return result;
}

}  // namespace

std::vector<Word> read_letter_data(LineReader lines) {
  return Reader(std::move(lines)).read();
}

std::vector<Word> words_in_fold(const std::vector<Word>& words, int fold) {
  return chosen(words, [&](const Word& word) { return word.fold == fold; });
}

std::vector<Word> words_outside_fold(const std::vector<Word>& words, int fold) {
  return chosen(words, [&](const Word& word) { return word.fold != fold; });
}

learning::Sequences pixel_sequences(const std::vector<Word>& words) {
  learning::Sequences sequences(kLetters, kPixels);
  std::vector<learning::Feature> features;
  for (const Word& word : words) {
    sequences.begin_sequence();
    for (const Letter& letter : word.letters) {
      features.clear();
      for (std::uint32_t k = 0; k < kPixels; ++k) {
        if (letter.pixels[k] != 0) features.push_back({k, 1.0F});
      }
      sequences.add_place(letter.label, features);
    }
  }
  return sequences;
}

learning::MapSequences letter_maps(const std::vector<Word>& words) {
  learning::MapSequences data;
  data.labels = kLetters;
  data.shape = {kImageRows, kImageColumns, 1};
  for (const Word& word : words) {
    data.begins.push_back(data.truth.size());
    for (const Letter& letter : word.letters) {
      data.truth.push_back(letter.label);
      data.maps.insert(data.maps.end(), letter.pixels.begin(), letter.pixels.end());
    }
  }
  return data;
}

std::string text_of(const Word& word) {
  std::string text;
  for (const Letter& letter : word.letters) text += static_cast<char>('a' + letter.label);
  return text;
}

}  // namespace skein::sequence
