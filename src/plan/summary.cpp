#include "plan/summary.h"

#include <cmath>

#include <nlohmann/json.hpp>

namespace skein::plan {
namespace {

using Json = nlohmann::ordered_json;

// Costs and hours are sums of thousands of parts; digits beyond these are noise.
double rounded(double value) {
  constexpr double kDigits = 1e4;
  return std::round(value * kDigits) / kDigits;
}

Json cost_json(const PlanCost& cost) {
  return {{"total", rounded(cost.total().amount())},
          {"pairings", rounded(cost.pairings.total().amount())},
          {"gaps", rounded(cost.pairings.gaps.amount())},
          {"deadheads", rounded(cost.pairings.deadheads.amount())},
          {"guarantee", rounded(cost.pairings.guarantee.amount())},
          {"aircraft_changes", rounded(cost.pairings.aircraft_changes.amount())},
          {"uncovered", rounded(cost.uncovered.amount())},
          {"base_excess", rounded(cost.base_excess.amount())}};
}

Json bases_json(const Summary& summary) {
  Json bases = Json::object();
  for (const auto& [code, figures] : summary.bases) {
    bases[code] = {{"credited_hours", rounded(figures.credited_hours)},
                   {"target_hours", rounded(figures.target_hours)},
                   {"excess_hours", rounded(figures.excess_hours)}};
  }
  return bases;
}

// gap = (total - bound) / total; null where nothing is proven.
Json gap_json(const Summary& summary) {
  const double total = summary.cost.total().amount();
  if (!summary.bound || summary.bound->kind == "none" || total == 0) return nullptr;
  return (total - summary.bound->value) / total;
}

}  // namespace

Summary summarize(const schedule::Schedule& schedule, const pairing::Rules& rules,
                  const CheckReport& report) {
  Summary summary;
  summary.rules = rules.preset;
  summary.flights = report.flights;
  summary.covered = report.covered();
  summary.uncovered = report.uncovered.size();
  summary.over_covered = report.over_covered.size();
  summary.pairings = report.pairings.size();
  summary.duties = report.duties;
  summary.deadheads = report.deadheads;
  summary.violations = report.violations();
  summary.cost = report.cost;
  for (const BaseBalance& base : report.bases) {
    summary.bases.emplace_back(
        schedule.station(base.base).code,
        BaseFigures{base.credited_hours, base.target_hours, base.excess_hours()});
  }
  for (const PairingVerdict& verdict : report.pairings) {
    for (const pairing::Violation& violation : verdict.violations) {
      ++summary.violations_by_rule[std::string(pairing::rule_name(violation.rule))];
    }
  }
  if (!report.over_covered.empty()) {
    summary.violations_by_rule[std::string(pairing::rule_name(pairing::Rule::kCoveredOnce))] =
        report.over_covered.size();
  }
  for (FlightId flight : report.uncovered) {
    summary.uncovered_flights.push_back(schedule.flight(flight).id);
  }
  return summary;
}

std::string summary_json(const Summary& summary) {
  const Bound bound = summary.bound.value_or(Bound{});
  const Json json = {{"command", summary.command},
                     {"version", summary.version},
                     {"month", summary.month},
                     {"rules", summary.rules},
                     {"flights", summary.flights},
                     {"covered", summary.covered},
                     {"uncovered", summary.uncovered},
                     {"over_covered", summary.over_covered},
                     {"pairings", summary.pairings},
                     {"duties", summary.duties},
                     {"deadheads", summary.deadheads},
                     {"violations", summary.violations},
                     {"violations_by_rule", Json(summary.violations_by_rule)},
                     {"uncovered_flights", summary.uncovered_flights},
                     {"cost", cost_json(summary.cost)},
                     {"bases", bases_json(summary)},
                     {"bound", {{"value", bound.value}, {"kind", bound.kind}}},
                     {"gap", gap_json(summary)},
                     {"stopped", summary.stopped},
                     {"cpu_seconds", summary.cpu_seconds},
                     {"wall_seconds", summary.wall_seconds},
                     {"peak_memory_mb", summary.peak_memory_mb}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace skein::plan
