#include "workflow/import.h"

#include <utility>

namespace skein::workflow {
namespace {

ImportOutcome write_month(const plan::Month& month, const std::optional<plan::Plan>& plan,
                          std::vector<std::string> warnings, const std::filesystem::path& output,
                          StagedFolder& folder, const Stopwatch& stopwatch) {
  plan::add_month_files(folder, month, plan);
  folder.commit();
  ImportOutcome outcome{figures_of(output, month, plan), std::move(warnings), ""};
  outcome.summary = months_json("import", {outcome.month}, outcome.warnings, stopwatch);
  return outcome;
}

ImportOutcome write_foreign(exchange::ForeignMonth (*read)(const ForeignMonthOptions&),
                            const ForeignMonthOptions& options, const std::filesystem::path& output,
                            WhenFolderExists when_exists) {
  const Stopwatch stopwatch;
  exchange::ForeignMonth imported = read(options);
  StagedFolder staged(output, when_exists);
  return write_month(imported.month, std::nullopt, std::move(imported.warnings), output, staged,
                     stopwatch);
}

}  // namespace

ImportOutcome import_gerad(const std::filesystem::path& folder, const GeradOptions& options,
                           const std::filesystem::path& output, WhenFolderExists when_exists) {
  const Stopwatch stopwatch;
  exchange::GeradImport imported = exchange::import_gerad(folder, options);
  StagedFolder staged(output, when_exists);
  return write_month(imported.month, imported.plan, std::move(imported.warnings), output, staged,
                     stopwatch);
}

ImportOutcome import_csv(const CsvImportOptions& options, const std::filesystem::path& output,
                         WhenFolderExists when_exists) {
  return write_foreign(exchange::import_csv, options, output, when_exists);
}

ImportOutcome import_ssim(const ForeignMonthOptions& options, const std::filesystem::path& output,
                          WhenFolderExists when_exists) {
  return write_foreign(exchange::import_ssim, options, output, when_exists);
}

}  // namespace skein::workflow
