#include "workflow/warm_start_runs.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/input_error.h"
#include "base/text_source.h"

namespace skein::workflow {
namespace {

using nlohmann::ordered_json;

constexpr const char* kAgain = "remove the file, and the run is made again";

ordered_json json_of(const seeding::PlanFigures& figures) {
  return {{"flights", figures.flights},
          {"pairings", figures.pairings},
          {"infeasible", figures.infeasible},
          {"covered", figures.covered},
          {"over_covered", figures.over_covered},
          {"deadheads", figures.deadheads},
          {"pairing_cost", figures.pairing_cost.amount()},
          {"cost", figures.cost().amount()}};
}

seeding::PlanFigures figures_from(const ordered_json& json) {
  seeding::PlanFigures figures;
  figures.flights = json.at("flights");
  figures.pairings = json.at("pairings");
  figures.infeasible = json.at("infeasible");
  figures.covered = json.at("covered");
  figures.over_covered = json.at("over_covered");
  figures.deadheads = json.at("deadheads");
  figures.pairing_cost = Cost(json.at("pairing_cost").get<double>());
  // Not told apart any more.
  figures.uncovered_cost = Cost(json.at("cost").get<double>()) - figures.pairing_cost;
  return figures;
}

ordered_json json_of(const WarmStartRun& run) {
  ordered_json json{{"month", run.month},
                    {"start", run.start},
                    {"passes", run.passes},
                    {"start_cpu", run.start_cpu},
                    {"start_cost", run.start_cost},
                    {"links", run.links},
                    {"cost", run.cost},
                    {"bound", run.bound},
                    {"base_excess", run.base_excess},
                    {"deadheads", run.deadheads},
                    {"uncovered", run.uncovered},
                    {"violations", run.violations},
                    {"cpu", run.cpu}};
  for (const StartFigures& start : run.starts) {
    json["starts"].push_back({{"decoder", start.decoder},
                              {"initial", json_of(start.initial)},
                              {"feasible", json_of(start.feasible)}});
  }
  for (const CoursePoint& point : run.course) {
    json["course"].push_back({point.cpu, point.plan, point.bound, point.lp});
  }
  return json;
}

WarmStartRun run_from(const ordered_json& json) {
  WarmStartRun run;
  run.month = json.at("month");
  run.start = json.at("start");
  run.passes = json.at("passes");
  run.start_cpu = json.at("start_cpu");
  run.start_cost = json.at("start_cost");
  run.links = json.at("links");
  run.cost = json.at("cost");
  run.bound = json.at("bound");
  run.base_excess = json.at("base_excess");
  run.deadheads = json.at("deadheads");
  run.uncovered = json.at("uncovered");
  run.violations = json.at("violations");
  run.cpu = json.at("cpu");
  if (json.contains("starts")) {
    for (const ordered_json& start : json.at("starts")) {
      run.starts.push_back({start.at("decoder"), figures_from(start.at("initial")),
                            figures_from(start.at("feasible"))});
    }
  }
  if (json.contains("course")) {
    for (const ordered_json& point : json.at("course")) {
      run.course.push_back({point.at(0), point.at(1), point.at(2), point.at(3)});
    }
  }
  return run;
}

// The best bound known of each month.
std::map<std::string, double> best_bounds(const std::vector<WarmStartRun>& runs) {
  std::map<std::string, double> bounds;
  for (const WarmStartRun& run : runs) {
    double& bound = bounds[run.month];
    bound = std::max(bound, run.bound);
  }
  return bounds;
}

std::string seconds_text(const std::optional<double>& seconds) {
  return seconds ? fmt::format("{:.1f}", *seconds) : "-";
}

std::string start_table(const std::vector<WarmStartRun>& runs) {
  std::string text =
      fmt::format("{:<12} {:<18} {:<8} {:>8} {:>10} {:>8} {:>8} {:>13} | {:>8} {:>8} {:>13}\n",
                  "month", "start", "decoder", "pairings", "infeasible", "covered", "double",
                  "cost", "pairings", "covered", "cost, broken");
  for (const WarmStartRun& run : runs) {
    if (run.passes > 1) continue;
    for (const StartFigures& start : run.starts) {
      text += fmt::format(
          "{:<12} {:<18} {:<8} {:>8} {:>8.1f} % {:>6.1f} % {:>8} {:>13.2f} | {:>8} {:>6.1f} % "
          "{:>13.2f}\n",
          run.month, run.start, start.decoder, start.initial.pairings,
          100 * start.initial.infeasible_share(), 100 * start.initial.covered_share(),
          start.initial.over_covered, start.initial.cost().amount(), start.feasible.pairings,
          100 * start.feasible.covered_share(), start.feasible.cost().amount());
    }
  }
  return text;
}

std::string plan_table(const std::vector<WarmStartRun>& runs) {
  const auto bounds = best_bounds(runs);
  std::string text =
      fmt::format("{:<12} {:<18} {:>13} {:>7} {:>13} {:>8} {:>11} {:>9} {:>9} {:>9} {:>9}\n",
                  "month", "start", "start cost", "links", "cost", "gap", "base excess",
                  "deadheads", "CPU s", "to 1 %", "to 0.5 %");
  for (const WarmStartRun& run : runs) {
    const double bound = bounds.at(run.month);
    text += fmt::format(
        "{:<12} {:<18} {:>13.2f} {:>7} {:>13.2f} {:>6.3f} % {:>11.2f} {:>9} {:>9.1f} {:>9} {:>9}\n",
        run.month, name_of(run), run.start_cost, run.links, run.cost,
        100 * (run.cost - bound) / run.cost, run.base_excess, run.deadheads, run.cpu,
        seconds_text(run.cpu_to(0.01, bound)), seconds_text(run.cpu_to(0.005, bound)));
  }
  return text;
}

// Of the costs against those of the cold runs, in percent.
std::string difference_table(const std::vector<WarmStartRun>& runs) {
  std::map<std::string, double> cold;
  for (const WarmStartRun& run : runs) {
    if (run.start == "cold" && run.passes == 1) cold[run.month] = run.cost;
  }
  std::vector<std::string> names;
  std::map<std::string, std::vector<double>> differences;
  for (const WarmStartRun& run : runs) {
    const auto base = cold.find(run.month);
    if (base == cold.end() || base->second <= 0 || name_of(run) == "cold") continue;
    if (!differences.contains(name_of(run))) names.push_back(name_of(run));
    differences[name_of(run)].push_back(100 * (run.cost - base->second) / base->second);
  }
  std::string text = fmt::format("{:<18} {:>6} {:>12} {:>16} {:>8}\n", "against cold", "months",
                                 "difference", "standard error", "lower");
  for (const std::string& name : names) {
    const std::vector<double>& all = differences[name];
    const auto count = static_cast<double>(all.size());
    double mean = 0;
    for (double difference : all) mean += difference / count;
    double squares = 0;
    for (double difference : all) squares += (difference - mean) * (difference - mean);
    const double error = all.size() > 1 ? std::sqrt(squares / (count - 1) / count) : 0;
    const auto lower = std::count_if(all.begin(), all.end(), [](double d) { return d < 0; });
    text += fmt::format("{:<18} {:>6} {:>10.3f} % {:>16} {:>8}\n", name, all.size(), mean,
                        all.size() > 1 ? fmt::format("{:.3f} %", error) : "-", lower);
  }
  return text;
}

}  // namespace

WarmStartRuns::WarmStartRuns(std::filesystem::path folder, std::string settings)
    : folder_(std::move(folder)), settings_(std::move(settings)) {}

std::filesystem::path WarmStartRuns::file_of(const std::string& month, const std::string& start,
                                             int passes) const {
  std::string name = fmt::format("{}-{}-{}.json", month, start, passes);
  std::replace(name.begin(), name.end(), ' ', '_');
  std::replace(name.begin(), name.end(), '/', '_');
  return folder_ / name;
}

std::optional<WarmStartRun> WarmStartRuns::find(const std::string& month, const std::string& start,
                                                int passes) const {
  const std::filesystem::path file = file_of(month, start, passes);
  std::error_code error;
  if (!std::filesystem::exists(file, error)) return std::nullopt;
  try {
    const ordered_json json = ordered_json::parse(read_text(file));
    if (json.at("settings") != settings_) {
      throw InputError({file, 0, "settings", "belongs to a run with other options",
                        "use another output folder, or remove the file"});
    }
    return run_from(json.at("run"));
  } catch (const nlohmann::json::exception& problem) {
    throw InputError({file, 0, "", std::string("is not a run: ") + problem.what(), kAgain});
  }
}

void WarmStartRuns::keep(const WarmStartRun& run) const {
  std::filesystem::create_directories(folder_);
  const ordered_json json{{"settings", settings_}, {"run", json_of(run)}};
  write_file(file_of(run.month, run.start, run.passes), json.dump(1) + "\n");
}

std::string name_of(const WarmStartRun& run) {
  return run.passes > 1 ? run.start + "+" : run.start;
}

std::optional<double> WarmStartRun::cpu_to(double near, double best_bound) const {
  for (const CoursePoint& point : course) {
    if (point.plan > 0 && (point.plan - best_bound) / point.plan <= near) return point.cpu;
  }
  return std::nullopt;
}

std::string tables_of(const std::vector<WarmStartRun>& runs) {
  return "Starts\n" + start_table(runs) + "\nPlans\n" + plan_table(runs) +
         "\nCosts of the plans\n" + difference_table(runs);
}

std::string csv_of(const std::vector<WarmStartRun>& runs) {
  const auto bounds = best_bounds(runs);
  std::string csv =
      "month,start,passes,start_cpu_seconds,start_cost,links,cost,bound,gap,base_excess,deadheads,"
      "uncovered,violations,cpu_seconds,cpu_to_1_percent,cpu_to_half_percent\n";
  for (const WarmStartRun& run : runs) {
    const double bound = bounds.at(run.month);
    csv += fmt::format(
        "{},{},{},{:.1f},{:.2f},{},{:.2f},{:.2f},{:.6f},{:.2f},{},{},{},{:.1f},{},{}\n", run.month,
        run.start, run.passes, run.start_cpu, run.start_cost, run.links, run.cost, run.bound,
        run.gap(), run.base_excess, run.deadheads, run.uncovered, run.violations, run.cpu,
        seconds_text(run.cpu_to(0.01, bound)), seconds_text(run.cpu_to(0.005, bound)));
  }
  return csv;
}

}  // namespace skein::workflow
