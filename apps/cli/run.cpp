#include "workflow/run.h"

#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/log.h"
#include "command.h"
#include "report/check_text.h"
#include "report/text.h"
#include "workflow/predict.h"

namespace skein::cli {

void print_run(const workflow::RunOutcome& outcome, bool base_rows) {
  if (outcome.check) {
    const workflow::CheckOutcome& check = *outcome.check;
    report::CheckTextOptions text;
    text.base_rows = base_rows;
    fmt::print("{}", report::check_text(check.month.schedule, check.month.rules, check.plan,
                                        check.report, text));
    if (check.summary.bound) {
      fmt::print("\n{}", report::bound_text(check.report.cost.total().amount(),
                                            check.summary.bound->value, check.summary.bound->kind));
    }
    fmt::print("\n");
  }
  report::TextTable table({"stage", "seconds", "CPU seconds"});
  for (const workflow::StageRecord& stage : outcome.stages) {
    table.add({stage.finished ? stage.stage : stage.stage + " (cut short)",
               report::grouped(stage.wall_seconds, 1), report::grouped(stage.cpu_seconds, 1)});
  }
  fmt::print("{}", table.text());
}

namespace {

struct RunCommand {
  CommonOptions common;
  workflow::RunRequest request;
  bool without_names = false;

  int run() {
    catch_interrupts();
    request.threads = static_cast<std::size_t>(common.threads);
    request.learning.predictor.seed = common.seed;
    request.learning.features.names = !without_names;
    request.deadline = common.deadline();
    const workflow::RunOutcome outcome = workflow::run_month(request);
    print_run(outcome, request.base_rows);
    common.write_summary(workflow::run_json(outcome));
    if (outcome.stopped != "done") {
      log_message("stopped early ({}); the same command goes on from here", outcome.stopped);
      return kLimitReached;
    }
    if (!request.stage) {
      fmt::print("\nplan in {}, report in {}\n", outcome.plan.string(), outcome.report.string());
    }
    return kDone;
  }
};

void add_learning_options(CLI::App& app, RunCommand& command) {
  workflow::RunRequest& request = command.request;
  app.add_option("--history", request.history, "month folders to learn from");
  app.add_option("--plans", request.plans,
                 "plans of those months, in their order, where they stand elsewhere")
      ->delimiter(',');
  app.add_option("--model", request.model, "model file of skein learn, instead of a history");
  app.add_option("--predictor", request.learning.predictor.name, "as in skein learn")
      ->capture_default_str();
  app.add_option("--filters", request.learning.predictor.ckn.filters, "as in skein learn")
      ->capture_default_str()
      ->check(CLI::Range(2, 10'000));
  app.add_flag("--without-names", command.without_names, "as in skein learn");
  app.add_option("--decoder", request.decoder, "as in skein predict")->capture_default_str();
  app.add_option("--confidence", request.confidence, "as in skein predict")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 1.0));
}

void add_solving_options(CLI::App& app, workflow::RunRequest& request) {
  app.add_option("--gap", request.gap, "as in skein solve")
      ->capture_default_str()
      ->check(CLI::NonNegativeNumber);
  app.add_option("--passes", request.passes, "as in skein solve")
      ->capture_default_str()
      ->check(CLI::Range(1, 100));
  app.add_option("--window", request.window_days, "as in skein solve");
  app.add_option("--overlap", request.overlap_days, "as in skein solve")
      ->check(CLI::NonNegativeNumber);
  app.add_option("--memory", request.memory_mb, "as in skein solve")->check(CLI::PositiveNumber);
  app.add_option("--checkpoint-seconds", request.checkpoint_seconds, "as in skein solve")
      ->capture_default_str()
      ->check(CLI::NonNegativeNumber);
}

}  // namespace

Command make_run(CLI::App& parent) {
  auto command = std::make_shared<RunCommand>();
  workflow::RunRequest& request = command->request;
  CLI::App* app =
      parent.add_subcommand("run", "from past months to a checked plan of the next one");
  app->add_option("month", request.month, "month folder to plan")->required();
  app->add_option("-o,--output", request.output, "folder of the run")->required();
  app->add_flag("--force", request.force,
                "use a folder that holds something else, and replace files in it");
  app->add_option("--stage", request.stage,
                  fmt::format("do this stage alone, once more: {}",
                              fmt::join(workflow::run_stage_names(), ", ")));
  add_learning_options(*app, *command);
  add_solving_options(*app, request);
  add_rules_options(*app, request.rules, request.base_rows);
  add_common_options(*app, command->common);
  app->footer(
      "Each stage leaves its result in the folder, and is not done again as long as what it was\n"
      "made from is the same. However a run has ended, the same command goes on from there.\n\n"
      "Example: skein run march --history january february -o runs/march\n"
      "         skein run march --model model -o runs/march --time-limit 3600\n"
      "         skein run march --history january february -o runs/march --stage report");
  return {app, [command] {
            apply_verbosity(command->common);
            return command->run();
          }};
}

}  // namespace skein::cli
