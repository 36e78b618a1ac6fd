// `skein report`: a plan as one page for a browser.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "report/plan_page.h"
#include "workflow/check.h"

namespace skein::workflow {

struct ReportRequest {
  std::filesystem::path plan;                    // plan folder, or a month folder with pairings
  std::optional<std::filesystem::path> month;    // else the plan's own
  std::optional<std::filesystem::path> against;  // another plan of the month
  std::filesystem::path output;                  // .html
  std::optional<std::string> rules;              // preset or file; else the month's own
  bool base_rows = true;
  std::optional<std::string> title;
  std::vector<report::PageSection> sections;  // more parts of the page
};

struct ReportOutcome {
  plan::Summary summary;
  std::size_t bytes = 0;  // of the page
};

ReportOutcome write_report(const ReportRequest& request);

}  // namespace skein::workflow
