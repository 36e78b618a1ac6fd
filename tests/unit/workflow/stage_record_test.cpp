#include "workflow/stage_record.h"

#include <gtest/gtest.h>

#include "support/scratch_folder.h"

namespace skein::workflow {
namespace {

StageRecord record() {
  return {"predict",
          "1.2",
          {{"m/schedule.csv", "aa"}},
          {{"decoder", "legal"}},
          true,
          {{"start/pairings.csv", "bb"}},
          1.5,
          2.5,
          {{"pairings", "7"}}};
}

TEST(StageRecord, IsReadAsItWasWritten) {
  const test::ScratchFolder folder;
  const auto file = folder.write("predict.json", stage_json(record()));
  const auto read = read_stage(file);
  ASSERT_TRUE(read);
  EXPECT_TRUE(is_same_work(*read, record()));
  EXPECT_TRUE(read->finished);
  EXPECT_EQ(read->outputs, record().outputs);
  EXPECT_EQ(read->figures, record().figures);
  EXPECT_EQ(read->wall_seconds, 1.5);
  EXPECT_EQ(read->cpu_seconds, 2.5);
}

TEST(StageRecord, DamagedOrAbsentOnesAreNone) {
  const test::ScratchFolder folder;
  EXPECT_FALSE(read_stage(folder / "absent.json"));
  const std::string text = stage_json(record());
  EXPECT_FALSE(read_stage(folder.write("half.json", text.substr(0, text.size() / 2))));
  EXPECT_FALSE(read_stage(folder.write("other.json", "{\"stage\": 3}")));
  EXPECT_FALSE(read_stage(folder.write("list.json", "[]")));
}

TEST(StageRecord, WorkIsTheSameByContentNotByTheNamesOfFiles) {
  StageRecord moved = record();
  moved.inputs.front().first = "elsewhere/schedule.csv";
  moved.outputs.clear();
  EXPECT_TRUE(is_same_work(record(), moved));
  StageRecord changed = record();
  changed.inputs.front().second = "ab";
  EXPECT_FALSE(is_same_work(record(), changed));
  changed = record();
  changed.options.front().second = "joint";
  EXPECT_FALSE(is_same_work(record(), changed));
  changed = record();
  changed.version = "1.3";
  EXPECT_FALSE(is_same_work(record(), changed));
  changed = record();
  changed.inputs.emplace_back("more", "cc");
  EXPECT_FALSE(is_same_work(record(), changed));
}

TEST(StageRecord, FingerprintsFollowTheBytes) {
  const test::ScratchFolder folder;
  const auto a = folder.write("a", std::string("x\0y", 3));
  const auto b = folder.write("b", std::string("x\0y", 3));
  const auto c = folder.write("c", std::string("x\0z", 3));
  EXPECT_EQ(fingerprint_of(a), fingerprint_of(b));
  EXPECT_NE(fingerprint_of(a), fingerprint_of(c));
  EXPECT_EQ(fingerprint_of(folder / "none"), "absent");
  EXPECT_EQ(fingerprint_of(folder.path()), "absent") << "a folder is no file";
}

}  // namespace
}  // namespace skein::workflow
