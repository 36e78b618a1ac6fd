#include "workflow/check.h"

#include <algorithm>

#include "base/input_error.h"
#include "base/text_source.h"
#include "diagnosis/diagnosis.h"
#include "optimizer/bound.h"
#include "optimizer/prices_csv.h"
#include "pairing/broken_wishes.h"
#include "pairing/cost.h"
#include "pairing/rules_toml.h"
#include "plan/wishes_builder.h"
#include "plan/wishes_csv.h"
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
                                  const std::optional<std::string>& rules,
                                  const std::optional<std::filesystem::path>& plan) {
  std::optional<pairing::Rules> chosen;
  if (rules) chosen = pairing::rules_from(*rules);
  return plan ? plan::read_month_of_plan(folder, *plan, chosen) : plan::read_month(folder, chosen);
}

namespace {

// What the plan would cost less if the pairing covered a flight that it leaves.
Cost saving_of(const plan::Month& month, const plan::CheckReport& report, bool base_rows,
               const pairing::Pairing& pairing, Cost cost) {
  const pairing::CostRules& rules = month.rules.cost;
  const Cost saving = rules.uncovered_flight - cost;
  const auto balance =
      std::find_if(report.bases.begin(), report.bases.end(),
                   [&](const plan::BaseBalance& base) { return base.base == pairing.base; });
  if (!base_rows || balance == report.bases.end()) return saving;
  plan::BaseBalance after = *balance;
  after.credited_hours += pairing::credited_hours(month.schedule, rules, pairing.legs);
  const double more = after.excess_hours() - balance->excess_hours();
  return saving - Cost(more * rules.base_excess_rate.per_hour());
}

pairing::Wishes wishes_in(const std::filesystem::path& file, const plan::Month& month) {
  plan::WishesBuilder builder(month.schedule, nullptr);
  plan::read_wishes(LineReader::open(file), month.schedule, builder);
  return builder.wishes();
}

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

std::vector<plan::Outlook> explain_uncovered(const plan::Month& month,
                                             const plan::CheckReport& report, bool base_rows,
                                             Workers& workers) {
  auto outlooks = diagnosis::diagnose(month.schedule, month.rules, report.uncovered, workers);
  for (plan::Outlook& outlook : outlooks) {
    for (plan::Remedy& remedy : outlook.remedies) {
      remedy.saving = saving_of(month, report, base_rows, remedy.example, remedy.cost);
    }
    if (!outlook.pairing) continue;
    outlook.saving = saving_of(month, report, base_rows, *outlook.pairing, outlook.cost);
    const auto broken = pairing::broken_wishes(month.schedule, month.rules.wishes,
                                               outlook.pairing->base, outlook.pairing->legs);
    if (!broken.empty()) outlook.unwished = broken.front().detail;
  }
  return outlooks;
}

CheckOutcome check_month(const CheckRequest& request) {
  const Stopwatch stopwatch;
  CheckOutcome outcome;
  outcome.month = read_month_with_rules(request.month, request.rules, request.plan);
  if (request.wishes) outcome.month.rules.wishes = wishes_in(*request.wishes, outcome.month);
  outcome.plan = plan::read_plan(request.plan.value_or(request.month), outcome.month.schedule);
  outcome.report = plan::check(outcome.month.schedule, outcome.month.rules, outcome.plan,
                               {.base_rows = request.base_rows});
  outcome.summary = summary_of("check", request.month, outcome.month, outcome.plan, outcome.report);
  if (request.explain) {
    Workers workers(request.threads);
    outcome.outlooks = explain_uncovered(outcome.month, outcome.report, request.base_rows, workers);
    outcome.summary.outlooks = plan::name_outlooks(outcome.month.schedule, outcome.outlooks);
  }
  if (request.bound) outcome.summary.bound = bound_of(request, outcome.month);
  stopwatch.fill_in(outcome.summary);
  return outcome;
}

}  // namespace skein::workflow
