#include "base/words.h"

#include <gmock/gmock.h>

namespace skein {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Words, TrimTakesBlanksOffBothEndsOnly) {
  EXPECT_EQ(trim(" \ta b\r "), "a b");
  EXPECT_EQ(trim(""), "");
  EXPECT_EQ(trim(" \t "), "");
}

TEST(Words, SplitKeepsEmptyParts) {
  EXPECT_THAT(split("a , b,,c ", ','), ElementsAre("a", "b", "", "c"));
  EXPECT_THAT(split("", ','), ElementsAre(""));
  EXPECT_THAT(split(",", ','), ElementsAre("", ""));
}

TEST(Words, WordsAreNeverEmpty) {
  EXPECT_THAT(words_of("  a\tbc   d "), ElementsAre("a", "bc", "d"));
  EXPECT_THAT(words_of("   "), IsEmpty());
}

TEST(Words, CountsAreWholeNumbersWithinBounds) {
  EXPECT_EQ(parse_count("12", 0, 12), 12);
  EXPECT_EQ(parse_count("-3", -5, 0), -3);
  for (const char* text : {"", " 1", "1 ", "+1", "1.0", "0x1", "13", "-1", "99999999999"}) {
    EXPECT_FALSE(parse_count(text, 0, 12)) << text;
  }
}

}  // namespace
}  // namespace skein
