#include "workflow/experiment.h"

#include <memory>

#include <fmt/format.h>

#include "base/input_error.h"
#include "base/log.h"
#include "base/progress.h"
#include "command.h"
#include "report/text.h"
#include "workflow/connections_experiment.h"
#include "workflow/data_folder.h"
#include "workflow/ocr_experiment.h"
#include "workflow/warm_start_experiment.h"

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

struct OcrCommand {
  CommonOptions common;
  workflow::OcrRequest request;
  bool force = false;

  int run() {
    catch_interrupts();
    request.when_exists = when_exists(force);
    request.threads = static_cast<std::size_t>(common.threads);
    request.deadline = common.deadline();
    if (request.runs.empty()) request.runs = request.output.string() + "-runs";
    const workflow::OcrOutcome outcome = workflow::compare_readers(
        request, [](const std::string& model, const workflow::OcrRun& run) {
          log_message("{}: {} {}, seed {}: {} wrong, {:.0f} CPU s", model, run.protocol, run.part,
                      run.seed, report::percent(run.result.error()), run.result.cpu_seconds);
        });
    fmt::print("{}", outcome.text);
    for (const std::string& line : outcome.left_out) fmt::print("left out: {}\n", line);
    fmt::print("page written to {}; runs are kept in {}\n",
               (request.output / "index.html").string(), request.runs.string());
    common.write_summary(outcome.summary);
    return outcome.complete ? kDone : kLimitReached;
  }
};

