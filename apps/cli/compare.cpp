#include "workflow/compare.h"

#include <memory>

#include <fmt/format.h>

#include "command.h"

namespace skein::cli {

Command make_compare(CLI::App& parent) {
  struct CompareCommand {
    CommonOptions common;
    workflow::CompareRequest request;
  };
  auto command = std::make_shared<CompareCommand>();
  workflow::CompareRequest& request = command->request;
  CLI::App* app = parent.add_subcommand("compare", "what differs between two plans of a month");
  app->add_option("before", request.before, "plan folder, or a month folder with pairings")
      ->required();
  app->add_option("now", request.now, "the plan that it is compared with")->required();
  app->add_option("--month", request.month,
                  "month folder; else the one that the second plan's summary names");
  add_rules_options(*app, request.rules, request.base_rows);
  add_common_options(*app, command->common);
  app->footer(
      "Each plan is judged by the rules that it was made with, unless --rules gives others for\n"
      "both.\n\n"
      "Example: skein compare plans/january what-if");
  return {app, [command] {
            apply_verbosity(command->common);
            const workflow::CompareOutcome outcome = workflow::compare_plans(command->request);
            fmt::print("{}", outcome.text);
            command->common.write_summary(outcome.summary);
            return static_cast<int>(kDone);
          }};
}

}  // namespace skein::cli
