#include "workflow/bench_pairing.h"

#include <fmt/format.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/workers.h"
#include "exchange/gerad.h"
#include "generator/airline.h"
#include "optimizer/column_generation.h"
#include "optimizer/optimizer.h"
#include "plan/checker.h"
#include "seeding/greedy.h"
#include "workflow/stopwatch.h"

namespace skein::workflow {
namespace {

// What the relaxations are asked for: to this much the known optima are told.
constexpr double kRelaxationGap = 1e-5;

struct Case {
  std::string name;
  plan::Month month;
  plan::Plan published;
};

Case read_instance(const std::filesystem::path& data, int number) {
  exchange::GeradImport imported =
      exchange::import_gerad(data / "gerad" / fmt::format("instance{}", number));
  return {fmt::format("instance {}", number), std::move(imported.month), std::move(imported.plan)};
}

Case make_up() {
  generator::AirlineOptions options;
  options.flights = 1'000;
  return {"made-up airline", std::move(generator::generate_airline(options).front().month), {}};
}

plan::Plan greedy_plan(const plan::Month& month) {
  return seeding::plan_greedily(month.schedule, month.rules).plan;
}

RelaxationFigures relax(const Case& one) {
  const Stopwatch stopwatch;
  const schedule::Schedule& schedule = one.month.schedule;
  Workers workers(1);
  pricing::Pricer pricer(schedule, one.month.rules, workers);
  optimizer::Master master(schedule, one.month.rules, optimizer::whole_month(schedule, {}));
  for (const auto& pairing : optimizer::candidates_of(schedule, greedy_plan(one.month))) {
    master.add(pairing);
  }
  optimizer::ColumnGenerationOptions options;
  options.gap = kRelaxationGap;
  const optimizer::LpResult lp = optimizer::generate_columns(master, pricer, options);
  return {one.name,  schedule.flights().size(), lp.lp,           lp.bound,
          lp.rounds, master.columns(),          stopwatch.cpu(), peak_memory_mb()};
}

double published_cost(const Case& one) {
  if (one.published.pairings.empty()) return 0;
  return plan::check(one.month.schedule, one.month.rules, one.published).cost.total().amount();
}

PlanBenchFigures make_plan(const Case& one, const PairingBenchRequest& request) {
  const Stopwatch stopwatch;
  Workers workers(request.threads);
  optimizer::Options options;
  options.gap = request.gap;
  options.deadline = Deadline::in_seconds(request.time_limit);
  const optimizer::Result result = optimizer::optimize(one.month.schedule, one.month.rules,
                                                       {greedy_plan(one.month)}, workers, options);
  PlanBenchFigures figures;
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
  std::vector<Case> cases;
  if (request.data) {
    for (int number : request.instances) cases.push_back(read_instance(*request.data, number));
  } else {
    log_message("the real data is not here (set SKEIN_DATA): one made-up month only");
    cases.push_back(make_up());
  }
  for (const Case& one : cases) {
    if (request.relaxations && !interrupted()) observer.relaxation(relax(one));
  }
  for (const Case& one : cases) {
    if (request.plans && !interrupted()) observer.plan(make_plan(one, request));
  }
}

}  // namespace skein::workflow
