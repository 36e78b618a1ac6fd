#include "workflow/report.h"

#include <fmt/format.h>

#include "base/input_error.h"
#include "base/text_source.h"
#include "workflow/plan_record.h"
#include "workflow/version.h"

namespace skein::workflow {
namespace {

namespace fs = std::filesystem;

bool is_month_folder(const fs::path& folder) {
  std::error_code error;
  return fs::exists(folder / "stations.csv", error) ||
         fs::exists(folder / "stations.csv.gz", error);
}

// As asked for; the folder itself, if it is a month with pairings; or what its summary names.
fs::path month_of(const ReportRequest& request, const std::optional<PlanRecord>& record) {
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

report::JudgedPlan judge(const fs::path& folder, const std::optional<PlanRecord>& record,
                         const ReportRequest& request, const fs::path& month_folder,
                         const plan::Month& month) {
  report::JudgedPlan judged;
  judged.name = folder.string();
  judged.plan = plan::read_plan(folder, month.schedule);
  judged.report =
      plan::check(month.schedule, month.rules, judged.plan, {.base_rows = request.base_rows});
  judged.summary = summary_of("report", month_folder, month, judged.plan, judged.report);
  if (record) take_over(*record, folder, judged.summary);
  return judged;
}

std::vector<report::CoursePoint> course_of(const fs::path& folder) {
  const fs::path log = folder / "log.jsonl";
  std::error_code error;
  if (!fs::exists(log, error)) return {};
  return report::read_course(LineReader::open(log));
}

}  // namespace

ReportOutcome write_report(const ReportRequest& request) {
  const std::optional<PlanRecord> record = read_plan_record(request.plan);
  const fs::path folder = month_of(request, record);
  const plan::Month month = read_month_with_rules(folder, request.rules);
  const report::JudgedPlan plan = judge(request.plan, record, request, folder, month);
  std::optional<report::JudgedPlan> against;
  if (request.against) {
    against = judge(*request.against, read_plan_record(*request.against), request, folder, month);
  }
  report::PlanPageInput input;
  input.title = request.title.value_or("Crew plan " + request.plan.lexically_normal().string());
  input.month = &month;
  input.plan = &plan;
  input.against = against ? &*against : nullptr;
  input.course = course_of(request.plan);
  input.sections = request.sections;
  input.footer = fmt::format("Skein {}", version());
  input.base_rows = request.base_rows;
  const std::string page = report::plan_page(input);
  write_file(request.output, page);
  return {plan.summary, page.size()};
}

}  // namespace skein::workflow
