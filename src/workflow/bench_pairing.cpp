#include "workflow/bench_pairing.h"

#include <fmt/format.h>

#include "base/clock.h"
#include "base/workers.h"
#include "optimizer/column_generation.h"
#include "optimizer/lost_flights.h"
#include "optimizer/optimizer.h"
#include "plan/checker.h"
#include "report/chart.h"
#include "seeding/greedy.h"
#include "workflow/bench_month.h"
#include "workflow/stopwatch.h"

namespace skein::workflow {
namespace {

// What the relaxations are asked for: to this much the known optima are told.
constexpr double kRelaxationGap = 1e-5;

plan::Plan greedy_plan(const plan::Month& month) {
  return seeding::plan_greedily(month.schedule, month.rules).plan;
}

RelaxationFigures relax(const BenchMonth& one) {
  const Stopwatch stopwatch;
  const schedule::Schedule& schedule = one.month.schedule;
  Workers workers(1);
  pricing::Pricer pricer(schedule, one.month.rules, workers);
  const optimizer::Part month = optimizer::whole_month(schedule, {});
  const auto first = optimizer::candidates_of(schedule, greedy_plan(one.month));
  pricer.leave_out(optimizer::lost_flights(one.month.rules, pricer, first, month.open));
  optimizer::Master master(schedule, one.month.rules, month);
  for (const optimizer::Candidate& pairing : first) master.add(pairing);
  optimizer::ColumnGenerationOptions options;
  options.gap = kRelaxationGap;
  const optimizer::LpResult lp = optimizer::generate_columns(master, pricer, options);
  return {one.name,  schedule.flights().size(), lp.lp,           lp.bound,
          lp.rounds, master.columns(),          stopwatch.cpu(), peak_memory_mb()};
}

double published_cost(const BenchMonth& one) {
  if (one.published.pairings.empty()) return 0;
  return plan::check(one.month.schedule, one.month.rules, one.published).cost.total().amount();
}

PlanBenchFigures make_plan(const BenchMonth& one, double gap, double time_limit,
                           std::size_t threads) {
  const Stopwatch stopwatch;
  Workers workers(threads);
  optimizer::Options options;
  options.gap = gap;
  options.deadline = Deadline::in_seconds(time_limit);
  PlanBenchFigures figures;
  const optimizer::Result result =
      optimizer::optimize(one.month.schedule, one.month.rules, {greedy_plan(one.month)}, workers,
                          options, [&](const optimizer::Progress& line) {
                            if (line.phase == optimizer::Phase::kRelaxation) {
                              figures.relaxation_wall = stopwatch.wall();
                            }
                          });
  figures.relaxation_solved = result.bound_kind != optimizer::BoundKind::kLagrangian;
  figures.cpu = stopwatch.cpu();
  figures.wall = stopwatch.wall();
  const plan::CheckReport report = plan::check(one.month.schedule, one.month.rules, result.plan);
  figures.month = one.name;
  figures.flights = report.flights;
  figures.published = published_cost(one);
  figures.cost = report.cost.total().amount();
  figures.bound = result.bound;
  figures.violations = report.violations();
  figures.uncovered = report.uncovered.size();
  figures.deadheads = report.deadheads;
  figures.peak_memory_mb = peak_memory_mb();
  return figures;
}

}  // namespace

void bench_pairing(const PairingBenchRequest& request, const PairingBenchObserver& observer) {
  const std::vector<BenchMonth> cases = bench_months_of(request.data, request.instances);
  for (const BenchMonth& one : cases) {
    if (request.relaxations && !interrupted()) observer.relaxation(relax(one));
  }
  for (const BenchMonth& one : cases) {
    if (request.plans && !interrupted()) {
      observer.plan(make_plan(one, request.gap, request.time_limit, request.threads));
    }
  }
}

std::vector<PlanBenchFigures> bench_growth(
    const GrowthRequest& request, const std::function<void(const PlanBenchFigures&)>& observer) {
  std::vector<PlanBenchFigures> rows;
  for (std::size_t flights : request.flights) {
    if (interrupted()) break;
    rows.push_back(
        make_plan(made_up_month(flights), request.gap, request.time_limit, request.threads));
    observer(rows.back());
  }
  return rows;
}

std::string growth_plot(const std::vector<PlanBenchFigures>& rows) {
  report::Series relaxation{"relaxation", {}};
  report::Series whole{"relaxation and plan", {}};
  report::Series memory{"peak memory", {}};
  for (const PlanBenchFigures& row : rows) {
    const auto flights = static_cast<double>(row.flights);
    relaxation.points.emplace_back(flights, row.relaxation_wall);
    whole.points.emplace_back(flights, row.wall);
    memory.points.emplace_back(flights, row.peak_memory_mb);
  }
  const auto log = report::Scale::kLogarithmic;
  return report::charts_svg(
      {{"Time", "flights in the month", "seconds", log, log, {whole, relaxation}},
       {"Memory", "flights in the month", "MB", log, log, {memory}}});
}

}  // namespace skein::workflow
