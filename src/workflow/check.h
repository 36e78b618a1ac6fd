// `skein check`: the verdict on the pairings of a month.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/workers.h"
#include "plan/checker.h"
#include "plan/month_folder.h"
#include "plan/outlook.h"
#include "plan/summary.h"

namespace skein::workflow {

struct CheckRequest {
  std::filesystem::path month;
  std::optional<std::filesystem::path> plan;    // else the month's own pairings
  std::optional<std::string> rules;             // preset or file; else the plan's, or the month's
  std::optional<std::filesystem::path> wishes;  // else those of the plan
  bool base_rows = true;
  bool explain = false;     // say what could be done about each uncovered flight
  bool bound = false;       // work out the bound again that the plan's prices prove
  std::size_t threads = 0;  // 0: all cores
};

struct CheckOutcome {
  plan::Month month;
  plan::Plan plan;
  plan::CheckReport report;
  plan::Summary summary;
  std::vector<plan::Outlook> outlooks;  // of the uncovered flights, where asked for
};

// For each uncovered flight of the report: a pairing that could operate it, or what would allow
// one; and what the plan would save by it, with or without a charge for hours above base shares.
std::vector<plan::Outlook> explain_uncovered(const plan::Month& month,
                                             const plan::CheckReport& report, bool base_rows,
                                             Workers& workers);

CheckOutcome check_month(const CheckRequest& request);

// The figures of a plan as a command reports them.
plan::Summary summary_of(const std::string& command, const std::filesystem::path& folder,
                         const plan::Month& month, const plan::Plan& plan,
                         const plan::CheckReport& report);

// The month with the rules that were asked for, or its own. With a plan, its rules come before the
// month's, and its wishes count.
plan::Month read_month_with_rules(const std::filesystem::path& folder,
                                  const std::optional<std::string>& rules,
                                  const std::optional<std::filesystem::path>& plan = std::nullopt);

}  // namespace skein::workflow
