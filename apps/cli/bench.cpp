#include "workflow/bench.h"

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "base/files.h"
#include "base/input_error.h"
#include "command.h"
#include "report/text.h"
#include "workflow/bench_aggregation.h"
#include "workflow/bench_pairing.h"
#include "workflow/data_folder.h"

namespace skein::cli {
namespace {

std::optional<std::filesystem::path> found_data() {
  return workflow::data_folder(std::filesystem::current_path());
}

struct MonthsBench {
  CommonOptions common;
  int runs = 5;

  int run() const {
    report::TextTable table({"what", "flights", "pairings", "wall s, least", "middle", "CPU s"});
    for (const workflow::Timing& timing : workflow::bench_months(found_data(), runs)) {
      table.add({timing.what, report::grouped(timing.flights), report::grouped(timing.pairings),
                 fmt::format("{:.3f}", timing.least_wall),
                 fmt::format("{:.3f}", timing.middle_wall),
                 fmt::format("{:.3f}", timing.least_cpu)});
    }
    fmt::print("{}", table.text());
    return kDone;
  }
};

// Rows are printed as they come: the whole takes an hour or so.
struct PairingBench {
  CommonOptions common;
  workflow::PairingBenchRequest request;
  bool only_relaxations = false;
  bool only_plans = false;

  int run() {
    catch_interrupts();
    request.data = found_data();
    request.threads = static_cast<std::size_t>(common.threads);
    if (common.time_limit) request.time_limit = *common.time_limit;
    request.relaxations = !only_plans;
    request.plans = !only_relaxations;
    workflow::bench_pairing(request, {print_relaxation, print_plan});
    return interrupted() ? kLimitReached : kDone;
  }

 private:
  static void print_relaxation(const workflow::RelaxationFigures& row) {
    fmt::print(
        "{}, {} flights: relaxation without base rows {:.2f}, bound {:.2f}, {} rounds, {} columns, "
        "{:.1f} CPU s, {:.0f} MB\n",
        row.month, row.flights, row.lp, row.bound, row.rounds, row.columns, row.cpu,
        row.peak_memory_mb);
    std::fflush(stdout);
  }

  static void print_plan(const workflow::PlanBenchFigures& row) {
    fmt::print(
        "{}, {} flights: plan {:.2f}, bound {:.2f}, gap {:.3f} %, {} violations, {} uncovered, {} "
        "deadheads, {:.1f} wall s, {:.1f} CPU s, {:.0f} MB",
        row.month, row.flights, row.cost, row.bound, 100 * row.gap(), row.violations, row.uncovered,
        row.deadheads, row.wall, row.cpu, row.peak_memory_mb);
    if (row.published > 0) {
      fmt::print("; published {:.2f}, {:.2f} % dearer", row.published,
                 100 * (row.published - row.cost) / row.cost);
    }
    fmt::print("\n");
    std::fflush(stdout);
  }
};

struct GrowthBench {
  CommonOptions common;
  workflow::GrowthRequest request;
  std::optional<std::filesystem::path> plot;

  int run() {
    catch_interrupts();
    if (!std::is_sorted(request.flights.begin(), request.flights.end())) {
      throw InputError({"", 0, "--flights", "the sizes do not increase",
                        "give them in increasing order: peak memory is that of the whole run"});
    }
    request.threads = static_cast<std::size_t>(common.threads);
    if (common.time_limit) request.time_limit = *common.time_limit;
    const auto rows = workflow::bench_growth(request, print);
    if (plot) write_file(*plot, workflow::growth_plot(rows));
    return interrupted() ? kLimitReached : kDone;
  }

 private:
  static void print(const workflow::PlanBenchFigures& row) {
    fmt::print(
        "{} flights: relaxation {:.1f} s{}, plan {:.1f} s, gap {:.3f} %, {} uncovered, {:.1f} CPU "
        "s, {:.0f} MB\n",
        row.flights, row.relaxation_wall, row.relaxation_solved ? "" : " (cut short)", row.wall,
        100 * row.gap(), row.uncovered, row.cpu, row.peak_memory_mb);
    std::fflush(stdout);
  }
};

struct AggregationBench {
  CommonOptions common;
  workflow::AggregationBenchRequest request;
  bool only_weeks = false;
  bool only_months = false;
  bool no_plans = false;
  std::optional<std::filesystem::path> plot;

  int run() {
    catch_interrupts();
    request.data = found_data();
    if (common.time_limit) request.time_limit = *common.time_limit;
    request.weeks = !only_months;
    request.months = !only_weeks;
    request.plans = !no_plans;
    std::vector<workflow::AggregationFigures> rows;
    workflow::bench_aggregation(request, [&](const workflow::AggregationFigures& row) {
      rows.push_back(row);
      print(row);
    });
    if (plot) write_file(*plot, workflow::aggregation_plot(rows));
    return interrupted() ? kLimitReached : kDone;
  }

 private:
  static std::string seconds(double value) {
    return value < 0 ? "-" : fmt::format("{:.1f}", value);
  }

