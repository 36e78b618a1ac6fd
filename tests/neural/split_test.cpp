#include "neural/split.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/complaints.h"

namespace skein::neural {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Split read(const std::string& text, std::size_t words) {
  return read_split(LineReader::from_text(text, "split.csv"), words);
}

TEST(Split, WordsAreNumberedFromOneInTheFile) {
  const Split split =
      read("word,part\n2,test\n5,train\n1,train\n3,unused\n4,validation\n6,validation\n", 6);
  EXPECT_THAT(split.train, ElementsAre(0, 4));
  EXPECT_THAT(split.validation, ElementsAre(3, 5));
  EXPECT_THAT(split.test, ElementsAre(1));
  EXPECT_THAT(split.learnt(), ElementsAre(0, 3, 4, 5));
}

TEST(Split, BadLinesAreNamed) {
  const auto complaint = [](const std::string& text) {
    return test::complaint_of([&] { read("word,part\n" + text, 2); });
  };
  const Complaint twice = complaint("1,train\n1,test\n2,train\n");
  EXPECT_EQ(twice.file, "split.csv");
  EXPECT_EQ(twice.line, 3U);
  EXPECT_EQ(twice.field, "word");
  EXPECT_EQ(complaint("1,train\n3,test\n").line, 3U);
  EXPECT_EQ(complaint("0,train\n").line, 2U);
  EXPECT_EQ(complaint("1,train\n2,later\n").field, "part");
  EXPECT_THAT(complaint("2,train\n").problem, HasSubstr("word 1"));
  EXPECT_EQ(test::complaint_of([] { read("word\n1\n", 1); }).field, "part");
}

}  // namespace
}  // namespace skein::neural
