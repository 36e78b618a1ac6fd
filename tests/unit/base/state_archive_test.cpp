#include "base/state_archive.h"

#include <cmath>
#include <csignal>
#include <fstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include "support/complaints.h"
#include "support/scratch_folder.h"

namespace skein {
namespace {

using test::complaint_of;
using testing::HasSubstr;

class StateArchiveTest : public testing::Test {
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
    archive.exchange_list("list", list_);
    archive.exchange_text("text", text_);
    archive.exchange_whole("number", number_);
    archive.exchange_whole("flag", flag_);
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
  std::vector<double> list_{0.1, -0.0};
  std::string text_ = "nine bytes";
  int number_ = -3;
  bool flag_ = true;
};

TEST_F(StateArchiveTest, ReturnsWhatWasWritten) {
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

TEST_F(StateArchiveTest, ListsAndTextsComeBackInTheirLength) {
  write();
  for (const std::string& text : {std::string(), std::string("12345678"), std::string("other")}) {
    list_.assign(text.size(), 5);
    text_ = text;
    number_ = 0;
    flag_ = false;
    StateReader reader(file_, "training");
    exchange(reader);
    ASSERT_EQ(list_.size(), 2U);
    EXPECT_EQ(list_[0], 0.1);
    EXPECT_TRUE(std::signbit(list_[1]));
    EXPECT_EQ(text_, "nine bytes");
    EXPECT_EQ(number_, -3);
    EXPECT_TRUE(flag_);
  }
}

TEST_F(StateArchiveTest, ANewerFormatIsNamed) {
  write();
  std::string newer = content();
  newer.replace(newer.find('1'), 1, "23");
  replace(newer);
  EXPECT_THAT(problem_on_reading(), HasSubstr("has the format \"23\""));
}

TEST_F(StateArchiveTest, AnyDamageIsFound) {
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

TEST_F(StateArchiveTest, OfAnotherRunIsRefused) {
  write();
  EXPECT_THAT(problem_on_reading("other"), HasSubstr("\"other\""));
  values_.push_back(3);
  EXPECT_THAT(problem_on_reading(), HasSubstr("has 3 numbers, not 4"));
  file_ = scratch_.path() / "none";
  EXPECT_THAT(problem_on_reading(), HasSubstr("cannot be read"));
}

// A limit on the size of files stands for a full disk.
TEST_F(StateArchiveTest, AFullDiskLeavesTheEarlierOne) {
  write();
  const std::string whole = content();
  values_.assign(10'000, 2.0);
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{1024, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  const auto complaint = complaint_of([&] { write(); });
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_THAT(complaint.file.string(), HasSubstr("state"));
  EXPECT_NE(complaint.remedy, "");
  EXPECT_EQ(content(), whole);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(scratch_.path()),
                          std::filesystem::directory_iterator()),
            1);
}

}  // namespace
}  // namespace skein
