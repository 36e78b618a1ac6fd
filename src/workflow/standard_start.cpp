#include "workflow/standard_start.h"

#include <utility>

#include <fmt/format.h>

#include "base/log.h"
#include "optimizer/optimizer.h"
#include "seeding/completion.h"
#include "seeding/typical_week.h"

namespace skein::workflow {
namespace {

// Of the time, that the week may take; rolling and covering the rest take little.
constexpr double kWeekTimeShare = 0.7;

plan::Plan plan_of_week(const seeding::TypicalWeek& week, const pairing::Rules& rules,
                        const StandardStartOptions& options, Workers& workers, EventLog& log) {
  const plan::Plan greedy = seeding::plan_greedily(week.schedule, rules).plan;
  optimizer::Options solving;
  solving.base_rows = options.base_rows;
  solving.gap = options.week_gap;
  solving.deadline = options.deadline.share(kWeekTimeShare);
  optimizer::Result result = optimizer::optimize(week.schedule, rules, {greedy}, workers, solving);
  log_message("typical week: {} flights, {} pairings, cost {:.2f}, within {:.2f} % of its bound",
              week.schedule.flights().size(), result.plan.pairings.size(), result.cost,
              result.cost > 0 ? 100 * (result.cost - result.bound) / result.cost : 0.0);
  log.add("week", fmt::format("\"flights\":{},\"cost\":{:.2f},\"bound\":{:.2f}",
                              week.schedule.flights().size(), result.cost, result.bound));
  return std::move(result.plan);
}

void report(const char* name, const seeding::PlanFigures& figures, EventLog& log) {
  log_message(
      "{}: {} pairings, {:.1f} % infeasible; {:.1f} % of the flights covered, {} more than once; "
      "cost {:.2f}",
      name, figures.pairings, 100 * figures.infeasible_share(), 100 * figures.covered_share(),
      figures.over_covered, figures.cost().amount());
  log.add(name, fmt::format("\"pairings\":{},\"infeasible\":{},\"covered\":{},\"over_covered\":{},"
                            "\"cost\":{:.2f}",
                            figures.pairings, figures.infeasible, figures.covered,
                            figures.over_covered, figures.cost().amount()));
}

}  // namespace

StandardStart make_standard_start(const plan::Month& month, const StandardStartOptions& options,
                                  Workers& workers, EventLog& log) {
  const seeding::TypicalWeek week = seeding::typical_week(month.schedule);
  const plan::Plan weekly = plan_of_week(week, month.rules, options, workers, log);
  StandardStart start;
  start.rolled = seeding::roll_week(week, weekly, month.schedule, month.rules);
  start.initial = seeding::figures_of(month.schedule, month.rules, start.rolled.initial);
  start.feasible = seeding::figures_of(month.schedule, month.rules, start.rolled.feasible.plan);
  report("initial", start.initial, log);
  report("feasible", start.feasible, log);
  seeding::GreedyOptions greedy;
  greedy.deadline = options.deadline;
  seeding::CompletedPlan completed = seeding::complete_plan(
      month.schedule, month.rules, start.rolled.feasible.plan, std::move(greedy));
  start.plan = std::move(completed.plan);
  start.stopped = completed.added.stopped;
  return start;
}

}  // namespace skein::workflow
