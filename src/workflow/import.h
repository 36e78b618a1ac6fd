// `skein import`: foreign files become a month folder.
#pragma once

#include <filesystem>
#include <string>

#include "base/files.h"
#include "exchange/csv_import.h"
#include "exchange/gerad.h"
#include "exchange/ssim_import.h"
#include "workflow/month_summary.h"

namespace skein::workflow {

using exchange::CsvImportOptions;
using exchange::ForeignMonthOptions;
using exchange::GeradOptions;

struct ImportOutcome {
  WrittenMonth month;
  std::vector<std::string> warnings;
  std::string summary;  // JSON
};

ImportOutcome import_gerad(const std::filesystem::path& folder, const GeradOptions& options,
                           const std::filesystem::path& output, WhenFolderExists when_exists);
ImportOutcome import_csv(const CsvImportOptions& options, const std::filesystem::path& output,
                         WhenFolderExists when_exists);
ImportOutcome import_ssim(const ForeignMonthOptions& options, const std::filesystem::path& output,
                          WhenFolderExists when_exists);

}  // namespace skein::workflow
