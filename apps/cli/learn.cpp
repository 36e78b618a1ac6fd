#include "workflow/learn.h"

#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/clock.h"
#include "command.h"
#include "report/text.h"

namespace skein::cli {
namespace {

struct LearnCommand {
  CommonOptions common;
  workflow::LearnConnectionsRequest request;
  bool without_names = false;

  int run() {
    catch_interrupts();
    request.threads = static_cast<std::size_t>(common.threads);
    request.options.predictor.seed = common.seed;
    request.options.predictor.deadline = common.deadline();
    request.options.features.names = !without_names;
    const workflow::LearnConnectionsOutcome outcome = workflow::learn_connections(request);
    fmt::print("{} learnt from {} choices of crews: {} parameters, {:.1f} CPU s\n",
               request.options.predictor.name, report::grouped(outcome.learnt.examples),
               report::grouped(outcome.parameters), outcome.learnt.cpu_seconds);
    fmt::print("out of reach of any predictor: {} choices\n",
               report::grouped(outcome.learnt.out_of_reach.total()));
    fmt::print("model written to {}\n", request.output.string());
    common.write_summary(outcome.summary);
    return outcome.complete ? kDone : kLimitReached;
  }
};

}  // namespace

Command make_learn(CLI::App& parent) {
  auto command = std::make_shared<LearnCommand>();
  workflow::LearnConnectionsRequest& request = command->request;
  predictor::LearningOptions& options = request.options;
  CLI::App* app =
      parent.add_subcommand("learn", "learn from past months which flight a crew takes next");
  app->add_option("months", request.months, "month folders with pairings")->required();
  app->add_option("--plans", request.plans,
                  "plans of the months, in their order, where they stand elsewhere")
      ->delimiter(',');
  app->add_option("-o,--output", request.output, "model file to write")->required();
  app->add_option("--predictor", options.predictor.name,
                  fmt::format("one of {}", fmt::join(predictor::predictor_names(), ", ")))
      ->capture_default_str();
  app->add_flag("--without-names", command->without_names,
                "learn nothing of single stations and fleets, so that the model holds for other "
                "airlines");
  app->add_option("--first-day", options.days.first, "of each month, the first day to learn from")
      ->capture_default_str();
  app->add_option("--last-day", options.days.last, "the last one; else all");
  app->add_option("--filters", options.predictor.ckn.filters,
                  "of the kernel networks; more take longer")
      ->capture_default_str()
      ->check(CLI::Range(2, 10'000));
  add_learning_options(*app, options);
  add_common_options(*app, command->common);
  app->footer(
      "Example: skein learn january february -o model --plans plans/january,plans/february\n"
      "         skein predict model march -o start\n"
      "         skein solve march -o plan --start start --clusters start/clusters.csv");
  return {app, [command] {
            apply_verbosity(command->common);
            return command->run();
          }};
}

}  // namespace skein::cli
