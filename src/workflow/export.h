// `skein export`: a month or its pairings as files for other programs.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/files.h"
#include "exchange/ssim_export.h"

namespace skein::workflow {

using exchange::SsimExportOptions;
using exchange::TimeMode;

enum class ExportFormat { kSsim, kCsv, kJson, kText, kCalendar };

struct ExportRequest {
  std::filesystem::path month;
  std::optional<std::filesystem::path> plan;  // else the month's own pairings; not for SSIM
  std::optional<std::string> rules;           // preset or file; else the month's own
  ExportFormat format = ExportFormat::kSsim;
  SsimExportOptions ssim;
  std::filesystem::path output;  // a file; of calendars, a folder
  WhenFolderExists when_exists = WhenFolderExists::kRefuse;
};

struct ExportOutcome {
  std::vector<std::string> files;  // that were written
  std::size_t flights = 0;
  std::size_t pairings = 0;  // 0: a schedule was written
  std::vector<std::string> warnings;
  std::string summary;  // JSON
};

ExportOutcome export_month(const ExportRequest& request);

}  // namespace skein::workflow
