#include <memory>

#include <fmt/format.h>

#include "command.h"
#include "workflow/near_best_experiment.h"

namespace skein::cli {

Command make_near_best(CLI::App& parent) {
  struct NearBestCommand {
    CommonOptions common;
    workflow::NearBestRequest request;
  };
  auto command = std::make_shared<NearBestCommand>();
  workflow::NearBestRequest& request = command->request;
  CLI::App* app = parent.add_subcommand(
      "near-best", "what share of predicted connections occurs in some plan near the best");
  app->add_option("month", request.month, "month folder")->required();
  app->add_option("--plans", request.plans,
                  "plans of the month: folders, pairings.csv or pairings.txt")
      ->required();
  app->add_option("--starts", request.starts,
                  "what was predicted: folders as `skein predict` leaves them")
      ->required();
  app->add_option("--within", request.within,
                  "a plan counts if it costs no more than this share above the cheapest")
      ->capture_default_str()
      ->check(CLI::NonNegativeNumber);
  add_rules_options(*app, request.rules, request.base_rows);
  add_common_options(*app, command->common);
  app->footer(
      "Plans that break a rule do not count.\n\n"
      "Example: skein experiment near-best march --plans plan1 plan2 plan3 --starts start");
  return {app, [command] {
            apply_verbosity(command->common);
            const auto outcome = workflow::compare_with_near_best(command->request);
            fmt::print("{}", outcome.text);
            command->common.write_summary(outcome.summary);
            return kDone;
          }};
}

}  // namespace skein::cli
