#include "plan/checker.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "pairing/broken_wishes.h"

namespace skein::plan {
namespace {

using pairing::Rules;
using schedule::Schedule;

PairingVerdict judge(const Schedule& schedule, const Rules& rules, const Pairing& pairing) {
  const std::span<const Leg> legs = known_beginning(pairing);
  const bool complete = legs.size() == pairing.legs.size();
  PairingVerdict verdict;
  verdict.violations =
      pairing::violations(schedule, rules.work, pairing.base, legs,
                          complete ? pairing::Extent::kWhole : pairing::Extent::kBeginning);
  const auto broken = pairing::broken_wishes(schedule, rules.wishes, pairing.base, legs);
  verdict.violations.insert(verdict.violations.end(), broken.begin(), broken.end());
  verdict.duties = pairing::split_into_duties(schedule, rules.work, legs).size();
  verdict.deadheads = static_cast<std::size_t>(std::count_if(
      legs.begin(), legs.end(), [](const Leg& leg) { return leg.role == Role::kDeadhead; }));
  verdict.cost = pairing::pairing_cost(schedule, rules, legs);
  verdict.credited_hours = pairing::credited_hours(schedule, rules.cost, legs);
  return verdict;
}

void report_unknown_legs(const Plan& plan, std::vector<PairingVerdict>& verdicts) {
  for (const UnknownLeg& unknown : plan.unknown_legs) {
    verdicts[unknown.pairing].violations.push_back(
        {pairing::Rule::kKnownFlights,
         {},
         0,
         0,
         fmt::format("flight {} (leg {}) is not in the schedule", unknown.flight,
                     unknown.leg + 1)});
  }
}

void check_coverage(const Schedule& schedule, const Plan& plan, CheckReport& report) {
  IdVector<FlightId, std::vector<std::size_t>> operated_by(schedule.flights().size());
  for (std::size_t i = 0; i < plan.pairings.size(); ++i) {
    for (const Leg& leg : plan.pairings[i].legs) {
      if (leg.role == Role::kOperate && leg.flight.exists()) operated_by[leg.flight].push_back(i);
    }
  }
  for (FlightId flight : schedule.flight_ids()) {
    if (operated_by[flight].empty()) report.uncovered.push_back(flight);
    if (operated_by[flight].size() > 1) {
      report.over_covered.push_back({flight, operated_by[flight]});
    }
  }
}

void check_locks(const pairing::Wishes& wishes, const Plan& plan, CheckReport& report) {
  for (std::size_t i = 0; i < wishes.locked_pairings.size(); ++i) {
    const Pairing& lock = wishes.locked_pairings[i];
    const auto is_it = [&](const Pairing& pairing) {
      return pairing.base == lock.base && pairing.legs == lock.legs;
    };
    if (std::none_of(plan.pairings.begin(), plan.pairings.end(), is_it)) {
      report.missing_locks.push_back(i);
    }
  }
}

std::vector<BaseBalance> balance_bases(const Schedule& schedule, const Plan& plan,
                                       const std::vector<PairingVerdict>& verdicts) {
  IdVector<StationId, double> credited(schedule.stations().size(), 0.0);
  for (std::size_t i = 0; i < plan.pairings.size(); ++i) {
    credited[plan.pairings[i].base] += verdicts[i].credited_hours;
  }
  const double crews = std::accumulate(
      schedule.bases().begin(), schedule.bases().end(), 0.0,
      [&](double sum, StationId base) { return sum + schedule.station(base).crews; });
  const double flying = schedule.total_flying().hours();
  std::vector<BaseBalance> balances;
  for (StationId base : schedule.bases()) {
    // Without any crew numbers no base has a share, and none is above it.
    const double target =
        crews > 0 ? schedule.station(base).crews / crews * flying : credited[base];
    balances.push_back({base, credited[base], target});
  }
  return balances;
}

void add_up(const Rules& rules, const CheckOptions& options, CheckReport& report) {
  for (const PairingVerdict& verdict : report.pairings) {
    report.cost.pairings += verdict.cost;
    report.duties += verdict.duties;
    report.deadheads += verdict.deadheads;
  }
  report.cost.uncovered =
      static_cast<double>(report.uncovered.size()) * rules.cost.uncovered_flight;
  if (!options.base_rows) return;
  for (const BaseBalance& balance : report.bases) {
    report.cost.base_excess +=
        Cost(balance.excess_hours() * rules.cost.base_excess_rate.per_hour());
  }
}

}  // namespace

std::size_t CheckReport::violations() const {
  return std::accumulate(pairings.begin(), pairings.end(),
                         over_covered.size() + missing_locks.size(),
                         [](std::size_t sum, const PairingVerdict& verdict) {
                           return sum + verdict.violations.size();
                         });
}

std::map<std::string, std::size_t> CheckReport::violations_by_rule() const {
  std::map<std::string, std::size_t> counts;
  for (const PairingVerdict& verdict : pairings) {
    for (const pairing::Violation& violation : verdict.violations) {
      ++counts[std::string(pairing::rule_name(violation.rule))];
    }
  }
  if (!missing_locks.empty()) {
    counts[std::string(pairing::rule_name(pairing::Rule::kLockedPairing))] = missing_locks.size();
  }
  if (!over_covered.empty()) {
    counts[std::string(pairing::rule_name(pairing::Rule::kCoveredOnce))] = over_covered.size();
  }
  return counts;
}

CheckReport check(const Schedule& schedule, const Rules& rules, const Plan& plan,
                  const CheckOptions& options) {
  CheckReport report;
  report.flights = schedule.flights().size();
  report.pairings.reserve(plan.pairings.size());
  for (const Pairing& pairing : plan.pairings) {
    report.pairings.push_back(judge(schedule, rules, pairing));
  }
  report_unknown_legs(plan, report.pairings);
  check_coverage(schedule, plan, report);
  check_locks(rules.wishes, plan, report);
  report.bases = balance_bases(schedule, plan, report.pairings);
  add_up(rules, options, report);
  return report;
}

}  // namespace skein::plan
