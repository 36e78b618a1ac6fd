#include "plan/summary.h"

#include <cmath>
#include <utility>

#include <fmt/format.h>
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

Json violations_json(const Summary& summary) {
  Json list = Json::array();
  for (const NamedViolation& violation : summary.violation_list) {
    list.push_back({{"pairing", violation.pairing},
                    {"rule", violation.rule},
                    {"flights", violation.flights},
                    {"actual", violation.actual},
                    {"limit", violation.limit},
                    {"detail", violation.detail}});
  }
  return list;
}

Json pairing_json(const NamedPairing& pairing) {
  Json legs = Json::array();
  for (const NamedLeg& leg : pairing.legs) {
    legs.push_back({{"flight", leg.flight}, {"role", leg.operates ? "operate" : "deadhead"}});
  }
  return {{"base", pairing.base}, {"legs", legs}};
}

Json outlook_json(const NamedOutlook& outlook) {
  Json json = {{"flight", outlook.flight}, {"can_be_covered", outlook.pairing.has_value()}};
  if (outlook.pairing) {
    json["pairing"] = pairing_json(*outlook.pairing);
    json["cost"] = rounded(outlook.cost);
    json["saving"] = rounded(outlook.saving);
    if (!outlook.unwished.empty()) json["unwished"] = outlook.unwished;
    return json;
  }
  Json remedies = Json::array();
  for (const NamedRemedy& remedy : outlook.remedies) {
    remedies.push_back({{"rule", remedy.rule},
                        {"now", remedy.now},
                        {"needed", remedy.needed},
                        {"cost", rounded(remedy.cost)},
                        {"saving", rounded(remedy.saving)},
                        {"example", pairing_json(remedy.example)}});
  }
  json["remedies"] = remedies;
  return json;
}

NamedPairing name_pairing(const schedule::Schedule& schedule, const Pairing& pairing) {
  NamedPairing named{schedule.station(pairing.base).code, {}};
  for (const Leg& leg : pairing.legs) {
    named.legs.push_back({schedule.flight(leg.flight).id, leg.role == Role::kOperate});
  }
  return named;
}

// gap = (total - bound) / total; null where nothing is proven.
Json gap_json(const Summary& summary) {
  const double total = summary.cost.total().amount();
  if (!summary.bound || summary.bound->kind == "none" || total == 0) return nullptr;
  return (total - summary.bound->value) / total;
}

NamedViolation name_violation(const schedule::Schedule& schedule, const std::string& pairing,
                              const pairing::Violation& violation) {
  NamedViolation named{pairing,
                       std::string(pairing::rule_name(violation.rule)),
                       {},
                       violation.actual,
                       violation.limit,
                       violation.detail};
  for (FlightId flight : violation.flights) named.flights.push_back(schedule.flight(flight).id);
  return named;
}

std::vector<NamedViolation> name_violations(const schedule::Schedule& schedule,
                                            const pairing::Wishes& wishes, const Plan& plan,
                                            const CheckReport& report) {
  std::vector<NamedViolation> list;
  for (std::size_t i = 0; i < report.pairings.size(); ++i) {
    for (const pairing::Violation& violation : report.pairings[i].violations) {
      list.push_back(name_violation(schedule, plan.pairings[i].name, violation));
    }
  }
  for (std::size_t lock : report.missing_locks) {
    list.push_back(name_violation(
        schedule, wishes.locked_pairings[lock].name,
        {pairing::Rule::kLockedPairing, {}, 0, 1, "is locked, and not in the plan"}));
  }
  // A flight that is operated n times is listed once, at the last pairing that operates it.
  for (const OverCoveredFlight& flight : report.over_covered) {
    list.push_back(name_violation(
        schedule, plan.pairings[flight.pairings.back()].name,
        {pairing::Rule::kCoveredOnce,
         {flight.flight},
         static_cast<double>(flight.pairings.size()),
         1,
         fmt::format("operated by {} pairings, at most 1", flight.pairings.size())}));
  }
  return list;
}

}  // namespace

Summary summarize(const schedule::Schedule& schedule, const pairing::Rules& rules, const Plan& plan,
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
  summary.violation_list = name_violations(schedule, rules.wishes, plan, report);
  summary.violations_by_rule = report.violations_by_rule();
  for (FlightId flight : report.uncovered) {
    summary.uncovered_flights.push_back(schedule.flight(flight).id);
  }
  return summary;
}

std::vector<NamedOutlook> name_outlooks(const schedule::Schedule& schedule,
                                        const std::vector<Outlook>& outlooks) {
  std::vector<NamedOutlook> list;
  for (const Outlook& outlook : outlooks) {
    NamedOutlook named;
    named.flight = schedule.flight(outlook.flight).id;
    named.cost = outlook.cost.amount();
    named.saving = outlook.saving.amount();
    named.unwished = outlook.unwished;
    if (outlook.pairing) named.pairing = name_pairing(schedule, *outlook.pairing);
    for (const Remedy& remedy : outlook.remedies) {
      named.remedies.push_back({std::string(change_name(remedy.change)), remedy.now, remedy.needed,
                                name_pairing(schedule, remedy.example), remedy.cost.amount(),
                                remedy.saving.amount()});
    }
    list.push_back(std::move(named));
  }
  return list;
}

std::string summary_json(const Summary& summary) {
  const Bound bound = summary.bound.value_or(Bound{});
  Json json = {{"command", summary.command},
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
               {"violation_list", violations_json(summary)},
               {"uncovered_flights", summary.uncovered_flights},
               {"cost", cost_json(summary.cost)},
               {"bases", bases_json(summary)},
               {"bound", {{"value", bound.value}, {"kind", bound.kind}}},
               {"gap", gap_json(summary)},
               {"stopped", summary.stopped},
               {"cpu_seconds", summary.cpu_seconds},
               {"wall_seconds", summary.wall_seconds},
               {"peak_memory_mb", summary.peak_memory_mb}};
  if (summary.outlooks) {
    json["outlooks"] = Json::array();
    for (const NamedOutlook& outlook : *summary.outlooks) {
      json["outlooks"].push_back(outlook_json(outlook));
    }
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace skein::plan
