#include "report/check_text.h"

#include <iterator>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "report/flight_text.h"
#include "report/text.h"

namespace skein::report {
namespace {

using plan::CheckReport;
using plan::Plan;
using schedule::Schedule;

std::string share_of(std::size_t part, std::size_t whole) {
  if (whole == 0) return "";
  return percent(static_cast<double>(part) / static_cast<double>(whole));
}

std::string verdict_line(const CheckReport& report) {
  const std::size_t violations = report.violations();
  std::string text = violations == 0 ? "LEGAL: no rule is broken"
                                     : fmt::format("NOT LEGAL: {} violation{}", grouped(violations),
                                                   violations == 1 ? "" : "s");
  if (!report.uncovered.empty()) {
    text += fmt::format("; {} of {} flights {} not covered", grouped(report.uncovered.size()),
                        grouped(report.flights), report.uncovered.size() == 1 ? "is" : "are");
  } else {
    text += "; every flight is covered";
  }
  return text + "\n";
}

std::string coverage_table(const CheckReport& report) {
  TextTable table({"plan", "", ""});
  table.add({"  flights", grouped(report.flights), ""});
  table.add({"  covered", grouped(report.covered()), share_of(report.covered(), report.flights)});
  table.add({"  uncovered", grouped(report.uncovered.size()),
             share_of(report.uncovered.size(), report.flights)});
  table.add({"  operated more than once", grouped(report.over_covered.size()), ""});
  table.add({"  pairings", grouped(report.pairings.size()), ""});
  table.add({"  duties", grouped(report.duties), ""});
  table.add({"  deadheads", grouped(report.deadheads), ""});
  return table.text();
}

std::string cost_table(const CheckReport& report, bool base_rows) {
  const plan::PlanCost& cost = report.cost;
  const double total = cost.total().amount();
  TextTable table({"cost", "", "share"});
  const auto add = [&](const std::string& what, Cost part) {
    table.add({what, grouped(part.amount(), 2), total > 0 ? percent(part.amount() / total) : ""});
  };
  add("  gaps between flights", cost.pairings.gaps);
  add("  deadheads", cost.pairings.deadheads);
  add("  guarantee", cost.pairings.guarantee);
  if (cost.pairings.aircraft_changes > Cost(0)) {
    add("  aircraft changes", cost.pairings.aircraft_changes);
  }
  add("  all pairings", cost.pairings.total());
  add("  uncovered flights", cost.uncovered);
  if (base_rows) add("  hours above base shares", cost.base_excess);
  add("  total", cost.total());
  return table.text();
}

std::string base_table(const Schedule& schedule, const CheckReport& report) {
  TextTable table({"base", "crews", "credited hours", "share of work", "target hours", "excess"});
  for (const plan::BaseBalance& balance : report.bases) {
    const schedule::Station& base = schedule.station(balance.base);
    const double flying = schedule.total_flying().hours();
    table.add({"  " + base.code, fmt::format("{}", base.crews), grouped(balance.credited_hours, 2),
               flying > 0 ? percent(balance.credited_hours / flying, 1) : "",
               grouped(balance.target_hours, 2), grouped(balance.excess_hours(), 2)});
  }
  return table.text();
}

std::vector<std::string> violation_lines(const Schedule& schedule, const pairing::Wishes& wishes,
                                         const Plan& plan, const CheckReport& report) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < report.pairings.size(); ++i) {
    for (const pairing::Violation& violation : report.pairings[i].violations) {
      std::vector<std::string> flights;
      for (FlightId flight : violation.flights) flights.push_back(schedule.flight(flight).id);
      lines.push_back(fmt::format("pairing {} ({}): {}: {}{}{}", plan.pairings[i].name,
                                  schedule.station(plan.pairings[i].base).code,
                                  pairing::rule_name(violation.rule), violation.detail,
                                  flights.empty() ? "" : ": ", fmt::join(flights, ", ")));
    }
  }
  for (std::size_t lock : report.missing_locks) {
    lines.push_back(fmt::format("pairing {}: {}: is locked, and not in the plan",
                                wishes.locked_pairings[lock].name,
                                pairing::rule_name(pairing::Rule::kLockedPairing)));
  }
  for (const plan::OverCoveredFlight& flight : report.over_covered) {
    std::vector<std::string> names;
    for (std::size_t i : flight.pairings) names.push_back(plan.pairings[i].name);
    lines.push_back(
        fmt::format("{}: {}: operated by pairings {}", schedule.flight(flight.flight).id,
                    pairing::rule_name(pairing::Rule::kCoveredOnce), fmt::join(names, ", ")));
  }
  return lines;
}

// "violations: max_days 3, min_connection 12"
std::string violations_heading(const CheckReport& report) {
  std::vector<std::string> parts;
  for (const auto& [rule, count] : report.violations_by_rule()) {
    parts.push_back(fmt::format("{} {}", rule, grouped(count)));
  }
  return fmt::format("violations: {}", fmt::join(parts, ", "));
}

std::vector<std::string> uncovered_lines(const Schedule& schedule, const CheckReport& report) {
  std::vector<std::string> lines;
  for (FlightId flight : report.uncovered) lines.push_back(flight_text(schedule, flight));
  return lines;
}

}  // namespace

std::string check_text(const Schedule& schedule, const pairing::Rules& rules, const Plan& plan,
                       const CheckReport& report, const CheckTextOptions& options) {
  return verdict_line(report) +
         fmt::format("rules {}, {} to {}\n\n", rules.preset,
                     format_day(day_of(schedule.period().begin)),
                     format_day(day_of(schedule.period().end - Minutes(1)))) +
         coverage_table(report) + "\n" + cost_table(report, options.base_rows) + "\n" +
         base_table(schedule, report) +
         list_text(violations_heading(report),
                   violation_lines(schedule, rules.wishes, plan, report), options.longest_list) +
         (options.list_uncovered ? list_text("uncovered flights", uncovered_lines(schedule, report),
                                             options.longest_list)
                                 : "");
}

std::string bound_text(double total, double bound, const std::string& how) {
  return fmt::format("no plan can cost less than {:.2f} ({}): this one is within {:.2f} %\n", bound,
                     how, total > 0 ? 100 * (total - bound) / total : 0);
}

}  // namespace skein::report
