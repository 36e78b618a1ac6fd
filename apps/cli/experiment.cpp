#include "workflow/experiment.h"

#include <memory>

#include <fmt/format.h>

#include "base/progress.h"
#include "command.h"
#include "report/text.h"

namespace skein::cli {
namespace {

struct OptimizersCommand {
  CommonOptions common;
  workflow::OptimizersRequest request;
  bool force = false;

  int run() {
    catch_interrupts();
    request.when_exists = when_exists(force);
    request.threads = static_cast<std::size_t>(common.threads);
    request.seed = common.seed;
    request.deadline = common.deadline();
    const workflow::OptimizersOutcome outcome = workflow::compare_optimizers(
        request, [](const std::string& name, const learning::TrainingPoint& point) {
          show_progress_line(fmt::format("{}: epoch {}, objective {:.8f}, test error {}", name,
                                         point.epoch, point.primal, report::percent(point.error)));
        });
    clear_progress_line();
    report::TextTable table({"trainer", "epochs", "oracle calls", "CPU s", "P - P*", "test error"});
    for (const workflow::OptimizerCourse& course : outcome.courses) {
      if (course.points.empty()) continue;
      const learning::TrainingPoint& last = course.points.back();
      table.add({course.name, report::grouped(last.epoch),
                 report::grouped(last.counts.oracle_calls), fmt::format("{:.1f}", last.cpu_seconds),
                 course.last_above_least(), report::percent(last.error)});
    }
    fmt::print("{}", table.text());
    fmt::print("least value of the likelihood: {:.8f} to {:.8f}; of the margin: {:.6f} to {:.6f}\n",
               outcome.likelihood_from, outcome.likelihood_to, outcome.margin_from,
               outcome.margin_to);
    fmt::print("curves written to {}\n", (request.output / "index.html").string());
    common.write_summary(outcome.summary);
    return outcome.complete ? kDone : kLimitReached;
  }
};

Command make_optimizers(CLI::App& parent) {
  auto command = std::make_shared<OptimizersCommand>();
  workflow::OptimizersRequest& request = command->request;
  CLI::App* app = parent.add_subcommand(
      "ocr-optimizers", "how near trainers come to the least value, against calls and time");
  app->add_option("data", request.data, "letter.data, plain or gzip")->required();
  app->add_option("--fold", request.fold, "fold to keep apart")->capture_default_str();
  app->add_option("--epochs", request.epochs, "of each trainer")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  app->add_option("--checkpoints", request.checkpoints,
                  "folder to keep states in; trainings whose states are there go on");
  add_output_option(*app, request.output, command->force, "folder for curves and page");
  add_common_options(*app, command->common);
  app->footer(
      "Example: skein experiment ocr-optimizers letter.data.gz --checkpoints states -o optimizers");
  return {app, [command] {
            apply_verbosity(command->common);
            return command->run();
          }};
}

}  // namespace

Command make_experiment(CLI::App& parent) {
  CLI::App* app = parent.add_subcommand("experiment", "figures of the paper, made again");
  app->require_subcommand(1);
  const Command optimizers = make_optimizers(*app);
  return {app, optimizers.run};
}

}  // namespace skein::cli
