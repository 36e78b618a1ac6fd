#include "workflow/why.h"

#include <memory>

#include <fmt/format.h>

#include "command.h"

namespace skein::cli {
namespace {

struct WhyCommand {
  CommonOptions common;
  workflow::WhyRequest request;

  int run() {
    request.threads = static_cast<std::size_t>(common.threads);
    const workflow::WhyOutcome outcome = workflow::explain_flight(request);
    fmt::print("{}", outcome.text);
    common.write_summary(outcome.summary);
    return kDone;
  }
};

}  // namespace

Command make_why(CLI::App& parent) {
  auto command = std::make_shared<WhyCommand>();
  workflow::WhyRequest& request = command->request;
  CLI::App* app = parent.add_subcommand("why", "why a crew is thought to go on as it does");
  app->add_option("month", request.month, "month folder")->required();
  app->add_option("flight", request.flight, "id of a flight")->required();
  app->add_option("--model", request.model, "model file of skein learn")->required();
  app->add_option("--rules", request.rules,
                  "gerad, faa117, easa, or a rules.toml; else the month's");
  add_common_options(*app, command->common);
  app->footer("Example: skein why march OO5512/OXR/2008-03-01T13:30Z --model model");
  return {app, [command] {
            apply_verbosity(command->common);
            return command->run();
          }};
}

}  // namespace skein::cli
