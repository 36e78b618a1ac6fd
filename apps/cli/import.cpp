#include "workflow/import.h"

#include <memory>

#include <fmt/format.h>

#include "base/calendar.h"
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
  workflow::ForeignMonthOptions foreign;
  std::string bases;
  std::optional<std::string> first_day;
  std::optional<std::string> last_day;

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
    read_bases();
    read_period();
    return finish(workflow::import_csv(foreign, output, when_exists(force)));
  }

  int run_ssim() {
    read_bases();
    read_period();
    return finish(workflow::import_ssim(foreign, output, when_exists(force)));
  }

 private:
  // --bases takes a file, or codes with commas between.
  void read_bases() {
    if (std::filesystem::is_regular_file(bases)) {
      foreign.bases_file = bases;
    } else if (!bases.empty()) {
      foreign.bases = CLI::detail::split(bases, ',');
    }
  }

  void read_period() {
    if (!first_day && !last_day) return;
    if (!first_day || !last_day) {
      throw InputError({"", 0, first_day ? "--last-day" : "--first-day", "is missing",
                        "name both the first and the last day, or none"});
    }
    const Day first = day_option("--first-day", *first_day);
    const Day last = day_option("--last-day", *last_day);
    if (last < first) {
      throw InputError({"", 0, "--last-day", "is before --first-day", "correct one of the two"});
    }
    foreign.period = {first, last};
  }

  static Day day_option(const char* option, const std::string& text) {
    const auto day = parse_day(text);
    if (!day) throw InputError({"", 0, option, in_quotes(text) + " is no day", "write 2008-01-31"});
    return *day;
  }
};

void add_shared_options(CLI::App& app, ImportCommand& command) {
  add_output_option(app, command.output, command.force, "month folder to write");
  add_common_options(app, command.common);
}

// What neither CSV nor SSIM holds.
void add_foreign_options(CLI::App& app, ImportCommand& command) {
  app.add_option("--stations", command.foreign.stations,
                 "CSV with station,time_zone,latitude,longitude")
      ->required();
  app.add_option("--bases", command.bases,
                 "CSV with station (and crews), or codes: SLC,DEN,ORD; else as --stations says");
  app.add_option("--fleet", command.foreign.fleets,
                 "take only the flights of these fleets: E145,E170")
      ->delimiter(',');
  app.add_option("--first-day", command.first_day,
                 "plan from this day (UTC) on: 2008-01-01; else the whole file");
  app.add_option("--last-day", command.last_day, "up to this day");
  app.add_option("--rules", command.foreign.rules, "gerad, faa117, easa, or a rules.toml")
      ->capture_default_str();
  add_shared_options(app, command);
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
  csv->add_option("schedule", command->foreign.schedule, "schedule.csv or .csv.gz")->required();
  add_foreign_options(*csv, *command);
  csv->footer(
      "Example: skein import csv F9/schedule-2008-01.csv.gz --stations F9/stations.csv \\\n"
      "           --bases DEN -o f9-january");

  CLI::App* ssim =
      app->add_subcommand("ssim", "a schedule data set (IATA SSIM chapter 7), with stations");
  ssim->add_option("schedule", command->foreign.schedule, "the data set, plain or .gz")->required();
  add_foreign_options(*ssim, *command);
  ssim->footer(
      "Example: skein import ssim winter.ssim --stations stations.csv --bases DEN \\\n"
      "           --first-day 2008-01-01 --last-day 2008-01-31 -o january");

  return {app, [command, gerad, csv] {
            apply_verbosity(command->common);
            if (gerad->parsed()) return command->run_gerad();
            return csv->parsed() ? command->run_csv() : command->run_ssim();
          }};
}

}  // namespace skein::cli
