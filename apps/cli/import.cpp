#include "workflow/import.h"

#include <memory>

#include <fmt/format.h>

#include "base/input_error.h"
#include "base/log.h"
#include "command.h"

namespace skein::cli {
namespace {

struct ImportCommand {
  CommonOptions common;
  std::filesystem::path output;
  bool force = false;
  std::filesystem::path gerad_folder;
  workflow::GeradOptions gerad;
  workflow::CsvImportOptions csv;
  std::string bases;

  int finish(const workflow::ImportOutcome& outcome) const {
    for (const std::string& warning : outcome.warnings) log_warning("{}", warning);
    const workflow::WrittenMonth& month = outcome.month;
    fmt::print("{}\n", month_line(month));
    common.write_summary(outcome.summary);
    return kDone;
  }

  int run_gerad() const {
    return finish(workflow::import_gerad(gerad_folder, gerad, output, when_exists(force)));
  }

  int run_csv() {
    // --bases takes a file, or codes with commas between.
    if (std::filesystem::is_regular_file(bases)) {
      csv.bases_file = bases;
    } else if (!bases.empty()) {
      csv.bases = CLI::detail::split(bases, ',');
    }
    return finish(workflow::import_csv(csv, output, when_exists(force)));
  }
};

void add_shared_options(CLI::App& app, ImportCommand& command) {
  add_output_option(app, command.output, command.force, "month folder to write");
  add_common_options(app, command.common);
}

}  // namespace

Command make_import(CLI::App& parent) {
  auto command = std::make_shared<ImportCommand>();
  CLI::App* app = parent.add_subcommand("import", "make a month folder of foreign files");
  app->require_subcommand(1);

  CLI::App* gerad = app->add_subcommand("gerad", "a published GERAD instance with its pairings");
  gerad->add_option("folder", command->gerad_folder, "folder with day_1.csv, ...")->required();
  gerad->add_option("--fleet", command->gerad.fleet, "name of the fleet, which the files lack")
      ->capture_default_str();
  add_shared_options(*gerad, *command);
  gerad->footer("Example: skein import gerad data/gerad/instance7 -o instance7");

  CLI::App* csv = app->add_subcommand("csv", "a schedule as CSV, with stations and bases");
  csv->add_option("schedule", command->csv.schedule, "schedule.csv or .csv.gz")->required();
  csv->add_option("--stations", command->csv.stations,
                  "CSV with station,time_zone,latitude,longitude")
      ->required();
  csv->add_option("--bases", command->bases,
                  "CSV with station (and crews), or codes: SLC,DEN,ORD; else as --stations says");
  csv->add_option("--fleet", command->csv.fleets,
                  "take only the flights of these fleets: E145,E170")
      ->delimiter(',');
  csv->add_option("--rules", command->csv.rules, "gerad, faa117, easa, or a rules.toml")
      ->capture_default_str();
  add_shared_options(*csv, *command);
  csv->footer(
      "Example: skein import csv F9/schedule-2008-01.csv.gz --stations F9/stations.csv \\\n"
      "           --bases DEN -o f9-january");

  return {app, [command, gerad] {
            apply_verbosity(command->common);
            return gerad->parsed() ? command->run_gerad() : command->run_csv();
          }};
}

}  // namespace skein::cli
