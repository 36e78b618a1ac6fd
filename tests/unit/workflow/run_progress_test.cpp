#include "workflow/run_progress.h"

#include <gtest/gtest.h>

#include "base/log.h"

namespace skein::workflow {
namespace {

TEST(RunProgress, ExpectsMoreOfLargerMonths) {
  for (const auto expected : {expected_learning, expected_prediction, expected_covering,
                              expected_optimization, expected_report}) {
    EXPECT_LT(expected(1'000), expected(10'000));
  }
}

TEST(RunProgress, ScalesWhatIsLeftByWhatStagesTook) {
  set_verbosity(Verbosity::kQuiet);
  RunProgress progress({{"one", 10}, {"two", 20}, {"three", 30}}, Deadline());
  EXPECT_NEAR(progress.seconds_left(), 60, 1);
  progress.end(0, 20);  // twice as long as expected
  progress.begin(1);
  EXPECT_NEAR(progress.seconds_left(), 100, 1);
  progress.end(1, 40);
  progress.end(2, 60);
  EXPECT_EQ(progress.seconds_left(), 0);
}

TEST(RunProgress, NeverTakesLongerThanTheLimit) {
  const RunProgress progress({{"one", 1e6}}, Deadline::in_seconds(50));
  EXPECT_LE(progress.seconds_left(), 50);
}

TEST(RunProgress, MomentsSayNothingAboutTheSpeed) {
  RunProgress progress({{"one", 1}, {"two", 20}}, Deadline());
  progress.end(0, 0.01);
  EXPECT_NEAR(progress.seconds_left(), 20, 1);
}

}  // namespace
}  // namespace skein::workflow
