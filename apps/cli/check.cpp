#include "workflow/check.h"

#include <limits>
#include <memory>

#include <fmt/format.h>

#include "command.h"
#include "report/check_text.h"
#include "report/outlook_text.h"

namespace skein::cli {
namespace {

struct CheckCommand {
  CommonOptions common;
  workflow::CheckRequest request;
  bool list_all = false;

  int run() {
    request.threads = static_cast<std::size_t>(common.threads);
    const workflow::CheckOutcome outcome = workflow::check_month(request);
    report::CheckTextOptions text;
    text.base_rows = request.base_rows;
    text.list_uncovered = !request.explain;
    if (list_all) text.longest_list = std::numeric_limits<std::size_t>::max();
    fmt::print("{}", report::check_text(outcome.month.schedule, outcome.month.rules, outcome.plan,
                                        outcome.report, text));
    fmt::print("{}",
               report::outlook_text(outcome.month.schedule, outcome.outlooks, text.longest_list));
    if (outcome.summary.bound) {
      const double total = outcome.report.cost.total().amount();
      const double bound = outcome.summary.bound->value;
      fmt::print("\n{}", report::bound_text(total, bound, "exact pricing with the stored prices"));
    }
    common.write_summary(plan::summary_json(outcome.summary));
    return outcome.report.legal() ? kDone : kViolationsFound;
  }
};

}  // namespace

Command make_check(CLI::App& parent) {
  auto command = std::make_shared<CheckCommand>();
  CLI::App* app = parent.add_subcommand("check", "judge and price the pairings of a month");
  app->add_option("month", command->request.month, "month folder")->required();
  app->add_option("--plan", command->request.plan,
                  "plan folder, pairings.csv or pairings.txt; else the month's own pairings");
  app->add_option("--wishes", command->request.wishes,
                  "wishes.csv to judge the plan by; else that of its folder");
  add_rules_options(*app, command->request.rules, command->request.base_rows);
  app->add_flag("--all", command->list_all, "list every violation and every uncovered flight");
  app->add_flag(
      "--explain", command->request.explain,
      "say for each uncovered flight which legal pairing could operate it, or else which\n"
      "change of one rule would allow one");
  app->add_flag("--bound", command->request.bound,
                "prove again, from the plan's prices.csv, what no plan can cost less than");
  add_common_options(*app, command->common);
  app->footer(
      "Exit code 0: legal; 4: a rule is broken or a flight is operated twice. A flight that is "
      "not\n"
      "covered is no violation: it has its price.\n\n"
      "Example: skein check january --plan plans/january --summary january.json");
  return {app, [command] {
            apply_verbosity(command->common);
            return command->run();
          }};
}

}  // namespace skein::cli
