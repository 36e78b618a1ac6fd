#include "workflow/plan_record.h"

#include <gtest/gtest.h>

#include "support/complaints.h"
#include "support/scratch_folder.h"

namespace skein::workflow {
namespace {

plan::Summary summary() {
  plan::Summary own;
  own.month = "january";
  own.rules = "gerad";
  own.cost.uncovered = Cost(1000);
  own.bound = plan::Bound{900, "lp"};
  own.stopped = "gap";
  own.wall_seconds = 12;
  return own;
}

TEST(PlanRecord, SaysHowAPlanWasMade) {
  const test::ScratchFolder folder;
  EXPECT_FALSE(read_plan_record(folder.path()));
  folder.write("summary.json", plan::summary_json(summary()));
  const auto record = read_plan_record(folder.path());
  ASSERT_TRUE(record);
  EXPECT_EQ(record->month, "january");
  EXPECT_EQ(record->cost, 1000);
  EXPECT_EQ(record->bound->value, 900);
  EXPECT_EQ(record->stopped, "gap");
  EXPECT_EQ(record->wall_seconds, 12);
}

TEST(PlanRecord, OfAGreedyPlanHasNoBound) {
  const test::ScratchFolder folder;
  plan::Summary own = summary();
  own.bound.reset();
  folder.write("summary.json", plan::summary_json(own));
  EXPECT_FALSE(read_plan_record(folder.path())->bound);
}

TEST(PlanRecord, ABoundIsTakenOverOnlyForThePlanAndTheRulesItIsOf) {
  const test::ScratchFolder folder;
  folder.write("summary.json", plan::summary_json(summary()));
  const PlanRecord record = *read_plan_record(folder.path());
  plan::Summary same;
  same.rules = "gerad";
  same.cost.uncovered = Cost(1000);
  take_over(record, folder.path(), same);
  ASSERT_TRUE(same.bound);
  EXPECT_EQ(same.bound->kind, "lp");
  plan::Summary dearer;
  dearer.rules = "gerad";
  dearer.cost.uncovered = Cost(1001);
  take_over(record, folder.path(), dearer);
  EXPECT_FALSE(dearer.bound);
  plan::Summary elsewhere;
  elsewhere.rules = "easa";
  elsewhere.cost.uncovered = Cost(1000);
  take_over(record, folder.path(), elsewhere);
  EXPECT_FALSE(elsewhere.bound);
}

TEST(PlanRecord, DamagedOnesAreRefusedByField) {
  const test::ScratchFolder folder;
  const auto field = [&](const std::string& text) {
    folder.write("summary.json", text);
    const Complaint complaint = test::complaint_of([&] { read_plan_record(folder.path()); });
    EXPECT_EQ(complaint.file.filename(), "summary.json");
    return complaint.field;
  };
  EXPECT_EQ(field("{"), "");
  EXPECT_EQ(field("{\"month\": 3}"), "month");
  EXPECT_EQ(field("{\"month\": \"m\", \"rules\": \"gerad\", \"cost\": []}"), "cost.total");
}

}  // namespace
}  // namespace skein::workflow
