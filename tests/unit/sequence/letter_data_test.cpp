#include "sequence/letter_data.h"

#include <gtest/gtest.h>

#include "support/complaints.h"
#include "support/scratch_folder.h"

namespace skein::sequence {
namespace {

// With one pixel set.
std::string letter_line(int id, char letter, int next, int word, int position, int fold,
                        std::size_t pixel) {
  std::string line = std::to_string(id) + '\t' + letter + '\t' + std::to_string(next) + '\t' +
                     std::to_string(word) + '\t' + std::to_string(position) + '\t' +
                     std::to_string(fold);
  for (std::size_t k = 0; k < kPixels; ++k) line += k == pixel ? "\t1" : "\t0";
  return line + "\t\n";
}

std::string two_words() {
  return letter_line(1, 'a', 2, 1, 1, 0, 5) + letter_line(2, 'z', -1, 1, 2, 0, 127) +
         letter_line(3, 'b', -1, 2, 4, 7, 0);
}

std::vector<Word> read(const std::string& text) {
  return read_letter_data(LineReader::from_text(text, "letter.data"));
}

TEST(LetterData, WordsAreReadLetterByLetter) {
  const std::vector<Word> words = read(two_words());
  ASSERT_EQ(words.size(), 2U);
  ASSERT_EQ(words[0].letters.size(), 2U);
  EXPECT_EQ(words[0].letters[1].label, 25);
  EXPECT_EQ(words[0].letters[0].pixels[5], 1);
  EXPECT_EQ(words[0].letters[0].pixels[6], 0);
  EXPECT_EQ(words[1].fold, 7);
  EXPECT_EQ(words_in_fold(words, 7).size(), 1U);
  EXPECT_EQ(words_outside_fold(words, 7)[0].letters.size(), 2U);
}

TEST(LetterData, PixelsAreFeatures) {
  const learning::Sequences sequences = pixel_sequences(read(two_words()));
  EXPECT_EQ(sequences.size(), 2U);
  EXPECT_EQ(sequences.length(0), 2U);
  EXPECT_EQ(sequences.truth(0)[1], 25U);
  ASSERT_EQ(sequences.features_at(1).size(), 1U);
  EXPECT_EQ(sequences.features_at(1)[0].index, 127U);
}

TEST(LetterData, DamageIsNamedByLineAndField) {
  const auto complaint = [](const std::string& text) {
    return test::complaint_of([&] { read(text); });
  };
  const std::string first = letter_line(1, 'a', 2, 1, 1, 0, 5);
  EXPECT_EQ(complaint(letter_line(1, 'A', -1, 1, 1, 0, 5)).field, "letter");
  EXPECT_EQ(complaint(first).field, "next_id");
  EXPECT_EQ(complaint(first + letter_line(3, 'b', -1, 1, 2, 0, 5)).field, "id");
  EXPECT_EQ(complaint(first + letter_line(3, 'b', -1, 1, 2, 0, 5)).line, 2U);
  EXPECT_EQ(complaint(first + letter_line(2, 'b', -1, 1, 3, 0, 5)).field, "position");
  EXPECT_EQ(complaint(first + letter_line(2, 'b', -1, 2, 2, 0, 5)).field, "word_id");
  EXPECT_EQ(complaint(first + letter_line(2, 'b', -1, 1, 2, 1, 5)).field, "fold");
  EXPECT_EQ(complaint(first + letter_line(2, 'b', -2, 1, 2, 0, 5)).field, "next_id");
  const std::string second = letter_line(2, 'b', 1, 1, 2, 0, 5);
  EXPECT_EQ(complaint(first + second + letter_line(1, 'a', -1, 1, 3, 0, 5)).field, "id");
  EXPECT_EQ(complaint("").problem, "there are no letters");
  std::string line = letter_line(1, 'a', -1, 1, 1, 0, 5);
  EXPECT_EQ(complaint(line.substr(0, 40) + "\n").field, "pixels");
  line.replace(line.size() - 4, 1, "nan");
  EXPECT_EQ(complaint(line).field, "pixels");
}

TEST(LetterData, TheOcrSetIsReadWhole) {
  SKEIN_REQUIRE_DATA();
  const std::vector<Word> words =
      read_letter_data(LineReader::open(test::data_folder() / "ocr/letter.data.gz"));
  std::size_t letters = 0;
  for (const Word& word : words) letters += word.letters.size();
  EXPECT_EQ(words.size(), 6'877U);
  EXPECT_EQ(letters, 52'152U);
  EXPECT_EQ(words_in_fold(words, 0).size(), 626U);
}

}  // namespace
}  // namespace skein::sequence
