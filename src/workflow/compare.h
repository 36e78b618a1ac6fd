// `skein compare`: what differs between two plans of one month.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace skein::workflow {

struct CompareRequest {
  std::filesystem::path before;  // plan folders
  std::filesystem::path now;
  std::optional<std::filesystem::path> month;  // else the plan's own
  std::optional<std::string> rules;            // for both; else each by its own
  bool base_rows = true;
};

struct CompareOutcome {
  std::string text;
  std::string summary;  // JSON
};

CompareOutcome compare_plans(const CompareRequest& request);

}  // namespace skein::workflow
