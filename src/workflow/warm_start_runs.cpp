#include "workflow/warm_start_runs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/input_error.h"
#include "base/text_source.h"
#include "report/page.h"
#include "report/text.h"

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

struct Table {
  std::string title;
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
};

Table start_table(const std::vector<WarmStartRun>& runs) {
  Table table{"Starts, as decoded and as broken into legal pairings",
              {"month", "start", "decoder", "pairings", "infeasible", "covered", "more than once",
               "cost", "pairings, broken", "covered, broken", "cost, broken"},
              {}};
  for (const WarmStartRun& run : runs) {
    if (run.passes > 1) continue;
    for (const StartFigures& start : run.starts) {
      const seeding::PlanFigures& broken = start.feasible;
      table.rows.push_back(
          {run.month, run.start, start.decoder, report::grouped(start.initial.pairings),
           report::percent(start.initial.infeasible_share(), 1),
           report::percent(start.initial.covered_share(), 1),
           report::grouped(start.initial.over_covered),
           report::grouped(start.initial.cost().amount(), 0), report::grouped(broken.pairings),
           report::percent(broken.covered_share(), 1), report::grouped(broken.cost().amount(), 0)});
    }
  }
  return table;
}

Table plan_table(const std::vector<WarmStartRun>& runs) {
  const auto bounds = best_bounds(runs);
  Table table{"Plans",
              {"month", "start", "begins with", "links", "cost", "gap", "base excess", "uncovered",
               "deadheads", "CPU s", "to 1 %", "to 0.5 %", "violations"},
              {}};
  for (const WarmStartRun& run : runs) {
    const double bound = bounds.at(run.month);
    table.rows.push_back({run.month, name_of(run), report::grouped(run.start_cost, 0),
                          report::grouped(run.links), report::grouped(run.cost, 2),
                          report::percent((run.cost - bound) / run.cost, 3),
                          report::grouped(run.base_excess, 0), report::grouped(run.uncovered),
                          report::grouped(run.deadheads), report::grouped(run.cpu, 1),
                          seconds_text(run.cpu_to(0.01, bound)),
                          seconds_text(run.cpu_to(0.005, bound)), report::grouped(run.violations)});
  }
  return table;
}

// Student's t at 97.5 %, by degrees of freedom from 1.
double student(std::size_t degrees) {
  constexpr std::array kValues = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262};
  return kValues[std::min(degrees, kValues.size()) - 1];
}

// The mean, and half of its 95 % interval where there are two or more.
std::pair<double, std::optional<double>> mean_of(const std::vector<double>& values) {
  const auto count = static_cast<double>(values.size());
  double mean = 0;
  for (double value : values) mean += value / count;
  if (values.size() < 2) return {mean, std::nullopt};
  double squares = 0;
  for (double value : values) squares += (value - mean) * (value - mean);
  return {mean, student(values.size() - 1) * std::sqrt(squares / (count - 1) / count)};
}

// Of the costs against those of the cold runs, month by month.
Table difference_table(const std::vector<WarmStartRun>& runs) {
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
  Table table{"Costs of the plans against those of the cold runs, month by month",
              {"start", "months", "lower in", "mean difference", "95 % interval"},
              {}};
  for (const std::string& name : names) {
    const std::vector<double>& all = differences[name];
    const auto [mean, half] = mean_of(all);
    const auto lower = std::count_if(all.begin(), all.end(), [](double d) { return d < 0; });
    table.rows.push_back(
        {name, report::grouped(all.size()), report::grouped(static_cast<std::size_t>(lower)),
         fmt::format("{:+.3f} %", mean),
         half ? fmt::format("{:+.3f} to {:+.3f} %", mean - *half, mean + *half) : "-"});
  }
  return table;
}

std::vector<Table> all_tables(const std::vector<WarmStartRun>& runs) {
  return {start_table(runs), plan_table(runs), difference_table(runs)};
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
  std::string text;
  for (const Table& table : all_tables(runs)) {
    report::TextTable rows(table.header);
    for (const auto& row : table.rows) rows.add(row);
    text += table.title + "\n" + rows.text() + "\n";
  }
  return text;
}

std::string page_of(const std::vector<WarmStartRun>& runs) {
  std::string body =
      "<p>Every month is planned from several starts, in the same time. <em>Cold</em> begins with "
      "the greedy plan, <em>standard</em> with a week rolled over the month, <em>random</em> has "
      "clusters drawn by lot, <em>+</em> a second pass. Gaps are to the best bound known of the "
      "month. All figures of plans are those of the independent checker.</p>\n";
  for (const Table& table : all_tables(runs)) {
    body += "<h2>" + report::html_text(table.title) + "</h2>\n" +
            report::html_table(table.header, table.rows);
  }
  return report::html_page("What a learnt start is worth", body);
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