Command make_ocr(CLI::App& parent) {
  auto command = std::make_shared<OcrCommand>();
  workflow::OcrRequest& request = command->request;
  CLI::App* app = parent.add_subcommand("ocr", "the paper's table of readers of handwritten words");
  app->add_option("data", request.data, "letter.data, plain or gzip")->required();
  app->add_option("--runs", request.runs,
                  "folder of finished runs; those that are there are not done again (default: the "
                  "output's name with -runs)");
  app->add_option("--models", request.models, "models to compare; else all")->delimiter(',');
  app->add_option("--folds", request.folds, "folds to read; else all ten")
      ->delimiter(',')
      ->check(CLI::Range(0, 9));
  app->add_option("--seeds", request.seeds, "runs of each fold")->capture_default_str();
  app->add_option("--control-seeds", request.control_seeds,
                  "runs of each group of unseen words; 0: no control")
      ->capture_default_str();
  app->add_option("--filters", request.filters,
                  "of the kernel networks in the table; fewer are quicker, for a first look")
      ->capture_default_str()
      ->check(CLI::Range(2, 10'000));
  app->add_option("--round-epochs", request.round_epochs,
                  "passes of the chain between rounds of filters to compare; 0: none")
      ->delimiter(',')
      ->capture_default_str();
  add_output_option(*app, request.output, command->force, "folder for tables and page");
  add_common_options(*app, command->common);
  app->footer(
      "Example: skein experiment ocr letter.data.gz --models linear-crf,struct-ckn-sdca -o ocr");
  return {app, [command] {
            apply_verbosity(command->common);
            std::erase(command->request.round_epochs, 0U);
            return command->run();
          }};
}

std::filesystem::path real_data() {
  if (auto folder = workflow::data_folder(std::filesystem::current_path())) return *folder;
  throw InputError({"", 0, "SKEIN_DATA", "the published instances are not found",
                    "set it to the folder that has gerad/"});
}

struct ConnectionsCommand {
  CommonOptions common;
  workflow::ConnectionsRequest request;
  bool force = false;
  bool only_days = false;
  bool only_together = false;
  bool only_transfer = false;

  int run() {
    catch_interrupts();
    using enum workflow::ConnectionsSetting;
    if (request.months.empty()) request.data = real_data();
    request.when_exists = when_exists(force);
    request.threads = static_cast<std::size_t>(common.threads);
    request.deadline = common.deadline();
    if (only_days) request.settings = {kDays};
    if (only_together) request.settings = {kTogether};
    if (only_transfer) request.settings = {kTransfer};
    const workflow::ConnectionsOutcome outcome =
        workflow::compare_connections(request, [](const workflow::ConnectionsRow& row) {
          log_message("{}, {}: {:.2f} % wrong, jointly {:.2f} %, {:.0f} CPU s", row.instance,
                      row.predictor, row.result.alone.all.percent(), row.result.joint.all.percent(),
                      row.learning_seconds);
        });
    fmt::print("{}", outcome.text);
    fmt::print("tables written to {}\n", request.output.string());
    common.write_summary(outcome.summary);
    return outcome.complete ? kDone : kLimitReached;
  }
};

Command make_connections(CLI::App& parent) {
  auto command = std::make_shared<ConnectionsCommand>();
  workflow::ConnectionsRequest& request = command->request;
  CLI::App* app = parent.add_subcommand("connections",
                                        "how well predictors say which flight a crew takes next");
  app->add_option("--instances", request.instances, "numbers of the GERAD instances")
      ->delimiter(',')
      ->capture_default_str()
      ->check(CLI::Range(1, 7));
  CLI::Option* months =
      app->add_option("--months", request.months,
                      "instead: month folders with pairings, in order of time, each tested on what "
                      "is learnt from those before it");
  app->add_option("--plans", request.plans, "plans of these months, where they stand elsewhere")
      ->needs(months);
  app->add_option("--history", request.history, "of the months, so many are only learnt from")
      ->capture_default_str()
      ->needs(months);
  app->add_option("--predictors", request.predictors, "predictors to compare; else all")
      ->delimiter(',');
  CLI::Option* days = app->add_flag("--days", command->only_days,
                                    "only: learn from days 1 to 21, test on days 22 to 31");
  CLI::Option* together = app->add_flag("--together", command->only_together,
                                        "only: the same, learnt from all instances together")
                              ->excludes(days);
  CLI::Option* transfer = app->add_flag("--transfer", command->only_transfer,
                                        "only: learn from all instances but one, test on that one")
                              ->excludes(days)
                              ->excludes(together);
  for (CLI::Option* setting : {days, together, transfer}) setting->excludes(months);
  app->add_option("--seeds", request.seeds, "runs of each")->capture_default_str();
  app->add_flag("--validate", request.validate,
                "learn from days 1 to 14 and test on days 15 to 21, to choose settings")
      ->excludes(months);
  add_learning_options(*app, request.options);
  add_output_option(*app, request.output, command->force, "folder for the tables");
  add_common_options(*app, command->common);
  app->footer(
      "The real data is looked for in SKEIN_DATA, else in ../shared/data.\n\n"
      "Example: skein experiment connections --instances 1,3 --days -o connections\n"
      "         skein experiment connections --months jan feb mar apr --history 3 -o connections");
  return {app, [command] {
            apply_verbosity(command->common);
            return command->run();
          }};
}

struct WarmStartCommand {
  CommonOptions common;
  workflow::WarmStartRequest request;

  int run() {
    catch_interrupts();
    if (request.months.empty()) request.data = real_data();
    request.threads = static_cast<std::size_t>(common.threads);
    request.seed = common.seed;
    request.deadline = common.deadline();
    const workflow::WarmStartOutcome outcome =
        workflow::compare_warm_starts(request, [](const workflow::WarmStartRun& run) {
          log_message("{}, {}{}: cost {:.2f}, within {:.3f} % of its bound, {:.0f} CPU s",
                      run.month, run.start, run.passes > 1 ? "+" : "", run.cost, 100 * run.gap(),
                      run.cpu);
        });
    fmt::print("{}", outcome.text);
    fmt::print("tables written to {}\n", request.output.string());
    common.write_summary(outcome.summary);
    return outcome.complete ? kDone : kLimitReached;
  }
};

Command make_warm_start(CLI::App& parent) {
  auto command = std::make_shared<WarmStartCommand>();
  workflow::WarmStartRequest& request = command->request;
  CLI::App* app = parent.add_subcommand(
      "warm-start", "what starts that were learnt are worth to the optimizer, against others");
  app->add_option("--instances", request.instances,
                  "numbers of the GERAD instances, each predicted from the others")
      ->delimiter(',')
      ->capture_default_str()
      ->check(CLI::Range(1, 7));
  app->add_option("--months", request.months,
                  "instead: month folders with pairings, in order of time, each predicted from "
                  "those before it");
  app->add_option("--plans", request.plans, "plans of these months, where they stand elsewhere");
  app->add_option("--history", request.history, "of the months, so many are not planned themselves")
      ->capture_default_str();
  app->add_option("--predictors", request.predictors, "predictors to compare")
      ->delimiter(',')
      ->capture_default_str();
  app->add_flag("--second-pass", request.second_pass, "add runs with a second pass, told with a +");
  app->add_option("--run-seconds", request.run_seconds, "of the optimizer, for each pass")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  app->add_option("--gap", request.gap, "between plan and bound, at which it may stop")
      ->capture_default_str()
      ->check(CLI::NonNegativeNumber);
  app->add_option("--window", request.window_days, "optimize in windows of so many days")
      ->check(CLI::PositiveNumber);
  app->add_option("-o,--output", request.output,
                  "folder for tables and runs; runs that are there are not made again")
      ->required();
  add_common_options(*app, command->common);
  app->footer(
      "The real data is looked for in SKEIN_DATA, else in ../shared/data.\n\n"
      "Example: skein experiment warm-start --instances 1,3,4 --run-seconds 60 -o warm\n"
      "         skein experiment warm-start --months jan feb mar apr --history 3 -o warm");
  return {app, [command] {
            apply_verbosity(command->common);
            return command->run();
          }};
}

}  // namespace

Command make_experiment(CLI::App& parent) {
  CLI::App* app = parent.add_subcommand("experiment", "figures of the paper, made again");
  app->require_subcommand(1);
  const std::vector<Command> commands = {make_optimizers(*app), make_ocr(*app),
                                         make_connections(*app), make_warm_start(*app),
                                         make_near_best(*app)};
  return {app, [commands] { return run_chosen(commands); }};
}

}  // namespace skein::cli
