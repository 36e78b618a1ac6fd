#include "workflow/predict.h"

#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/clock.h"
#include "command.h"
#include "report/text.h"

namespace skein::cli {
namespace {

std::vector<std::string> row_of(const std::string& name, const seeding::PlanFigures& figures) {
  return {name,
          report::grouped(figures.pairings),
          report::percent(figures.infeasible_share()),
          report::percent(figures.covered_share()),
          report::grouped(figures.over_covered),
          report::grouped(figures.deadheads),
          report::grouped(figures.pairing_cost.amount(), 2),
          report::grouped(figures.cost().amount(), 2)};
}

struct PredictCommand {
  CommonOptions common;
  workflow::PredictRequest request;
  bool force = false;
  bool extended = false;

  int run() {
    catch_interrupts();
    request.threads = static_cast<std::size_t>(common.threads);
    request.deadline = common.deadline();
    request.when_exists = when_exists(force);
    if (extended) request.period = seeding::ChainPeriod::kExtended;
    const workflow::PredictOutcome outcome = workflow::predict_month(request);
    report::TextTable table({"start plan", "pairings", "infeasible", "covered", "over-covered",
                             "deadheads", "cost of pairings", "with uncovered"});
    table.add(row_of("initial", outcome.initial));
    table.add(row_of("feasible", outcome.feasible));
    fmt::print("{}", table.text());
    fmt::print("{} links in {} clusters, {} left out as unsure\n", report::grouped(outcome.links),
               report::grouped(outcome.clusters), report::grouped(outcome.left_out));
    if (outcome.truth) {
      fmt::print(
          "of what the month's own crews did, {:.2f} % is predicted otherwise, jointly "
          "{:.2f} %\n",
          outcome.truth->alone.all.percent(), outcome.truth->joint.all.percent());
    }
    fmt::print("scores, start plan and clusters written to {} in {:.1f} CPU s\n",
               request.output.string(), outcome.cpu_seconds);
    common.write_summary(outcome.summary);
    return request.deadline.passed() ? kLimitReached : kDone;
  }
};

}  // namespace

Command make_predict(CLI::App& parent) {
  auto command = std::make_shared<PredictCommand>();
  workflow::PredictRequest& request = command->request;
  CLI::App* app =
      parent.add_subcommand("predict", "connection scores, a start plan and clusters for a month");
  app->add_option("model", request.model, "model file of skein learn")->required();
  app->add_option("month", request.month, "month folder")->required();
  add_output_option(*app, request.output, command->force, "folder to write");
  app->add_option("--decoder", request.decoder,
                  "how the plan is made: legal (keeps every rule), joint, rolling or greedy (the "
                  "paper's)")
      ->capture_default_str();
  app->add_flag("--extended", command->extended,
                "greedy: pairings may begin before the planning period");
  app->add_option("--confidence", request.confidence,
                  "the least probability of a link between flights of a cluster")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 1.0));
  app->add_option("--rules", request.rules,
                  "gerad, faa117, easa, or a rules.toml; else the month's");
  add_common_options(*app, command->common);
  app->footer(
      "Example: skein predict model march -o start\n"
      "         skein solve march -o plan --start start --clusters start/clusters.csv");
  return {app, [command] {
            apply_verbosity(command->common);
            return command->run();
          }};
}

}  // namespace skein::cli
