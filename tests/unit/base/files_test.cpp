#include "base/files.h"

#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/text_source.h"
#include "support/complaints.h"
#include "support/scratch_folder.h"

namespace skein {
namespace {

namespace fs = std::filesystem;
using test::complaint_of;
using testing::HasSubstr;

std::size_t entries(const fs::path& folder) {
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

TEST(WriteFile, ReplacesTheOldContentAndLeavesNothingElse) {
  const test::ScratchFolder folder;
  write_file(folder / "a.txt", "old\n");
  write_file(folder / "a.txt", "new\n");
  EXPECT_EQ(read_text(folder / "a.txt"), "new\n");
  EXPECT_EQ(entries(folder.path()), 1u);
}

TEST(WriteFile, CompressesByNameAndSameContentGivesSameBytes) {
  const test::ScratchFolder folder;
  write_file(folder / "a.csv.gz", "x,y\n1,2\n");
  EXPECT_EQ(read_text(folder / "a.csv.gz"), "x,y\n1,2\n");
  EXPECT_EQ(gzip("x,y\n1,2\n"), gzip("x,y\n1,2\n"));
}

TEST(WriteFile, ComplainsWhereItCannotWrite) {
  const test::ScratchFolder folder;
  const fs::path target = folder / "no/such/folder/a.txt";
  const Complaint complaint = complaint_of([&] { write_file(target, "x"); });
  EXPECT_EQ(complaint.file, target);
  EXPECT_THAT(complaint.problem, HasSubstr("cannot be written"));
}

TEST(WriteFile, KeepsLinksAndWritesWhatTheyPointTo) {
  const test::ScratchFolder folder;
  folder.write("real.txt", "old\n");
  fs::create_symlink(folder / "real.txt", folder / "link.txt");
  write_file(folder / "link.txt", "new\n");
  EXPECT_TRUE(fs::is_symlink(folder / "link.txt"));
  EXPECT_EQ(read_text(folder / "real.txt"), "new\n");
}

TEST(WriteFile, NeverReplacesADevice) {
  write_file("/dev/null", "x");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  const Complaint complaint = complaint_of([] { write_file("/dev/full", "x"); });
  EXPECT_THAT(complaint.problem, HasSubstr("No space left"));
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

TEST(StagedFolder, AppearsWholeOrNotAtAll) {
  const test::ScratchFolder folder;
  {
    StagedFolder staged(folder / "month", WhenFolderExists::kRefuse);
    staged.add("a.csv", "a\n");
    EXPECT_FALSE(fs::exists(folder / "month"));
  }
  EXPECT_EQ(entries(folder.path()), 0u) << "without commit nothing stays";
  StagedFolder staged(folder / "month", WhenFolderExists::kRefuse);
  staged.add("a.csv", "a\n");
  staged.add("b.csv", "b\n");
  staged.commit();
  EXPECT_EQ(read_text(folder / "month/b.csv"), "b\n");
  EXPECT_EQ(entries(folder.path()), 1u);
}

TEST(StagedFolder, RefusesAFolderThatIsInUseUnlessTold) {
  const test::ScratchFolder folder;
  folder.write("month/keep.txt", "mine\n");
  folder.write("month/a.csv", "old\n");
  const auto stage = [&](WhenFolderExists when) {
    StagedFolder staged(folder / "month", when);
    staged.add("a.csv", "new\n");
    staged.commit();
  };
  EXPECT_THAT(complaint_of([&] { stage(WhenFolderExists::kRefuse); }).remedy, HasSubstr("--force"));
  EXPECT_EQ(read_text(folder / "month/a.csv"), "old\n");
  stage(WhenFolderExists::kReplaceFiles);
  EXPECT_EQ(read_text(folder / "month/a.csv"), "new\n");
  EXPECT_EQ(read_text(folder / "month/keep.txt"), "mine\n");
}

TEST(StagedFolder, AcceptsAnEmptyFolderAndRefusesAFile) {
  const test::ScratchFolder folder;
  fs::create_directory(folder / "empty");
  StagedFolder staged(folder / "empty", WhenFolderExists::kRefuse);
  staged.add("a.csv", "a\n");
  staged.commit();
  EXPECT_TRUE(fs::exists(folder / "empty/a.csv"));
  folder.write("file", "x");
  complaint_of([&] { StagedFolder(folder / "file", WhenFolderExists::kReplaceFiles); });
}

}  // namespace
}  // namespace skein
