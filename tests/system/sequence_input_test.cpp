// Words that are not as they should be: a message with file, line, field and remedy, exit code 2,
// and nothing half-written.
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/scratch_folder.h"
#include "system/run_program.h"

namespace skein {
namespace {

namespace fs = std::filesystem;
using test::run_skein;
using test::RunOutcome;
using testing::AllOf;
using testing::HasSubstr;

struct LetterLine {
  std::string id, letter, next, word, position, fold;
  std::string pixel = "1";  // the first; others are 0

  std::string text() const {
    std::string line = id + '\t' + letter + '\t' + next + '\t' + word + '\t' + position + '\t' +
                       fold + '\t' + pixel;
    for (int k = 1; k < 128; ++k) line += "\t0";
    return line + "\t\n";
  }
};

// Sound words of two letters, in which each test breaks one thing.
class SequenceInput : public testing::Test {
 protected:
  SequenceInput() {
    for (int id = 1; id <= 20; id += 2) {
      const std::string word = std::to_string(id);
      const std::string fold = std::to_string(id / 2);
      lines_.push_back({word, "a", std::to_string(id + 1), word, "1", fold});
      lines_.push_back({std::to_string(id + 1), "b", "-1", word, "2", fold});
    }
  }

  std::string at(const std::string& name) const { return (folder_ / name).string(); }

  void write() const {
    std::string text;
    for (const LetterLine& line : lines_) text += line.text();
    folder_.write("letters", text);
  }

  // All commands that read words must refuse with all these, and write nothing.
  template <class... Words>
  void expect_refused(Words... words) const {
    const std::string data = at("letters");
    for (const std::string& command :
         {"sequence learn " + data + " --epochs 1 -o " + at("model") + " --checkpoint " +
              at("state") + " --summary " + at("summary.json"),
          "experiment ocr-optimizers " + data + " --epochs 1 -o " + at("curves") +
              " --checkpoints " + at("states") + " --summary " + at("summary.json")}) {
      const RunOutcome outcome = run_skein(command);
      EXPECT_EQ(outcome.exit_code, 2) << outcome.messages;
      EXPECT_THAT(outcome.messages, AllOf(HasSubstr(words)...));
      EXPECT_EQ(std::distance(fs::directory_iterator(folder_.path()), fs::directory_iterator()), 1)
          << "nothing but the words is left";
    }
  }

  std::vector<LetterLine> lines_;
  test::ScratchFolder folder_;
};

TEST_F(SequenceInput, SoundWordsAreFine) {
  write();
  const RunOutcome outcome =
      run_skein("sequence learn " + at("letters") + " --epochs 1 -o " + at("model"));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.messages;
}

TEST_F(SequenceInput, ALabelOutsideTheAlphabet) {
  lines_[4].letter = "B";
  write();
  expect_refused("letters:5:", "letter", "\"B\" is not in the alphabet", "a to z");
}

TEST_F(SequenceInput, ANextLetterThatDoesNotComeNext) {
  lines_[2].next = "17";
  write();
  expect_refused("letters:4:", "id", "where the word goes on with 17", "order of their words");
}

TEST_F(SequenceInput, AWordThatReturnsToItsFirstLetter) {
  lines_[3].next = "3";
  write();
  expect_refused("letters:5:", "where the word goes on with 3", "order of their words");
}

TEST_F(SequenceInput, AWordWithoutAnEnd) {
  lines_.back().next = "21";
  write();
  expect_refused("letters:20:", "next_id", "ends before letter 21", "get the whole file");
}

TEST_F(SequenceInput, APixelThatIsNoNumber) {
  lines_[6].pixel = "nan";
  write();
  expect_refused("letters:7:", "pixels", "\"nan\" is not a pixel", "use 0 or 1");
}

TEST_F(SequenceInput, AnEmptyWord) {
  std::string text;
  for (const LetterLine& line : lines_) text += line.text();
  folder_.write("letters", text + "\n");
  expect_refused("letters:21:", "id", "the line ends before it", "give all columns");
}

TEST_F(SequenceInput, NoWords) {
  folder_.write("letters", "");
  expect_refused("letters", "there are no letters", "give a file with words");
}

TEST_F(SequenceInput, AnImageOfAnotherSize) {
  lines_[6].pixel = "1\t0";
  write();
  expect_refused("letters:7:");
  lines_[6].pixel = "";
  write();
  expect_refused("letters:7:", "pixels");
}

// Kernel networks have nothing to learn from words that are all of one letter, or all in the fold
// that they are to read.
TEST_F(SequenceInput, WordsThatNothingCanBeLearntFrom) {
  const auto expect_complaint = [&](const std::string& problem) {
    write();
    const RunOutcome outcome =
        run_skein("sequence learn " + at("letters") + " --features ckn --fold 3 -o " + at("model") +
                  " --checkpoint " + at("state"));
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_THAT(outcome.messages, HasSubstr(problem));
    EXPECT_FALSE(fs::exists(at("model")));
    EXPECT_FALSE(fs::exists(at("state")));
  };
  for (LetterLine& line : lines_) line.letter = "a";
  expect_complaint("all places have the same label");
  for (LetterLine& line : lines_) line.fold = "3";
  expect_complaint("fold");
}

TEST_F(SequenceInput, WordsToReadAreLookedAtBeforeAnythingIsWritten) {
  write();
  ASSERT_EQ(
      run_skein("sequence learn " + at("letters") + " --epochs 1 -o " + at("model")).exit_code, 0);
  lines_[4].letter = "?";
  write();
  const RunOutcome outcome =
      run_skein("sequence test " + at("model") + " " + at("letters") + " --predictions " +
                at("read.csv") + " --summary " + at("summary.json"));
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.messages, AllOf(HasSubstr("letters:5:"), HasSubstr("a to z")));
  EXPECT_FALSE(fs::exists(at("read.csv")));
  EXPECT_FALSE(fs::exists(at("summary.json")));
}

}  // namespace
}  // namespace skein
