#include "base/checkpoint.h"

#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/complaints.h"
#include "support/scratch_folder.h"

namespace skein {
namespace {

namespace fs = std::filesystem;
using test::complaint_of;
using testing::ElementsAre;
using testing::HasSubstr;

struct Killed {};

class CheckpointTest : public testing::Test {
 protected:
  CheckpointOptions options(const std::string& gap = "0.1") const {
    return {file_, "count", {{"version", "1"}, {"--gap", gap}}, 0};
  }

  // Counts to 3, three times, and is killed in the middle of a step.
  void count(Checkpoint* checkpoint, int steps_to_live) {
    std::uint64_t outer = 0;
    const CheckpointLevel level(checkpoint, "outer", [&](StateArchive& archive) {
      archive.exchange("outer", outer);
      archive.exchange_list("seen", seen_);
    });
    for (; outer < 3; ++outer) {
      std::uint64_t inner = 0;
      CheckpointLevel inside(checkpoint, "inner",
                             [&](StateArchive& archive) { archive.exchange("inner", inner); });
      while (inner < 3) {
        seen_.push_back(10 * outer + inner);
        if (--steps_to_live < 0) throw Killed();
        ++inner;
        inside.step();
      }
    }
  }

  test::ScratchFolder scratch_;
  fs::path file_ = scratch_ / "state";
  std::vector<std::uint64_t> seen_;
};

TEST_F(CheckpointTest, GoesOnAfterTheLastFinishedStep) {
  for (int steps = 1; steps < 9; ++steps) {
    seen_.clear();
    Checkpoint first(options());
    EXPECT_THROW(count(&first, steps), Killed);
    seen_ = {99};
    Checkpoint second(options());
    second.resume();
    count(&second, 100);
    EXPECT_THAT(seen_, ElementsAre(0, 1, 2, 10, 11, 12, 20, 21, 22)) << steps;
  }
}

TEST_F(CheckpointTest, IsNotNeeded) {
  count(nullptr, 100);
  EXPECT_EQ(seen_.size(), 9U);
  EXPECT_FALSE(fs::exists(file_));
}

TEST_F(CheckpointTest, IsRemovedWithWhatAKillLeft) {
  scratch_.write(".state.a1B2c3", "half");
  scratch_.write(".state.note", "not ours");
  Checkpoint checkpoint(options());
  count(&checkpoint, 100);
  EXPECT_EQ(checkpoint.written(), 9);
  EXPECT_TRUE(fs::exists(file_));
  checkpoint.remove();
  EXPECT_FALSE(fs::exists(file_));
  EXPECT_FALSE(fs::exists(scratch_ / ".state.a1B2c3"));
  EXPECT_TRUE(fs::exists(scratch_ / ".state.note"));
}

TEST_F(CheckpointTest, WaitsBetweenTwo) {
  CheckpointOptions seldom = options();
  seldom.seconds_between = 1000;
  Checkpoint checkpoint(seldom);
  count(&checkpoint, 100);
  EXPECT_EQ(checkpoint.written(), 0);
}

TEST_F(CheckpointTest, DoesNotKeepStepsThatWereCutShort) {
  Checkpoint checkpoint(options());
  checkpoint.set_deadline(Deadline::in_seconds(0));
  count(&checkpoint, 100);
  EXPECT_FALSE(fs::exists(file_));
}

TEST_F(CheckpointTest, AFullDiskDoesNotStopTheWork) {
  CheckpointOptions nowhere = options();
  scratch_.write("a_file", "");
  nowhere.file = scratch_ / "a_file/state";
  Checkpoint checkpoint(nowhere);
  count(&checkpoint, 100);
  EXPECT_EQ(seen_.size(), 9U);
  EXPECT_EQ(checkpoint.written(), 0);
}

TEST_F(CheckpointTest, OfAnotherRunIsRefused) {
  Checkpoint first(options());
  EXPECT_THROW(count(&first, 4), Killed);
  const auto complaint = [&](const CheckpointOptions& given) {
    return complaint_of([&] {
      Checkpoint second(given);
      second.resume();
    });
  };
  const Complaint gap = complaint(options("0.2"));
  EXPECT_EQ(gap.file, file_);
  EXPECT_EQ(gap.field, "--gap");
  EXPECT_THAT(gap.problem, HasSubstr("\"0.1\", and this one has \"0.2\""));
  EXPECT_THAT(gap.remedy, HasSubstr("--force"));
  CheckpointOptions other = options();
  other.kind = "other";
  EXPECT_THAT(complaint(other).problem, HasSubstr("not of the kind"));
}

TEST_F(CheckpointTest, OfOtherLevelsIsRefused) {
  Checkpoint first(options());
  EXPECT_THROW(count(&first, 4), Killed);
  Checkpoint second(options());
  second.resume();
  EXPECT_THAT(complaint_of([&] {
                const CheckpointLevel level(&second, "inner", [](StateArchive&) {});
              }).problem,
              HasSubstr("is expected"));
}

}  // namespace
}  // namespace skein
