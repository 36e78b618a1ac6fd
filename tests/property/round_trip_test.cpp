// Writing and reading any month or plan gives the same thing.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "base/files.h"
#include "pairing/rules_toml.h"
#include "plan/month_folder.h"
#include "plan/pairings_csv.h"
#include "property/arbitrary.h"
#include "schedule/csv_files.h"
#include "support/scratch_folder.h"

namespace skein {
namespace {

TEST(RoundTrip, AnyRules) {
  EXPECT_TRUE(rc::check([] {
    const pairing::Rules rules = *test::arbitrary_rules();
    const std::string text = pairing::rules_toml(rules);
    RC_ASSERT(pairing::parse_rules(text, "rules.toml") == rules);
  }));
}

TEST(RoundTrip, AnyMonthWithAnyPlan) {
  EXPECT_TRUE(rc::check([] {
    const test::ScratchFolder scratch;
    const plan::Month month = *test::arbitrary_month();
    const plan::Plan plan = *test::arbitrary_plan(month.schedule);
    StagedFolder folder(scratch / "month", WhenFolderExists::kRefuse);
    plan::add_month_files(folder, month, plan);
    folder.commit();
    RC_ASSERT(plan::read_month(scratch / "month") == month);
    RC_ASSERT(plan::read_plan(scratch / "month", month.schedule) == plan);
  }));
}

TEST(RoundTrip, AnyMonthThroughGzip) {
  EXPECT_TRUE(rc::check([] {
    const test::ScratchFolder scratch;
    const plan::Month month = *test::arbitrary_month();
    const plan::Plan plan = *test::arbitrary_plan(month.schedule);
    write_file(scratch / "schedule.csv.gz", schedule::schedule_csv(month.schedule));
    write_file(scratch / "stations.csv.gz", schedule::stations_csv(month.schedule));
    write_file(scratch / "pairings.csv.gz",
               plan::pairings_csv(month.schedule, month.rules.work, plan));
    write_file(scratch / "rules.toml", pairing::rules_toml(month.rules));
    RC_ASSERT(plan::read_month(scratch.path()) == month);
    RC_ASSERT(plan::read_plan(scratch.path(), month.schedule) == plan);
  }));
}

}  // namespace
}  // namespace skein
