#include "workflow/bench_aggregation.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/clock.h"
#include "base/random.h"
#include "base/workers.h"
#include "cover/branching.h"
#include "optimizer/column_generation.h"
#include "optimizer/repair.h"
#include "report/chart.h"
#include "seeding/greedy.h"
#include "workflow/bench_month.h"
#include "workflow/stopwatch.h"

namespace skein::workflow {
namespace {

using optimizer::Candidate;
using optimizer::FlightLink;

constexpr int kFirstDay = 7;  // of a week, from 0
constexpr int kDaysOfWeek = 7;
// Pairings from which plans are made.
constexpr double kInUse = 1e-3;
constexpr double kNear = 50;
constexpr double kSureShare = 0.7;

// Of the published connections; negative: it is not made from them.
double broken_share(const std::string& start) {
  const std::string published = "published";
  if (!start.starts_with(published)) return -1;
  return start == published ? 0 : std::stod(start.substr(published.size() + 1)) / 100;
}

// The flights of a part, and pairings and links to begin with.
struct Start {
  std::string name;
  std::vector<Candidate> pairings;
  std::vector<FlightLink> links;
};

struct Problem {
  std::string name;
  const BenchMonth& month;
  optimizer::Part part;
};

optimizer::Part part_of(const BenchMonth& month, bool is_week, bool base_rows) {
  const schedule::Schedule& schedule = month.month.schedule;
  optimizer::Part part = optimizer::whole_month(
      schedule, base_rows ? optimizer::base_targets(schedule) : std::vector<double>{});
  if (!is_week) return part;
  const Instant begin = schedule.period().begin + kFirstDay * kDay;
  const Instant end = begin + kDaysOfWeek * kDay;
  for (FlightId flight : schedule.flight_ids()) {
    const Instant departure = schedule.flight(flight).departure;
    if (departure < begin || departure >= end) part.open[flight] = 0;
  }
  return part;
}

// What is left of the plan's pairings in the part, and of its links when some are broken at random;
// a pairing with a broken link is no start.
Start start_of(const Problem& problem, std::string name, const plan::Plan& plan,
               double share_broken) {
  const schedule::Schedule& schedule = problem.month.month.schedule;
  const plan::Plan legal = optimizer::keep_legal(schedule, problem.month.month.rules, plan).plan;
  Start start{std::move(name), {}, {}};
  Rng rng(1);
  for (const Candidate& pairing : optimizer::candidates_of(schedule, legal)) {
    bool is_whole = optimizer::operates_only(problem.part.open, pairing);
    for (const FlightLink& link : optimizer::links_of(std::span(&pairing, 1))) {
      const bool is_broken = rng.chance(share_broken);
      if (!is_broken) start.links.push_back(link);
      is_whole = is_whole && !is_broken;
    }
    if (is_whole) start.pairings.push_back(pairing);
  }
  return start;
}

std::vector<Start> starts_of(const Problem& problem, const AggregationBenchRequest& request) {
  const auto wanted = [&](const std::string& name) {
    return request.starts.empty() ||
           std::find(request.starts.begin(), request.starts.end(), name) != request.starts.end();
  };
  std::vector<Start> starts;
  for (const std::string& name : aggregation_starts()) {
    if (!wanted(name)) continue;
    const bool is_published = broken_share(name) >= 0;
    if (is_published && problem.month.published.pairings.empty()) continue;
    const plan::Plan plan =
        is_published
            ? problem.month.published
            : seeding::plan_greedily(problem.month.month.schedule, problem.month.month.rules).plan;
    starts.push_back(start_of(problem, name, plan, std::max(0.0, broken_share(name))));
  }
  return starts;
}

// Whole pairings: one plunge of branch and bound over the pairings that the relaxation nearly
// takes.
double plan_from(const optimizer::Master& master, const optimizer::LpResult& lp,
                 const Deadline& deadline) {
  std::vector<std::size_t> near;
  for (std::size_t j = 0; j < master.columns(); ++j) {
    const bool in_use = j < lp.shares.size() && lp.shares[j] > kInUse;
    if (in_use || master.reduced_cost(lp.prices, master.pairing(j)) < kNear) near.push_back(j);
  }
  cover::BranchingOptions plunge;
  plunge.max_nodes = 1;
  plunge.sure_share = kSureShare;
  plunge.deadline = deadline;
  const cover::BranchingResult plan = cover::branch_and_bound(master.problem(), near, plunge);
  return plan.found ? plan.value : -1;
}

optimizer::MasterMethod method_of(const std::string& name) {
  if (name.starts_with("simplex")) return optimizer::MasterMethod::kSimplex;
  if (name.starts_with("interior")) return optimizer::MasterMethod::kInteriorPoint;
  return optimizer::MasterMethod::kFirstOrder;
}

// A relaxation, with its value after each round.
struct Course {
  AggregationFigures figures;
  std::vector<std::pair<double, double>> values;  // CPU seconds, value
  bool is_optimal = false;
};

Course run(const Problem& problem, const Start& start, const std::string& method,
           const AggregationBenchRequest& request) {
  const schedule::Schedule& schedule = problem.month.month.schedule;
  const pairing::Rules& rules = problem.month.month.rules;
  Course course;
  AggregationFigures& figures = course.figures;
  figures.month = problem.name;
  figures.start = start.name;
  figures.method = method;
  const Stopwatch stopwatch;
  Workers workers(1);
  pricing::Pricer pricer(schedule, rules, workers);
  pricer.set_open(problem.part.open);
  optimizer::Master master(schedule, rules, problem.part);
  for (const Candidate& pairing : start.pairings) master.add(pairing);
  optimizer::ColumnGenerationOptions options;
  options.gap = request.gap;
  options.method = method_of(method);
  options.deadline = Deadline::in_seconds(request.time_limit);
  if (method.ends_with("clusters")) {
    options.links = start.links;
    options.fitting_columns = master.columns();
  }
  const optimizer::LpResult lp = optimizer::generate_columns(
      master, pricer, options, [&](const optimizer::RoundReport& round) {
        if (figures.first_rows == 0) figures.first_rows = round.rows;
        figures.last_rows = round.rows;
        figures.fractional = round.fractional;
        course.values.emplace_back(stopwatch.cpu(), round.lp);
      });
  course.is_optimal = lp.stopped == optimizer::GenerationStop::kOptimal;
  figures.flights = master.flights().size();
  figures.to_optimum = course.is_optimal ? stopwatch.cpu() : -1;
  figures.lp = lp.lp;
  figures.bound = lp.bound;
  figures.rounds = lp.rounds;
  figures.columns = master.columns();
  master.lift_ceilings();
  if (request.plans && course.is_optimal) {
    figures.plan = plan_from(master, lp, Deadline::in_seconds(request.time_limit));
  }
  return course;
}

// From when on the value stays within that share of the optimum.
double time_within(const Course& course, double optimum, double share) {
  double since = -1;
  for (const auto& [seconds, value] : course.values) {
    if (value > (1 + share) * optimum) {
      since = -1;
    } else if (since < 0) {
      since = seconds;
    }
  }
  return since < 0 && course.is_optimal ? course.figures.to_optimum : since;
}

void compare_methods(const Problem& problem, const Start& start,
                     const AggregationBenchRequest& request,
                     const std::function<void(const AggregationFigures&)>& observer) {
  std::vector<Course> courses;
  double bound = 0;
  for (const std::string& method : aggregation_methods()) {
    const bool wanted =
        request.methods.empty() ||
        std::find(request.methods.begin(), request.methods.end(), method) != request.methods.end();
    if (!wanted || interrupted()) continue;
    courses.push_back(run(problem, start, method, request));
    bound = std::max(bound, courses.back().figures.bound);
  }
  for (Course& course : courses) {
    course.figures.to_1_percent = time_within(course, bound, 0.01);
    course.figures.to_01_percent = time_within(course, bound, 0.001);
    observer(course.figures);
  }
}

}  // namespace

const std::vector<std::string>& aggregation_methods() {
  static const std::vector<std::string> names{"first-order",    "first-order clusters",
                                              "interior-point", "interior-point clusters",
                                              "simplex",        "simplex clusters"};
  return names;
}

const std::vector<std::string>& aggregation_starts() {
  static const std::vector<std::string> names{"published",    "published-10",  "published-30",
                                              "published-60", "published-100", "greedy"};
  return names;
}

std::string aggregation_plot(const std::vector<AggregationFigures>& figures) {
  std::vector<report::Chart> charts;
  for (const AggregationFigures& row : figures) {
    if (broken_share(row.start) < 0 || row.to_optimum < 0) continue;
    const auto chart = std::find_if(charts.begin(), charts.end(), [&](const report::Chart& known) {
      return known.title == row.month;
    });
    report::Chart& own = chart != charts.end()
                             ? *chart
                             : charts.emplace_back(report::Chart{row.month,
                                                                 "connections broken, %",
                                                                 "CPU seconds to the optimum",
                                                                 report::Scale::kLinear,
                                                                 report::Scale::kLogarithmic,
                                                                 {}});
    auto series =
        std::find_if(own.series.begin(), own.series.end(),
                     [&](const report::Series& known) { return known.name == row.method; });
    if (series == own.series.end()) {
      own.series.push_back({row.method, {}});
      series = std::prev(own.series.end());
    }
    series->points.emplace_back(100 * broken_share(row.start), row.to_optimum);
  }
  return report::charts_svg(charts);
}

void bench_aggregation(const AggregationBenchRequest& request,
                       const std::function<void(const AggregationFigures&)>& observer) {
  const std::vector<BenchMonth> months = bench_months_of(request.data, request.instances);
  for (const bool is_week : {true, false}) {
    if (is_week ? !request.weeks : !request.months) continue;
    for (const BenchMonth& month : months) {
      const Problem problem{month.name + (is_week ? ", days 8 to 14" : ""), month,
                            part_of(month, is_week, request.base_rows)};
      for (const Start& start : starts_of(problem, request)) {
        if (!interrupted()) compare_methods(problem, start, request, observer);
      }
    }
  }
}

}  // namespace skein::workflow
