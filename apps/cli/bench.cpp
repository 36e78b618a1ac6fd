#include "workflow/bench.h"

#include <memory>

#include <fmt/format.h>

#include "command.h"
#include "report/text.h"
#include "workflow/data_folder.h"

namespace skein::cli {
namespace {

struct BenchCommand {
  CommonOptions common;
  int runs = 5;

  int run_months() const {
    report::TextTable table({"what", "flights", "pairings", "wall s, least", "middle", "CPU s"});
    for (const workflow::Timing& timing :
         workflow::bench_months(workflow::data_folder(std::filesystem::current_path()), runs)) {
      table.add({timing.what, report::grouped(timing.flights), report::grouped(timing.pairings),
                 fmt::format("{:.3f}", timing.least_wall),
                 fmt::format("{:.3f}", timing.middle_wall),
                 fmt::format("{:.3f}", timing.least_cpu)});
    }
    fmt::print("{}", table.text());
    return kDone;
  }
};

}  // namespace

Command make_bench(CLI::App& parent) {
  auto command = std::make_shared<BenchCommand>();
  CLI::App* app = parent.add_subcommand("bench", "timings that anybody can repeat");
  app->require_subcommand(1);
  CLI::App* months = app->add_subcommand("months", "reading, checking and generating months");
  months->add_option("--runs", command->runs, "of each; the least and the middle are shown")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000));
  add_common_options(*months, command->common);
  months->footer(
      "The real data is looked for in SKEIN_DATA, else in ../shared/data.\n\n"
      "Example: skein bench months");
  return {app, [command] {
            apply_verbosity(command->common);
            return command->run_months();
          }};
}

}  // namespace skein::cli
