#include "workflow/solve.h"

#include <memory>

#include <fmt/format.h>

#include "base/log.h"
#include "command.h"
#include "report/check_text.h"
#include "report/outlook_text.h"

namespace skein::cli {
namespace {

struct SolveCommand {
  CommonOptions common;
  workflow::SolveRequest request;
  bool force = false;
  double checkpoint_seconds = 30;

  int run() {
    catch_interrupts();
    request.deadline = common.deadline();
    request.threads = static_cast<std::size_t>(common.threads);
    request.when_exists = when_exists(force);
    if (request.method == "optimize") request.checkpoint_seconds = checkpoint_seconds;
    const workflow::CheckOutcome outcome = workflow::solve_month(request);
    report::CheckTextOptions text;
    text.base_rows = request.base_rows;
    text.list_uncovered = outcome.outlooks.empty();
    fmt::print("{}", report::check_text(outcome.month.schedule, outcome.month.rules, outcome.plan,
                                        outcome.report, text));
    fmt::print("{}",
               report::outlook_text(outcome.month.schedule, outcome.outlooks, text.longest_list));
    if (outcome.summary.bound) {
      const double total = outcome.report.cost.total().amount();
      const double bound = outcome.summary.bound->value;
      fmt::print("\n{}", report::bound_text(total, bound, outcome.summary.bound->kind));
    }
    fmt::print("\nplan written to {} in {:.1f} s\n", request.output.string(),
               outcome.summary.wall_seconds);
    common.write_summary(plan::summary_json(outcome.summary));
    if (workflow::ran_to_its_end(outcome.summary)) return kDone;
    log_message("stopped early ({}); the plan so far is saved", outcome.summary.stopped);
    return kLimitReached;
  }
};

void add_wishes_options(CLI::App& app, workflow::WishesRequest& wishes) {
  app.add_option("--wishes", wishes.file,
                 "wishes.csv: pairings and connections that are locked or forbidden");
  app.add_option("--lock-pairing", wishes.locked_pairings,
                 "keep this pairing of the start plan as it is; may be given again")
      ->type_name("NAME")
      ->allow_extra_args(false);
  app.add_option("--forbid-pairing", wishes.forbidden_pairings,
                 "do not operate the flights of this pairing of the start plan together again")
      ->type_name("NAME")
      ->allow_extra_args(false);
  app.add_option("--lock-connection", wishes.locked_connections,
                 "the crew of the first flight operates the second directly after it")
      ->type_name("FLIGHT FLIGHT")
      ->allow_extra_args(false);
  app.add_option("--forbid-connection", wishes.forbidden_connections,
                 "no crew operates the second flight directly after the first")
      ->type_name("FLIGHT FLIGHT")
      ->allow_extra_args(false);
}

}  // namespace

Command make_solve(CLI::App& parent) {
  auto command = std::make_shared<SolveCommand>();
  CLI::App* app = parent.add_subcommand("solve", "make a plan for a month");
  app->add_option("month", command->request.month, "month folder")->required();
  add_output_option(*app, command->request.output, command->force, "plan folder to write");
  app->add_option(
         "--method", command->request.method,
         "optimize: column generation, with a proven bound; greedy: one pairing after another; "
         "weekly: a typical week is solved and rolled over the month")
      ->capture_default_str();
  app->add_option("--gap", command->request.gap,
                  "stop optimizing at this gap between plan and bound")
      ->capture_default_str()
      ->check(CLI::NonNegativeNumber);
  app->add_option(
      "--start", command->request.start,
      "plan folder or pairings to begin with; the result never costs more than its legal "
      "pairings");
  app->add_option(
      "--prices", command->request.prices,
      "what flights are thought to be worth: prices.csv, or a plan folder that has one; "
      "else that of the start");
  add_wishes_options(*app, command->request.wishes);
  app->add_option(
      "--clusters", command->request.clusters,
      "flights that crews are expected to operate one after the other: clusters.csv, a plan, or "
      "the word rotations for those that an aircraft flies one after the other; pairings that "
      "keep to them are looked for first");
  app->add_option("--passes", command->request.passes,
                  "how often to go over the month; each pass begins with the plan before it, and "
                  "never makes it worse")
      ->capture_default_str()
      ->check(CLI::Range(1, 100));
  app->add_option("--master", command->request.master,
                  "how masters of the month are solved: first-order, or interior-point (slower, "
                  "well-centred prices in every round)")
      ->capture_default_str();
  app->add_option(
      "--window", command->request.window_days,
      "optimize in windows of so many days, one after another, without the relaxation of "
      "the whole month: for months that it takes too long for; the bound is much weaker");
  app->add_option("--overlap", command->request.overlap_days,
                  "days that windows share with the next; else half of a window")
      ->check(CLI::NonNegativeNumber);
  app->add_option("--memory", command->request.memory_mb,
                  "megabytes after which the relaxation of the month stops growing")
      ->check(CLI::PositiveNumber);
  app->add_option("--export", command->request.model,
                  "write the restricted master to this file, .lp or .mps, for other solvers");
  app->add_option("--log", command->request.log,
                  "write the events of log.jsonl to this file too, as they happen");
  app->add_flag("--resume", command->request.resume,
                "go on from the checkpoint that an earlier run of the same command has left; "
                "without one, begin");
  app->add_option("--checkpoint-seconds", command->checkpoint_seconds,
                  "least time between two checkpoints, kept in PLAN.checkpoint until the plan is "
                  "done; 0 = after every step")
      ->capture_default_str()
      ->check(CLI::NonNegativeNumber);
  add_rules_options(*app, command->request.rules, command->request.base_rows);
  app->add_option("--set", command->request.settings,
                  "change a value of the rules for this plan, as pairing.maximum_duties=5 or "
                  "cost.deadhead=300; may be given again")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  add_common_options(*app, command->common);
  app->footer(
      "Ctrl-C stops the search and saves the plan so far (exit code 3). However a run of more\n"
      "than some seconds has ended before its time, the same command with --resume goes on from\n"
      "the last checkpoint, and ends with the same plan as if nothing had happened.\n\n"
      "Example: skein solve january -o plans/january --time-limit 600\n"
      "         skein solve january -o plans/february --start plans/january --gap 0.002\n"
      "         skein solve january -o plans/january --clusters predicted/clusters.csv\n"
      "         skein solve january -o what-if --start plans/january --lock-pairing P0007\n"
      "         skein solve january -o plans/january --resume");
  return {app, [command] {
            apply_verbosity(command->common);
            return command->run();
          }};
}

}  // namespace skein::cli
