#include "base/text_source.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files.h"
#include "support/complaints.h"
#include "support/scratch_folder.h"

namespace skein {
namespace {

using test::complaint_of;
using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> lines_of(LineReader reader) {
  std::vector<std::string> lines;
  for (std::string_view line; reader.next(line);) lines.emplace_back(line);
  return lines;
}

TEST(LineReader, TakesAnyLineEndAndAMissingLastOne) {
  EXPECT_THAT(lines_of(LineReader::from_text("a\nb\r\n\nc", "t")), ElementsAre("a", "b", "", "c"));
  EXPECT_THAT(lines_of(LineReader::from_text("a\n", "t")), ElementsAre("a"));
  EXPECT_TRUE(lines_of(LineReader::from_text("", "t")).empty());
}

TEST(LineReader, ReadsGzipAndPlainAlike) {
  const test::ScratchFolder folder;
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += "line " + std::to_string(i) + "\n";
  folder.write("plain.csv", text);
  folder.write("packed.csv.gz", gzip(text));
  EXPECT_EQ(lines_of(LineReader::open(folder / "plain.csv")),
            lines_of(LineReader::open(folder / "packed.csv.gz")));
}

TEST(LineReader, NamesATruncatedGzipFile) {
  const test::ScratchFolder folder;
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += std::to_string(i * 7919) + "\n";
  const std::string packed = gzip(text);
  for (std::size_t size : {packed.size() / 2, packed.size() - 1, packed.size() - 9}) {
    const auto file = folder.write("cut.gz", packed.substr(0, size));
    const Complaint complaint = complaint_of([&] { lines_of(LineReader::open(file)); });
    EXPECT_EQ(complaint.file, file);
    EXPECT_THAT(complaint.problem, HasSubstr("truncated"));
  }
}

TEST(LineReader, NamesDamagedGzipData) {
  const test::ScratchFolder folder;
  std::string packed = gzip(std::string(100'000, 'x') + "\n");
  packed[packed.size() - 6] = static_cast<char>(~packed[packed.size() - 6]);  // the checksum
  const auto file = folder.write("bad.gz", packed);
  const Complaint complaint = complaint_of([&] { lines_of(LineReader::open(file)); });
  EXPECT_THAT(complaint.problem, testing::AnyOf(HasSubstr("damaged"), HasSubstr("longer")));
}

TEST(LineReader, RefusesAnEndlessLineWithoutReadingItAll) {
  const test::ScratchFolder folder;
  const auto file = folder.write("long.gz", gzip("first\n" + std::string(64 << 20, 'x')));
  LineReader reader = LineReader::open(file);
  std::string_view line;
  ASSERT_TRUE(reader.next(line));
  const Complaint complaint = complaint_of([&] { reader.next(line); });
  EXPECT_EQ(complaint.line, 2u);
  EXPECT_THAT(complaint.problem, HasSubstr("longer than"));
}

TEST(LineReader, RefusesBinaryData) {
  const Complaint complaint = complaint_of(
      [] { lines_of(LineReader::from_text(std::string("ok\na\0b\n", 7), "junk.csv")); });
  EXPECT_EQ(complaint.file, "junk.csv");
  EXPECT_EQ(complaint.line, 2u);
  EXPECT_THAT(complaint.problem, HasSubstr("binary"));
}

TEST(LineReader, NamesAMissingFileAndAFolder) {
  const test::ScratchFolder folder;
  EXPECT_THAT(complaint_of([&] { LineReader::open(folder / "no.csv"); }).problem,
              HasSubstr("no such file"));
  EXPECT_THAT(complaint_of([&] { LineReader::open(folder.path()); }).problem, HasSubstr("folder"));
}

}  // namespace
}  // namespace skein
