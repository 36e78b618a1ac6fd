#include "base/workers.h"

#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace skein {
namespace {

class WorkersTest : public testing::TestWithParam<std::size_t> {};

TEST_P(WorkersTest, RunsEveryTaskOnceInJobAfterJob) {
  Workers workers(GetParam());
  EXPECT_EQ(workers.size(), GetParam());
  for (std::size_t count : {0U, 1U, 2U, 3U, 1000U, 5U, 0U, 200U}) {
    std::vector<std::atomic<int>> runs(count);
    workers.run(count, [&](std::size_t number, std::size_t) { ++runs[number]; });
    for (const auto& times : runs) ASSERT_EQ(times, 1);
  }
}

TEST_P(WorkersTest, FinishesShortJobsInQuickSuccession) {
  Workers workers(GetParam());
  std::size_t sum = 0;
  for (std::size_t job = 0; job < 2'000; ++job) {
    std::vector<std::size_t> results(3, 0);
    workers.run(3, [&](std::size_t number, std::size_t) { results[number] = job + number; });
    sum += results[0] + results[1] + results[2];
  }
  EXPECT_EQ(sum, 3 * (2'000 * 1'999 / 2) + 3 * 2'000);
}

// So that each can have scratch memory of its own.
TEST_P(WorkersTest, NeverUsesAWorkerForTwoTasksAtATime) {
  Workers workers(GetParam());
  std::vector<std::atomic<int>> busy(workers.size());
  std::atomic<int> clashes = 0;
  workers.run(3'000, [&](std::size_t, std::size_t worker) {
    if (++busy.at(worker) != 1) ++clashes;
    --busy[worker];
  });
  EXPECT_EQ(clashes, 0);
}

TEST_P(WorkersTest, ThrowsWhatATaskThrewAndCanGoOn) {
  Workers workers(GetParam());
  const auto fail_once = [&] {
    workers.run(100, [](std::size_t number, std::size_t) {
      if (number == 40) throw std::runtime_error("task 40");
    });
  };
  for (int time = 0; time < 20; ++time) {
    try {
      fail_once();
      FAIL() << "nothing was thrown";
    } catch (const std::runtime_error& error) {
      EXPECT_EQ(error.what(), std::string("task 40"));
    }
    std::atomic<int> done = 0;
    workers.run(50, [&](std::size_t, std::size_t) { ++done; });
    EXPECT_EQ(done, 50);
  }
}

TEST_P(WorkersTest, GivesTheSameResultsAsOneThread) {
  const auto compute = [](std::size_t threads) {
    Workers workers(threads);
    std::vector<double> results(500);
    workers.run(results.size(), [&](std::size_t number, std::size_t) {
      double value = static_cast<double>(number);
      for (int step = 0; step < 50; ++step) value = 0.5 * value + 1.0 / (1.0 + value);
      results[number] = value;
    });
    return results;
  };
  EXPECT_EQ(compute(GetParam()), compute(1));
}

INSTANTIATE_TEST_SUITE_P(Threads, WorkersTest, testing::Values(1, 2, 3, 8));

TEST(Workers, AreOnePerCoreWhereNoNumberIsGiven) {
  EXPECT_GE(Workers().size(), 1U);
}

}  // namespace
}  // namespace skein
