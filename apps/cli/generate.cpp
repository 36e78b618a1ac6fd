#include "workflow/generate.h"

#include <memory>

#include <fmt/format.h>

#include "base/calendar.h"
#include "base/input_error.h"
#include "base/log.h"
#include "command.h"

namespace skein::cli {
namespace {

struct GenerateCommand {
  CommonOptions common;
  workflow::GenerateRequest request;
  bool force = false;
  std::string first_month = "2024-01";

  int run() {
    catch_interrupts();
    request.airline.seed = common.seed;
    request.airline.first_month = parse_month();
    request.deadline = common.deadline();
    request.when_exists = when_exists(force);
    const workflow::GenerateOutcome outcome = workflow::generate_months(request);
    for (const workflow::WrittenMonth& month : outcome.months) {
      fmt::print("{}\n", month_line(month));
    }
    common.write_summary(outcome.summary);
    for (const std::filesystem::path& folder : outcome.unplanned) {
      log_warning("{}: stopped before its plan was finished; it has no pairings", folder.string());
    }
    return outcome.unplanned.empty() ? kDone : kLimitReached;
  }

  std::chrono::year_month parse_month() const {
    const auto day = parse_day(first_month + "-01");
    if (!day) {
      throw InputError({"", 0, "--first-month", in_quotes(first_month) + " is not a month",
                        "write it as 2024-03"});
    }
    const std::chrono::year_month_day date(*day);
    return date.year() / date.month();
  }
};

}  // namespace

Command make_generate(CLI::App& parent) {
  auto command = std::make_shared<GenerateCommand>();
  workflow::AirlineOptions& airline = command->request.airline;
  CLI::App* app = parent.add_subcommand("generate", "make up an airline, as month folders");
  app->add_option("--flights", airline.flights, "flights a month, about; 300 to 100,000")
      ->capture_default_str();
  app->add_option("--months", airline.months, "consecutive months")->capture_default_str();
  app->add_option("--first-month", command->first_month, "such as 2024-03")->capture_default_str();
  app->add_option("--stations", airline.stations, "else in proportion to the flights");
  app->add_option("--bases", airline.bases, "else in proportion to the flights");
  app->add_option("--fleets", airline.fleets, "else in proportion to the flights");
  app->add_option("--cancelled", airline.changes.cancelled, "share of codes that end each month")
      ->capture_default_str();
  app->add_option("--retimed", airline.changes.retimed, "share of codes that move each month")
      ->capture_default_str();
  app->add_option("--added", airline.changes.added, "share of codes that are new each month")
      ->capture_default_str();
  app->add_flag("--with-pairings", command->request.with_pairings, "plan each month greedily");
  add_output_option(*app, command->request.output, command->force,
                    "month folder, or with several months the folder for theirs");
  add_common_options(*app, command->common);
  app->footer("Example: skein generate --flights 50000 --months 7 -o airline --seed 3");
  return {app, [command] {
            apply_verbosity(command->common);
            return command->run();
          }};
}

}  // namespace skein::cli
