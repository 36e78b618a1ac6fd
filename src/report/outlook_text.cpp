#include "report/outlook_text.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "report/flight_text.h"
#include "report/text.h"

namespace skein::report {
namespace {

using plan::Change;
using plan::Outlook;
using plan::Remedy;
using schedule::Schedule;

// Flights that a change would help.
struct Reach {
  std::size_t flights = 0;
  std::size_t only = 0;  // those that nothing else would
  int least = 0;         // values needed
  int most = 0;
};

std::string value_text(Change change, int value) {
  switch (change) {
    case Change::kRestCoversDuty:
      return value != 0 ? "true" : "false";
    case Change::kDutyPeriods:
    case Change::kFlightTimes:
      return fmt::format("{} minutes more", value);
    case Change::kCarryIn:
    case Change::kCarryOut:
    case Change::kFurtherBase:
      return "";
    default:
      return fmt::format("{}", value);
  }
}

std::string change_text(const Schedule& schedule, const Remedy& remedy) {
  const std::string needed = value_text(remedy.change, remedy.needed);
  switch (remedy.change) {
    case Change::kCarryIn:
      return "a crew that is already out when the period begins";
    case Change::kCarryOut:
      return "a crew that comes home after the period";
    case Change::kFurtherBase:
      return "a crew base at " + schedule.station(remedy.example.base).code;
    case Change::kDutyPeriods:
    case Change::kFlightTimes:
      return fmt::format("{}: {}", plan::change_name(remedy.change), needed);
    default:
      return fmt::format("{} = {} instead of {}", plan::change_name(remedy.change), needed,
                         value_text(remedy.change, remedy.now));
  }
}

// "for 512.00, which saves 9,488.00"
std::string price_text(Cost cost, Cost saving) {
  const char* what = saving < Cost(0) ? "costs the plan" : "saves";
  return fmt::format("for {}, which {} {}", grouped(cost.amount(), 2), what,
                     grouped(std::abs(saving.amount()), 2));
}

std::string outlook_lines(const Schedule& schedule, const Outlook& outlook) {
  const std::string flight = flight_text(schedule, outlook.flight);
  if (outlook.pairing) {
    return fmt::format("{}: could be covered {}: {}{}", flight,
                       price_text(outlook.cost, outlook.saving),
                       pairing_text(schedule, *outlook.pairing),
                       outlook.unwished.empty() ? "" : "; but it " + outlook.unwished);
  }
  if (outlook.remedies.empty()) {
    return flight + ": no legal pairing, and no change of a single rule is enough";
  }
  std::string text = flight + ": no legal pairing; one of these would be enough:";
  for (const Remedy& remedy : outlook.remedies) {
    text +=
        fmt::format("\n    {}, {}, as in {}", change_text(schedule, remedy),
                    price_text(remedy.cost, remedy.saving), pairing_text(schedule, remedy.example));
  }
  return text;
}

std::map<Change, Reach> reach_of_changes(const std::vector<Outlook>& outlooks) {
  std::map<Change, Reach> reach;
  for (const Outlook& outlook : outlooks) {
    for (const Remedy& remedy : outlook.remedies) {
      Reach& change = reach[remedy.change];
      change.least = change.flights == 0 ? remedy.needed : std::min(change.least, remedy.needed);
      change.most = change.flights == 0 ? remedy.needed : std::max(change.most, remedy.needed);
      ++change.flights;
      if (outlook.remedies.size() == 1) ++change.only;
    }
  }
  return reach;
}

std::string values_text(Change change, const Reach& reach) {
  if (reach.least == reach.most) return value_text(change, reach.least);
  return fmt::format("{} to {}", reach.least, value_text(change, reach.most));
}

std::string changes_table(const std::vector<Outlook>& outlooks) {
  const std::map<Change, Reach> reach = reach_of_changes(outlooks);
  if (reach.empty()) return "";
  TextTable table({"change of one rule", "value", "flights it allows", "only this does"});
  for (const auto& [change, figures] : reach) {
    table.add({fmt::format("  {}", plan::change_name(change)), values_text(change, figures),
               grouped(figures.flights), grouped(figures.only)});
  }
  return "\n" + table.text();
}

}  // namespace

std::string outlook_text(const Schedule& schedule, const std::vector<Outlook>& outlooks,
                         std::size_t longest_list) {
  std::vector<std::string> lines;
  std::size_t coverable = 0;
  for (const Outlook& outlook : outlooks) {
    if (outlook.pairing) ++coverable;
    lines.push_back(outlook_lines(schedule, outlook));
  }
  const std::string heading =
      fmt::format("uncovered flights: {} could be covered, {} by no legal pairing",
                  grouped(coverable), grouped(outlooks.size() - coverable));
  return changes_table(outlooks) + list_text(heading, lines, longest_list);
}

}  // namespace skein::report
