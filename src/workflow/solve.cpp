#include "workflow/solve.h"

#include <fmt/format.h>

#include "base/input_error.h"
#include "base/log.h"
#include "seeding/greedy.h"
#include "workflow/plan_folder.h"
#include "workflow/stopwatch.h"

namespace skein::workflow {
namespace {

const char* stop_name(seeding::GreedyStop stop) {
  switch (stop) {
    case seeding::GreedyStop::kFinished:
      return "done";
    case seeding::GreedyStop::kTimeLimit:
      return "time_limit";
    case seeding::GreedyStop::kInterrupted:
      return "interrupted";
  }
  return "";
}

void require_bases(const SolveRequest& request, const plan::Month& month) {
  if (!month.schedule.bases().empty()) return;
  throw InputError({request.month / "stations.csv", 0, "base", "the month has no crew base",
                    "set base to 1 for at least one station"});
}

void require_known_method(const SolveRequest& request) {
  if (request.method == "greedy") return;
  throw InputError({"", 0, "--method", in_quotes(request.method) + " is not a method",
                    "use greedy, the only one so far"});
}

}  // namespace

CheckOutcome solve_month(const SolveRequest& request) {
  const Stopwatch stopwatch;
  EventLog log;
  require_known_method(request);
  CheckOutcome outcome;
  outcome.month = read_month_with_rules(request.month, request.rules);
  require_bases(request, outcome.month);
  const schedule::Schedule& schedule = outcome.month.schedule;
  log.add("loaded", fmt::format("\"flights\":{}", schedule.flights().size()));

  seeding::GreedyOptions options;
  options.deadline = request.deadline;
  seeding::GreedyResult result = seeding::plan_greedily(schedule, outcome.month.rules, options);
  log.add("planned", fmt::format("\"pairings\":{},\"uncovered\":{}", result.summary.pairings,
                                 result.summary.uncovered.size()));

  outcome.plan = std::move(result.plan);
  outcome.report =
      plan::check(schedule, outcome.month.rules, outcome.plan, {.base_rows = request.base_rows});
  outcome.summary = summary_of("solve", request.month, outcome.month, outcome.plan, outcome.report);
  outcome.summary.stopped = stop_name(result.summary.stopped);
  log.add("checked", fmt::format("\"violations\":{},\"cost\":{:.2f}", outcome.report.violations(),
                                 outcome.report.cost.total().amount()));
  stopwatch.fill_in(outcome.summary);
  write_plan_folder(request.output, request.when_exists, outcome.month, outcome.plan,
                    outcome.summary, log);
  return outcome;
}

bool ran_to_its_end(const plan::Summary& summary) {
  return summary.stopped != "time_limit" && summary.stopped != "interrupted";
}

}  // namespace skein::workflow
