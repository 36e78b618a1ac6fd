#include "workflow/solve.h"

#include <fmt/format.h>

#include "base/input_error.h"
#include "base/log.h"
#include "base/workers.h"
#include "optimizer/optimizer.h"
#include "seeding/greedy.h"
#include "workflow/plan_folder.h"
#include "workflow/stopwatch.h"

namespace skein::workflow {
namespace {

const char* stop_name(optimizer::Stop stop) {
  switch (stop) {
    case optimizer::Stop::kFinished:
      return "done";
    case optimizer::Stop::kGap:
      return "gap";
    case optimizer::Stop::kTimeLimit:
      return "time_limit";
    case optimizer::Stop::kInterrupted:
      return "interrupted";
  }
  return "";
}

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
  if (request.method == "greedy" || request.method == "optimize") return;
  throw InputError({"", 0, "--method", in_quotes(request.method) + " is not a method",
                    "use greedy or optimize"});
}

const char* phase_name(optimizer::Phase phase) {
  switch (phase) {
    case optimizer::Phase::kRelaxation:
      return "lp";
    case optimizer::Phase::kWindows:
      return "windows";
    case optimizer::Phase::kImprovement:
      return "improve";
  }
  return "";
}

// Shows the search as a table, a line every few seconds and at every change of phase, and keeps all
// of it as events.
class SearchLog {
 public:
  explicit SearchLog(EventLog& events) : events_(events) {}

  void add(const optimizer::Progress& line) {
    keep(line);
    const double now = stopwatch_.wall();
    const bool new_phase = shown_ == 0 || line.phase != last_phase_;
    if (!new_phase && now - last_shown_ < kSecondsBetween) return;
    last_phase_ = line.phase;
    last_shown_ = now;
    show(line, now);
  }

 private:
  static constexpr double kSecondsBetween = 2;
  static constexpr int kLinesPerHeading = 30;

  static double gap(const optimizer::Progress& line) {
    return line.plan.cost > 0 ? (line.plan.cost - line.bound) / line.plan.cost : 0;
  }

  void show(const optimizer::Progress& line, double now) {
    if (shown_++ % kLinesPerHeading == 0) {
      log_message("{:>8}  {:<8}{:>5} {:>8} {:>13} {:>13} {:>13} {:>8} {:>9} {:>9} {:>8}", "seconds",
                  "phase", "round", "columns", "LP", "bound", "plan", "gap", "uncovered",
                  "deadheads", "excess h");
    }
    log_message(
        "{:>8.1f}  {:<8}{:>5} {:>8} {:>13.2f} {:>13.2f} {:>13.2f} {:>7.3f}% {:>9} {:>9} {:>8.1f}",
        now, phase_name(line.phase), line.round, line.columns, line.lp, line.bound, line.plan.cost,
        100 * gap(line), line.plan.uncovered, line.plan.deadheads, line.plan.base_excess);
  }

  void keep(const optimizer::Progress& line) {
    events_.add(
        phase_name(line.phase),
        fmt::format("\"round\":{},\"columns\":{},\"lp\":{:.4f},\"bound\":{:.4f},"
                    "\"plan\":{:.4f},\"gap\":{:.6f},\"uncovered\":{},\"deadheads\":{},"
                    "\"base_excess\":{:.4f}",
                    line.round, line.columns, line.lp, line.bound, line.plan.cost, gap(line),
                    line.plan.uncovered, line.plan.deadheads, line.plan.base_excess));
  }

  EventLog& events_;
  Stopwatch stopwatch_;
  std::size_t shown_ = 0;
  double last_shown_ = 0;
  optimizer::Phase last_phase_ = optimizer::Phase::kRelaxation;
};

// Improves the plan of the outcome.
void optimize_plan(const SolveRequest& request, CheckOutcome& outcome, EventLog& log,
                   std::string& stopped, std::optional<plan::Bound>& bound) {
  optimizer::Options options;
  options.base_rows = request.base_rows;
  options.gap = request.gap;
  options.deadline = request.deadline;
  Workers workers(request.threads);
  SearchLog table(log);
  optimizer::Result result =
      optimizer::optimize(outcome.month.schedule, outcome.month.rules, outcome.plan, workers,
                          options, [&](const optimizer::Progress& line) { table.add(line); });
  outcome.plan = std::move(result.plan);
  stopped = stop_name(result.stopped);
  const bool solved = result.bound_kind == optimizer::BoundKind::kLp;
  bound = plan::Bound{result.bound, solved ? "lp" : "lagrangian"};
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
  std::string stopped = stop_name(result.summary.stopped);
  std::optional<plan::Bound> bound;
  if (request.method == "optimize") optimize_plan(request, outcome, log, stopped, bound);
  outcome.report =
      plan::check(schedule, outcome.month.rules, outcome.plan, {.base_rows = request.base_rows});
  outcome.summary = summary_of("solve", request.month, outcome.month, outcome.plan, outcome.report);
  outcome.summary.stopped = stopped;
  outcome.summary.bound = bound;
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
