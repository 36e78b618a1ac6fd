#include "workflow/demo.h"

#include "workflow/generate.h"
#include "workflow/solve.h"

namespace skein::workflow {

DemoOutcome run_demo(const DemoRequest& request) {
  GenerateRequest generate;
  generate.airline.flights = request.flights;
  generate.airline.seed = request.seed;
  generate.output = request.output / "month";
  generate.when_exists = WhenFolderExists::kReplaceFiles;

  SolveRequest solve;
  solve.month = generate.output;
  solve.output = request.output / "plan";
  solve.when_exists = WhenFolderExists::kReplaceFiles;
  solve.deadline = request.deadline;

  DemoOutcome outcome;
  outcome.month = generate_months(generate).months.front();
  outcome.plan_folder = solve.output;
  outcome.check = solve_month(solve);
  outcome.check.summary.command = "demo";
  return outcome;
}

}  // namespace skein::workflow
