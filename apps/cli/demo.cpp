#include "workflow/demo.h"

#include <memory>

#include <fmt/format.h>

#include "base/log.h"
#include "command.h"
#include "report/check_text.h"
#include "report/text.h"
#include "workflow/solve.h"

namespace skein::cli {
namespace {

struct DemoCommand {
  CommonOptions common;
  workflow::DemoRequest request;

  int run() {
    catch_interrupts();
    request.seed = common.seed;
    request.deadline = common.deadline();
    const workflow::DemoOutcome outcome = workflow::run_demo(request);
    const workflow::CheckOutcome& check = outcome.check;
    fmt::print(
        "An airline that does not exist: {} flights in a month, {} stations, {} bases, {}.\n",
        report::grouped(outcome.month.flights), outcome.month.stations, outcome.month.bases,
        report::counted(outcome.month.fleets, "fleet"));
    fmt::print("Its plan, made in {:.1f} s and checked:\n\n", check.summary.wall_seconds);
    fmt::print("{}", report::check_text(check.month.schedule, check.month.rules, check.plan,
                                        check.report, {}));
    if (check.summary.bound) {
      fmt::print("\n{}", report::bound_text(check.report.cost.total().amount(),
                                            check.summary.bound->value, check.summary.bound->kind));
    }
    fmt::print(
        "\nThe month is in {0}, the plan in {1}. Look at {1}/pairings.txt, change something in\n"
        "{1}/pairings.csv, and ask again: skein check {0} --plan {1}\n",
        outcome.month.folder.string(), outcome.plan_folder.string());
    common.write_summary(plan::summary_json(check.summary));
    return workflow::ran_to_its_end(check.summary) ? kDone : kLimitReached;
  }
};

}  // namespace

Command make_demo(CLI::App& parent) {
  auto command = std::make_shared<DemoCommand>();
  command->request.output = "skein-demo";
  CLI::App* app = parent.add_subcommand("demo", "a small airline, planned and checked");
  app->add_option("-o,--output", command->request.output, "folder for the month and the plan")
      ->capture_default_str();
  app->add_option("--flights", command->request.flights, "flights in the month, about")
      ->capture_default_str();
  add_common_options(*app, command->common);
  app->footer("Example: skein demo --flights 5000 --seed 3");
  return {app, [command] {
            apply_verbosity(command->common);
            return command->run();
          }};
}

}  // namespace skein::cli
