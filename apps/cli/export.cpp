#include "workflow/export.h"

#include <chrono>
#include <map>
#include <memory>

#include <fmt/format.h>

#include "base/input_error.h"
#include "base/log.h"
#include "command.h"
#include "report/text.h"

namespace skein::cli {
namespace {

using workflow::ExportFormat;

struct ExportCommand {
  CommonOptions common;
  workflow::ExportRequest request;
  std::vector<std::string> aircraft;  // FLEET=TYPE
  bool force = false;

  int run() {
    for (const std::string& entry : aircraft) {
      const std::size_t mark = entry.find('=');
      if (mark == std::string::npos) {
        throw InputError({"", 0, "--aircraft", in_quotes(entry) + " names no aircraft type",
                          "write FLEET=TYPE, such as E145=ER4"});
      }
      request.ssim.aircraft[entry.substr(0, mark)] = entry.substr(mark + 1);
    }
    request.when_exists = when_exists(force);
    request.ssim.created = Instant(std::chrono::duration_cast<std::chrono::minutes>(
                                       std::chrono::system_clock::now().time_since_epoch())
                                       .count());
    const workflow::ExportOutcome outcome = workflow::export_month(request);
    for (const std::string& warning : outcome.warnings) log_warning("{}", warning);
    const bool pairings = request.format != ExportFormat::kSsim;
    for (const std::string& file : outcome.files) fmt::print("{}\n", file);
    fmt::print("{}\n", pairings ? report::counted(outcome.pairings, "pairing")
                                : report::counted(outcome.flights, "flight"));
    common.write_summary(outcome.summary);
    return kDone;
  }
};

}  // namespace

Command make_export(CLI::App& parent) {
  auto command = std::make_shared<ExportCommand>();
  workflow::ExportRequest& request = command->request;
  const std::map<std::string, ExportFormat> formats = {{"ssim", ExportFormat::kSsim},
                                                       {"csv", ExportFormat::kCsv},
                                                       {"json", ExportFormat::kJson},
                                                       {"text", ExportFormat::kText},
                                                       {"ical", ExportFormat::kCalendar}};
  CLI::App* app = parent.add_subcommand("export", "a month or its pairings for other programs");
  app->add_option("month", request.month, "month folder")->required();
  app->add_option("--format", request.format,
                  "ssim: the schedule (IATA SSIM chapter 7); the pairings as csv (for "
                  "spreadsheets),\njson, text (the airline text form) or ical (a calendar per "
                  "base, in a folder)")
      ->required()
      ->transform(CLI::CheckedTransformer(formats).description(""));
  app->add_option("--plan", request.plan,
                  "plan folder, pairings.csv or pairings.txt; else the month's own pairings");
  app->add_option("--rules", request.rules,
                  "gerad, faa117, easa, or a rules.toml; else the month's own");
  app->add_option_function<std::string>(
         "--time-mode",
         [&request](const std::string& mode) {
           request.ssim.mode =
               mode == "utc" ? workflow::TimeMode::kUtc : workflow::TimeMode::kLocal;
         },
         "of ssim: utc (default) or local")
      ->check(CLI::IsMember({"utc", "local"}));
  app->add_option("--airline", request.ssim.airline,
                  "of ssim: designator for flight numbers that have none");
  app->add_option("--aircraft", command->aircraft,
                  "of ssim: aircraft types of fleets whose names are too long: E145=ER4,E170=E70")
      ->delimiter(',');
  add_output_option(*app, request.output, command->force, "file to write; of ical, a folder");
  add_common_options(*app, command->common);
  app->footer(
      "Example: skein export january --format ssim -o january.ssim\n"
      "         skein export january --plan plan --format ical -o calendars");
  return {app, [command] {
            apply_verbosity(command->common);
            return command->run();
          }};
}

}  // namespace skein::cli
