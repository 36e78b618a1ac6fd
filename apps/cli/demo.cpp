#include "workflow/demo.h"

#include <memory>

#include <fmt/format.h>

#include "base/log.h"
#include "command.h"
#include "report/text.h"

namespace skein::cli {
namespace {

struct DemoCommand {
  CommonOptions common;
  workflow::DemoRequest request;

  int run() {
    catch_interrupts();
    request.seed = common.seed;
    request.threads = static_cast<std::size_t>(common.threads);
    request.deadline = common.deadline();
    const workflow::DemoOutcome outcome = workflow::run_demo(request);
    fmt::print(
        "An airline that does not exist: {} flights in a month, {} stations, {} bases, {}.\n",
        report::grouped(outcome.month.flights), outcome.month.stations, outcome.month.bases,
        report::counted(outcome.month.fleets, "fleet"));
    fmt::print("Its next month, planned from what its crews did in the {} before:\n\n",
               report::counted(static_cast<std::size_t>(request.past_months), "month"));
    print_run(outcome.run, true);
    common.write_summary(workflow::run_json(outcome.run));
    if (outcome.run.stopped != "done") return kLimitReached;
    fmt::print(
        "\nOpen {2} in a browser. The month is in {0}, the plan in {1}. Change something in\n"
        "{1}/pairings.csv, and ask again: skein check {0} --plan {1}\n",
        outcome.month.folder.string(), outcome.run.plan.string(), outcome.run.report.string());
    return kDone;
  }
};

}  // namespace

Command make_demo(CLI::App& parent) {
  auto command = std::make_shared<DemoCommand>();
  command->request.output = "skein-demo";
  CLI::App* app = parent.add_subcommand(
      "demo", "a small airline that does not exist, from its past months to a plan");
  app->add_option("-o,--output", command->request.output, "folder for all of it")
      ->capture_default_str();
  app->add_option("--flights", command->request.flights, "flights in a month, about")
      ->capture_default_str();
  app->add_option("--past-months", command->request.past_months, "months to learn from")
      ->capture_default_str()
      ->check(CLI::Range(1, 12));
  add_common_options(*app, command->common);
  app->footer("Example: skein demo --flights 2000 --seed 3");
  return {app, [command] {
            apply_verbosity(command->common);
            return command->run();
          }};
}

}  // namespace skein::cli
