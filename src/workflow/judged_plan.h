// A plan with its month, judged by the rules that it was made with.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "plan/month_folder.h"
#include "report/plan_page.h"

namespace skein::workflow {

struct JudgeRequest {
  std::filesystem::path plan;                  // plan folder, or a month folder with pairings
  std::optional<std::filesystem::path> month;  // else the plan's own
  std::optional<std::string> rules;            // preset or file; else the plan's, or the month's
  bool base_rows = true;
};

struct PlanOfMonth {
  std::filesystem::path month_folder;
  plan::Month month;
  report::JudgedPlan judged;
};

PlanOfMonth judge_plan(const std::string& command, const JudgeRequest& request);

}  // namespace skein::workflow
