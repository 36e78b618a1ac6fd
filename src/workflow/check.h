// `skein check`: the verdict on the pairings of a month.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "plan/checker.h"
#include "plan/month_folder.h"
#include "plan/summary.h"

namespace skein::workflow {

struct CheckRequest {
  std::filesystem::path month;
  std::optional<std::filesystem::path> plan;  // else the month's own pairings
  std::optional<std::string> rules;           // preset or file; else the month's own
  bool base_rows = true;
};

struct CheckOutcome {
  plan::Month month;
  plan::Plan plan;
  plan::CheckReport report;
  plan::Summary summary;
};

CheckOutcome check_month(const CheckRequest& request);

// The figures of a plan as a command reports them.
plan::Summary summary_of(const std::string& command, const std::filesystem::path& folder,
                         const plan::Month& month, const plan::Plan& plan,
                         const plan::CheckReport& report);

// The month with the rules that were asked for, or its own.
plan::Month read_month_with_rules(const std::filesystem::path& folder,
                                  const std::optional<std::string>& rules);

}  // namespace skein::workflow
