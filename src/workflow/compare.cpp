#include "workflow/compare.h"

#include <nlohmann/json.hpp>

#include "pairing/rules_toml.h"
#include "report/plan_changes.h"
#include "workflow/judged_plan.h"
#include "workflow/version.h"

namespace skein::workflow {
namespace {

using Json = nlohmann::ordered_json;

Json summary_json(const PlanOfMonth& before, const PlanOfMonth& now,
                  const std::vector<pairing::RuleChange>& rule_changes) {
  const report::PlanChanges changes =
      report::changes_between(now.month.schedule, before.judged.plan, now.judged.plan);
  Json rules = Json::array();
  for (const pairing::RuleChange& change : rule_changes) {
    rules.push_back({{"rule", change.key}, {"before", change.before}, {"now", change.now}});
  }
  return {{"command", "compare"},
          {"version", version()},
          {"before", Json::parse(plan::summary_json(before.judged.summary))},
          {"now", Json::parse(plan::summary_json(now.judged.summary))},
          {"same_pairings", changes.same_pairings},
          {"new_pairings", changes.new_pairings()},
          {"gone_pairings", changes.gone_pairings},
          {"same_connections", changes.same_connections},
          {"moved_flights", changes.moved_flights},
          {"now_covered", changes.now_covered},
          {"now_open", changes.now_open},
          {"rules", rules}};
}

}  // namespace

CompareOutcome compare_plans(const CompareRequest& request) {
  const PlanOfMonth now =
      judge_plan("compare", {request.now, request.month, request.rules, request.base_rows});
  const PlanOfMonth before =
      judge_plan("compare", {request.before, now.month_folder, request.rules, request.base_rows});
  const auto rules = pairing::rule_changes(before.month.rules, now.month.rules);
  CompareOutcome outcome;
  outcome.text = report::comparison_text(now.month, before.judged, now.judged, rules);
  outcome.summary =
      summary_json(before, now, rules).dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
  return outcome;
}

}  // namespace skein::workflow