  static void print(const workflow::AggregationFigures& row) {
    fmt::print(
        "{}, {} flights, start {}, {}: CPU s to 1 % {}, 0.1 % {}, optimum {}; LP {:.2f}, bound "
        "{:.2f}, {} rounds, rows {} to {}, {} columns, {} in part, plan {}\n",
        row.month, row.flights, row.start, row.method, seconds(row.to_1_percent),
        seconds(row.to_01_percent), seconds(row.to_optimum), row.lp, row.bound, row.rounds,
        row.first_rows, row.last_rows, row.columns, row.fractional,
        row.plan < 0 ? "-" : fmt::format("{:.2f}", row.plan));
    std::fflush(stdout);
  }
};

Command make_aggregation(CLI::App& parent) {
  auto command = std::make_shared<AggregationBench>();
  CLI::App* app = parent.add_subcommand(
      "aggregation", "what clusters are worth to the relaxation, by method and start");
  app->add_option("--instances", command->request.instances, "published instances")
      ->delimiter(',')
      ->capture_default_str()
      ->check(CLI::IsMember({1, 3, 4, 6, 7}));
  app->add_option("--methods", command->request.methods, "methods to compare; else all")
      ->delimiter(',')
      ->check(CLI::IsMember(workflow::aggregation_methods()));
  app->add_option("--starts", command->request.starts, "starts to compare; else all")
      ->delimiter(',')
      ->check(CLI::IsMember(workflow::aggregation_starts()));
  CLI::Option* weeks = app->add_flag("--weeks", command->only_weeks, "only days 8 to 14");
  app->add_flag("--months", command->only_months, "only whole months")->excludes(weeks);
  app->add_flag("--base-rows", command->request.base_rows, "with the hours of bases");
  app->add_option("--gap", command->request.gap, "at which a relaxation is solved")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  app->add_flag("--no-plans", command->no_plans, "only relaxations");
  app->add_option("--plot", command->plot,
                  "write the time over the share of broken connections as SVG");
  add_common_options(*app, command->common);
  app->footer(
      "--time-limit is for each run, 300 s unless given.\n\n"
      "Example: skein bench aggregation --instances 4 --starts published --months");
  return {app, [command] {
            apply_verbosity(command->common);
            return command->run();
          }};
}

Command make_growth(CLI::App& parent) {
  auto command = std::make_shared<GrowthBench>();
  CLI::App* app = parent.add_subcommand("growth", "how time and memory grow with the month");
  app->add_option("--flights", command->request.flights, "sizes of the made-up months")
      ->delimiter(',')
      ->capture_default_str()
      ->check(CLI::Range(300, 100'000));
  app->add_option("--gap", command->request.gap, "at which a plan is good enough")
      ->capture_default_str()
      ->check(CLI::NonNegativeNumber);
  app->add_option("--plot", command->plot, "write time and memory over flights as SVG");
  add_common_options(*app, command->common);
  app->footer(
      "The time limit is for each plan (default 1800 s).\n\n"
      "Example: skein bench growth --flights 500,1000,2000 --plot growth.svg");
  return {app, [command] {
            apply_verbosity(command->common);
            return command->run();
          }};
}

Command make_months(CLI::App& parent) {
  auto command = std::make_shared<MonthsBench>();
  CLI::App* app = parent.add_subcommand("months", "reading, checking and generating months");
  app->add_option("--runs", command->runs, "of each; the least and the middle are shown")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000));
  add_common_options(*app, command->common);
  app->footer(
      "The real data is looked for in SKEIN_DATA, else in ../shared/data.\n\n"
      "Example: skein bench months");
  return {app, [command] {
            apply_verbosity(command->common);
            return command->run();
          }};
}

Command make_pairing(CLI::App& parent) {
  auto command = std::make_shared<PairingBench>();
  CLI::App* app = parent.add_subcommand("pairing", "relaxations and plans of published months");
  app->add_option("--instances", command->request.instances, "numbers of the GERAD instances")
      ->delimiter(',')
      ->capture_default_str()
      ->check(CLI::Range(1, 7));
  app->add_option("--gap", command->request.gap, "at which a plan is good enough")
      ->capture_default_str()
      ->check(CLI::NonNegativeNumber);
  app->add_flag("--relaxations", command->only_relaxations, "no plans");
  app->add_flag("--plans", command->only_plans, "no relaxations")->excludes("--relaxations");
  add_common_options(*app, command->common);
  app->footer(
      "The real data is looked for in SKEIN_DATA, else in ../shared/data. The time limit is for "
      "each "
      "plan (default 900 s).\n\n"
      "Example: skein bench pairing --instances 1,3 --plans");
  return {app, [command] {
            apply_verbosity(command->common);
            return command->run();
          }};
}

}  // namespace

Command make_bench(CLI::App& parent) {
  CLI::App* app = parent.add_subcommand("bench", "timings that anybody can repeat");
  app->require_subcommand(1);
  const Command months = make_months(*app);
  const Command pairing = make_pairing(*app);
  const Command growth = make_growth(*app);
  const Command aggregation = make_aggregation(*app);
  return {app, [months, pairing, growth, aggregation] {
            for (const Command& command : {months, pairing, growth}) {
              if (command.app->parsed()) return command.run();
            }
            return aggregation.run();
          }};
}

}  // namespace skein::cli
