#include "workflow/model.h"

#include <memory>

#include <fmt/format.h>

#include "command.h"

namespace skein::cli {
namespace {

struct ShowCommand {
  CommonOptions common;
  workflow::ShowModelRequest request;

  int run() const {
    const workflow::ShowModelOutcome outcome = workflow::show_model(request);
    fmt::print("{}", outcome.text);
    common.write_summary(outcome.summary);
    return kDone;
  }
};

}  // namespace

Command make_model(CLI::App& parent) {
  CLI::App* app = parent.add_subcommand("model", "trained models: what is in them");
  app->require_subcommand(1);
  auto command = std::make_shared<ShowCommand>();
  CLI::App* show =
      app->add_subcommand("show", "layers, parameters, training history and filters of a model");
  show->add_option("model", command->request.model, "model file, or the folder that has it")
      ->required();
  show->add_option("--picture", command->request.picture, "SVG file to draw the filters to");
  add_common_options(*show, command->common);
  show->footer("Example: skein model show model --picture filters.svg");
  return {app, [command] {
            apply_verbosity(command->common);
            return command->run();
          }};
}

}  // namespace skein::cli
