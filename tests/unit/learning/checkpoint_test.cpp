#include "learning/checkpoint.h"

#include <fstream>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/complaints.h"
#include "support/scratch_folder.h"

namespace skein::learning {
namespace {

using test::complaint_of;
using testing::HasSubstr;

class CheckpointTest : public testing::Test {
 protected:
  void write() {
    StateWriter writer("training");
    exchange(writer);
    writer.write(file_);
  }
  void exchange(StateArchive& archive) {
    archive.exchange("random numbers", rng_);
    archive.exchange("values", values_);
    archive.exchange("steps", steps_);
  }
  std::string problem_on_reading(std::string_view kind = "training") {
    return complaint_of([&] {
             StateReader reader(file_, kind);
             exchange(reader);
           })
        .problem;
  }
  std::string content() const {
    std::ifstream stream(file_, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  void replace(const std::string& content) const {
    std::ofstream(file_, std::ios::binary) << content;
  }

  test::ScratchFolder scratch_;
  std::filesystem::path file_ = scratch_.path() / "state";
  Rng rng_{1};
  std::vector<double> values_{1.5, -2, 1e-300};
  std::uint64_t steps_ = 7;
};

TEST_F(CheckpointTest, ReturnsWhatWasWritten) {
  rng_.next();
  write();
  const std::vector<double> values = values_;
  const std::uint64_t next = rng_.next();
  values_ = {0, 0, 0};
  steps_ = 0;
  StateReader reader(file_, "training");
  exchange(reader);
  EXPECT_EQ(values_, values);
  EXPECT_EQ(steps_, 7U);
  EXPECT_EQ(rng_.next(), next);
}

TEST_F(CheckpointTest, AnyDamageIsFound) {
  write();
  const std::string whole = content();
  for (std::size_t at = 0; at < whole.size(); at += 5) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 4);
    replace(damaged);
    EXPECT_NE(problem_on_reading(), "") << "at " << at;
    replace(whole.substr(0, at));
    EXPECT_NE(problem_on_reading(), "") << "cut at " << at;
  }
}

TEST_F(CheckpointTest, OfAnotherTrainingIsRefused) {
  write();
  EXPECT_THAT(problem_on_reading("other"), HasSubstr("\"other\""));
  values_.push_back(3);
  EXPECT_THAT(problem_on_reading(), HasSubstr("has 3 numbers, not 4"));
  file_ = scratch_.path() / "none";
  EXPECT_THAT(problem_on_reading(), HasSubstr("cannot be read"));
}

}  // namespace
}  // namespace skein::learning
