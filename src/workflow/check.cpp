#include "workflow/check.h"

#include "base/input_error.h"
#include "base/text_source.h"
#include "diagnosis/diagnosis.h"
#include "optimizer/bound.h"
#include "optimizer/prices_csv.h"
#include "pairing/rules_toml.h"
#include "workflow/stopwatch.h"
#include "workflow/version.h"

namespace skein::workflow {

plan::Summary summary_of(const std::string& command, const std::filesystem::path& folder,
                         const plan::Month& month, const plan::Plan& plan,
                         const plan::CheckReport& report) {
  plan::Summary summary = plan::summarize(month.schedule, month.rules, plan, report);
  summary.command = command;
  summary.version = version();
  summary.month = folder.string();
  summary.stopped = "done";
  return summary;
}

plan::Month read_month_with_rules(const std::filesystem::path& folder,
                                  const std::optional<std::string>& rules) {
  if (!rules) return plan::read_month(folder);
  return plan::read_month(folder, pairing::rules_from(*rules));
}

std::vector<plan::Outlook> explain_uncovered(const plan::Month& month,
                                             const plan::CheckReport& report, Workers& workers) {
  return diagnosis::diagnose(month.schedule, month.rules, report.uncovered, workers);
}

namespace {

plan::Bound bound_of(const CheckRequest& request, const plan::Month& month) {
  const std::filesystem::path file = request.plan.value_or(request.month) / "prices.csv";
  if (!std::filesystem::exists(file)) {
    throw InputError({file, 0, "", "the plan has no prices that prove a bound",
                      "give the folder of a plan made by skein solve"});
  }
  const optimizer::Proof proof = optimizer::read_prices(LineReader::open(file), month.schedule);
  Workers workers(request.threads);
  return {optimizer::proven_bound(month.schedule, month.rules, proof, request.base_rows, workers),
          "lagrangian"};
}

}  // namespace

CheckOutcome check_month(const CheckRequest& request) {
  const Stopwatch stopwatch;
  CheckOutcome outcome;
  outcome.month = read_month_with_rules(request.month, request.rules);
  outcome.plan = plan::read_plan(request.plan.value_or(request.month), outcome.month.schedule);
  outcome.report = plan::check(outcome.month.schedule, outcome.month.rules, outcome.plan,
                               {.base_rows = request.base_rows});
  outcome.summary = summary_of("check", request.month, outcome.month, outcome.plan, outcome.report);
  if (request.explain) {
    Workers workers(request.threads);
    outcome.outlooks = explain_uncovered(outcome.month, outcome.report, workers);
    outcome.summary.outlooks = plan::name_outlooks(outcome.month.schedule, outcome.outlooks);
  }
  if (request.bound) outcome.summary.bound = bound_of(request, outcome.month);
  stopwatch.fill_in(outcome.summary);
  return outcome;
}

}  // namespace skein::workflow
