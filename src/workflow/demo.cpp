#include "workflow/demo.h"

#include "base/log.h"
#include "workflow/generate.h"
#include "workflow/solve.h"

namespace skein::workflow {
namespace {

// The plans need not be the best, only good: the last percent takes as long as all before it.
constexpr double kGap = 0.02;
// Of the time, for all of them together.
constexpr double kHistoryShare = 0.4;

std::vector<WrittenMonth> make_airline(const DemoRequest& request) {
  GenerateRequest generate;
  generate.airline.flights = request.flights;
  generate.airline.seed = request.seed;
  generate.airline.months = request.past_months + 1;
  generate.output = request.output / "airline";
  generate.when_exists = WhenFolderExists::kReplaceFiles;
  return generate_months(generate).months;
}

std::filesystem::path plan_past_month(const DemoRequest& request, const WrittenMonth& month,
                                      const Deadline& deadline) {
  SolveRequest solve;
  solve.month = month.folder;
  solve.output = request.output / "history" / month.folder.filename();
  solve.when_exists = WhenFolderExists::kReplaceFiles;
  solve.gap = kGap;
  solve.threads = request.threads;
  solve.deadline = deadline;
  log_message("planning the past month {}", month.folder.filename().string());
  solve_month(solve);
  return solve.output;
}

}  // namespace

DemoOutcome run_demo(const DemoRequest& request) {
  const std::vector<WrittenMonth> months = make_airline(request);
  const Deadline deadline = request.deadline.share(kHistoryShare);
  RunRequest run;
  for (std::size_t k = 0; k + 1 < months.size(); ++k) {
    run.history.push_back(months[k].folder);
    run.plans.push_back(plan_past_month(request, months[k], deadline));
  }
  if (interrupted()) {
    DemoOutcome outcome{months.back(), {}};
    outcome.run.stopped = "interrupted";
    return outcome;
  }
  run.month = months.back().folder;
  run.output = request.output;
  run.gap = kGap;
  run.force = true;  // the airline is in it already
  run.learning.predictor.seed = request.seed;
  run.threads = request.threads;
  run.deadline = request.deadline;
  run.title = "An airline that does not exist";
  return {months.back(), run_month(run)};
}

}  // namespace skein::workflow
