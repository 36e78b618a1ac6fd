#include "workflow/report.h"

#include <memory>

#include <fmt/format.h>

#include "command.h"
#include "report/text.h"

namespace skein::cli {
namespace {

struct ReportCommand {
  CommonOptions common;
  workflow::ReportRequest request;

  int run() {
    const workflow::ReportOutcome outcome = workflow::write_report(request);
    fmt::print("{}: {}, cost {}, {} kB\n", request.output.string(),
               report::counted(outcome.summary.pairings, "pairing"),
               report::grouped(outcome.summary.cost.total().amount(), 2),
               report::grouped((outcome.bytes + 1023) / 1024));
    common.write_summary(plan::summary_json(outcome.summary));
    return kDone;
  }
};

}  // namespace

Command make_report(CLI::App& parent) {
  auto command = std::make_shared<ReportCommand>();
  workflow::ReportRequest& request = command->request;
  CLI::App* app = parent.add_subcommand("report", "a plan as one page for a browser");
  app->add_option("plan", request.plan, "plan folder, or a month folder with pairings")->required();
  app->add_option("-o,--output", request.output, "page to write, .html")->required();
  app->add_option("--month", request.month,
                  "month folder; else the one that the plan's summary names");
  app->add_option("--against", request.against,
                  "another plan of the month, to show what changed from it to this one");
  app->add_option("--title", request.title, "heading of the page");
  add_rules_options(*app, request.rules, request.base_rows);
  add_common_options(*app, command->common);
  app->footer(
      "The page is whole in one file: it opens without a network, and prints.\n\n"
      "Example: skein report plans/january -o january.html\n"
      "         skein report plans/january --against start -o january.html");
  return {app, [command] {
            apply_verbosity(command->common);
            return command->run();
          }};
}

}  // namespace skein::cli
