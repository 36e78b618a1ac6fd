#include "workflow/judged_plan.h"

#include "base/input_error.h"
#include "workflow/check.h"
#include "workflow/plan_record.h"

namespace skein::workflow {
namespace {

namespace fs = std::filesystem;

bool is_month_folder(const fs::path& folder) {
  std::error_code error;
  return fs::exists(folder / "stations.csv", error) ||
         fs::exists(folder / "stations.csv.gz", error);
}

// As asked for; the folder itself, if it is a month with pairings; or what its summary names.
fs::path month_of(const JudgeRequest& request, const std::optional<PlanRecord>& record) {
  if (request.month) return *request.month;
  if (is_month_folder(request.plan)) return request.plan;
  if (!record) {
    throw InputError({request.plan, 0, "--month", "the plan does not say which month it is of",
                      "add --month MONTH"});
  }
  if (is_month_folder(record->month)) return record->month;
  throw InputError({request.plan / "summary.json", 0, "month",
                    "no month folder is at " + in_quotes(record->month),
                    "add --month MONTH, or go to where the plan was made"});
}

}  // namespace

PlanOfMonth judge_plan(const std::string& command, const JudgeRequest& request) {
  const std::optional<PlanRecord> record = read_plan_record(request.plan);
  PlanOfMonth own;
  own.month_folder = month_of(request, record);
  own.month = read_month_with_rules(own.month_folder, request.rules, request.plan);
  report::JudgedPlan& judged = own.judged;
  judged.name = request.plan.string();
  judged.plan = plan::read_plan(request.plan, own.month.schedule);
  judged.report = plan::check(own.month.schedule, own.month.rules, judged.plan,
                              {.base_rows = request.base_rows});
  judged.summary = summary_of(command, own.month_folder, own.month, judged.plan, judged.report);
  if (record) take_over(*record, request.plan, judged.summary);
  return own;
}

}  // namespace skein::workflow
