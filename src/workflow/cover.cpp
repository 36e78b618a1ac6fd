#include "workflow/cover.h"

#include <utility>

#include <fmt/format.h>

#include "seeding/completion.h"
#include "workflow/check.h"
#include "workflow/plan_folder.h"
#include "workflow/stopwatch.h"

namespace skein::workflow {

CoverOutcome cover_rest(const CoverRequest& request) {
  const Stopwatch watch;
  require_usable(request.output, request.when_exists);
  EventLog log;
  const plan::Month month = read_month_with_rules(request.month, request.rules);
  plan::Plan start = plan::read_plan(request.start, month.schedule);
  CoverOutcome outcome;
  outcome.open_before = plan::check(month.schedule, month.rules, start).uncovered.size();
  seeding::GreedyOptions options;
  options.deadline = request.deadline;
  const seeding::CompletedPlan completed =
      seeding::complete_plan(month.schedule, month.rules, std::move(start), options);
  outcome.complete = completed.added.stopped == seeding::GreedyStop::kFinished;
  outcome.pairings_added = completed.added.pairings;

  const plan::CheckReport report = plan::check(month.schedule, month.rules, completed.plan);
  outcome.open_now = report.uncovered.size();
  outcome.cost = report.cost.total().amount();
  log.add("covered", fmt::format("\"before\":{},\"now\":{},\"added\":{}", outcome.open_before,
                                 outcome.open_now, outcome.pairings_added));
  plan::Summary summary = summary_of("cover", request.month, month, completed.plan, report);
  summary.stopped = outcome.complete ? "done" : "time_limit";
  watch.fill_in(summary);
  write_plan_folder(request.output, request.when_exists, month, completed.plan, summary, log);
  return outcome;
}

}  // namespace skein::workflow
