#include "workflow/report.h"

#include <fmt/format.h>

#include "base/text_source.h"
#include "pairing/rules_toml.h"
#include "workflow/judged_plan.h"
#include "workflow/version.h"

namespace skein::workflow {
namespace {

namespace fs = std::filesystem;

std::vector<report::CoursePoint> course_of(const fs::path& folder) {
  const fs::path log = folder / "log.jsonl";
  std::error_code error;
  if (!fs::exists(log, error)) return {};
  return report::read_course(LineReader::open(log));
}

}  // namespace

ReportOutcome write_report(const ReportRequest& request) {
  const PlanOfMonth plan =
      judge_plan("report", {request.plan, request.month, request.rules, request.base_rows});
  std::optional<PlanOfMonth> against;
  if (request.against) {
    against = judge_plan("report",
                         {*request.against, plan.month_folder, request.rules, request.base_rows});
  }
  report::PlanPageInput input;
  input.title = request.title.value_or("Crew plan " + request.plan.lexically_normal().string());
  input.month = &plan.month;
  input.plan = &plan.judged;
  if (against) {
    input.against = &against->judged;
    input.rule_changes = pairing::rule_changes(against->month.rules, plan.month.rules);
  }
  input.course = course_of(request.plan);
  input.sections = request.sections;
  input.footer = fmt::format("Skein {}", version());
  input.base_rows = request.base_rows;
  const std::string page = report::plan_page(input);
  write_file(request.output, page);
  return {plan.judged.summary, page.size()};
}

}  // namespace skein::workflow
