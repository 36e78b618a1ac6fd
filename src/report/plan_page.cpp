#include "report/plan_page.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/calendar.h"
#include "report/assets.h"
#include "report/distributions.h"
#include "report/flight_text.h"
#include "report/gantt.h"
#include "report/network_map.h"
#include "report/page.h"
#include "report/plan_changes.h"
#include "report/text.h"

namespace skein::report {
namespace {

using Rows = std::vector<std::vector<std::string>>;

constexpr std::size_t kLongestList = 200;

struct Card {
  std::string value;
  std::string what;
};

std::string verdict_html(const plan::CheckReport& report) {
  const std::string flights =
      report.uncovered.empty()
          ? fmt::format("all {} flights have a crew", grouped(report.flights))
          : fmt::format("{} of {} flights have no crew", grouped(report.uncovered.size()),
                        grouped(report.flights));
  if (report.legal()) return fmt::format("<p class=\"verdict\">Legal; {}.</p>\n", flights);
  return fmt::format("<p class=\"verdict bad\">Not legal: {}; {}.</p>\n",
                     counted(report.violations(), "violation"), flights);
}

double gap_of(const plan::Summary& summary) {
  const double total = summary.cost.total().amount();
  return total > 0 ? (total - summary.bound->value) / total : 0;
}

bool is_proven(const plan::Summary& summary) {
  return summary.bound && summary.bound->kind != "none";
}

double excess_hours(const plan::Summary& summary) {
  double hours = 0;
  for (const auto& [base, figures] : summary.bases) hours += figures.excess_hours;
  return hours;
}

std::vector<Card> cards_of(const JudgedPlan& plan) {
  const plan::Summary& summary = plan.summary;
  std::vector<Card> cards{{grouped(summary.cost.total().amount(), 2), "cost"}};
  if (is_proven(summary)) {
    cards.push_back({percent(gap_of(summary), 3), "above what is proven to be the least"});
  }
  cards.push_back(
      {grouped(summary.covered), fmt::format("of {} flights covered", grouped(summary.flights))});
  cards.push_back({grouped(summary.pairings), "pairings"});
  cards.push_back({grouped(summary.duties), "duties"});
  cards.push_back({grouped(summary.deadheads), "deadheads"});
  cards.push_back({grouped(excess_hours(summary), 1), "hours above base shares"});
  cards.push_back({grouped(summary.violations), "broken rules"});
  if (summary.wall_seconds > 0) {
    cards.push_back({grouped(summary.wall_seconds, 1), "seconds to make it"});
    cards.push_back({grouped(summary.peak_memory_mb, 0), "MB of memory at most"});
  }
  return cards;
}

std::string cards_html(const std::vector<Card>& cards) {
  std::string html = "<div class=\"cards\">\n";
  for (const Card& card : cards) {
    html += fmt::format("<div class=\"card\"><b>{}</b><span>{}</span></div>\n",
                        html_text(card.value), html_text(card.what));
  }
  return html + "</div>\n";
}

std::string cost_html(const plan::PlanCost& cost) {
  const double total = cost.total().amount();
  Rows rows;
  const auto add = [&](const char* what, Cost part) {
    rows.push_back(
        {what, grouped(part.amount(), 2), total > 0 ? percent(part.amount() / total) : "-"});
  };
  add("gaps between flights", cost.pairings.gaps);
  add("deadheads", cost.pairings.deadheads);
  add("guarantee", cost.pairings.guarantee);
  if (cost.pairings.aircraft_changes.amount() > 0) {
    add("changes of aircraft", cost.pairings.aircraft_changes);
  }
  add("uncovered flights", cost.uncovered);
  add("hours above base shares", cost.base_excess);
  add("total", cost.total());
  return html_table({"cost", "", "share"}, rows);
}

// The work of a base as a bar, with a mark where its share ends.
std::string balance_bar(const plan::BaseFigures& figures, double most) {
  return fmt::format(
      "<div class=\"work\"><i{} style=\"width:{:.2f}%\"></i><u style=\"left:{:.2f}%\"></u></div>",
      figures.excess_hours > 0 ? " class=\"above\"" : "", 100 * figures.credited_hours / most,
      100 * figures.target_hours / most);
}

std::string bases_html(const schedule::Schedule& schedule, const plan::Summary& summary) {
  double most = 1;
  for (const auto& [code, figures] : summary.bases) {
    most = std::max({most, figures.credited_hours, figures.target_hours});
  }
  std::string html =
      "<table>\n<thead><tr><th>base</th><th>crews</th><th>credited hours</th><th>its share, hours"
      "</th><th>difference</th><th></th></tr></thead>\n<tbody>\n";
  for (const auto& [code, figures] : summary.bases) {
    html += fmt::format(
        "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td class=\"bar\">{}</td>"
        "</tr>\n",
        html_text(code), schedule.station(schedule.find_station(code)).crews,
        grouped(figures.credited_hours, 2), grouped(figures.target_hours, 2),
        grouped(figures.credited_hours - figures.target_hours, 2), balance_bar(figures, most));
  }
  return html + "</tbody>\n</table>\n";
}

std::string charts_html(const std::vector<Chart>& charts) {
  std::string html = "<div class=\"charts\">\n";
  for (const Chart& chart : charts) html += charts_svg({chart});
  return html + "</div>\n";
}

std::string course_html(const PlanPageInput& input) {
  std::string html = charts_html(course_charts(input.course));
  const plan::Summary& summary = input.plan->summary;
  if (is_proven(summary)) {
    html += fmt::format(
        "<p class=\"note\">No plan can cost less than {} ({}). The first relaxations, over few "
        "pairings, are left out of the chart where they cost more than the first plan.</p>\n",
        grouped(summary.bound->value, 2), html_text(summary.bound->kind));
  }
  return html;
}

std::string moved_html(const schedule::Schedule& schedule, const PlanChanges& changes) {
  std::vector<std::string> header{"flights by base: before \\ now"};
  for (StationId to : schedule.bases()) header.push_back(schedule.station(to).code);
  Rows rows;
  for (StationId from : schedule.bases()) {
    std::vector<std::string>& row = rows.emplace_back();
    row.push_back(schedule.station(from).code);
    for (StationId to : schedule.bases()) {
      const auto at = changes.flights_by_base.find({from, to});
      row.push_back(at == changes.flights_by_base.end() ? "-" : grouped(at->second));
    }
  }
  return html_table(header, rows);
}

std::string share_text(std::size_t part, std::size_t all) {
  if (all == 0) return grouped(part);
  return fmt::format("{} ({})", grouped(part),
                     percent(static_cast<double>(part) / static_cast<double>(all)));
}

Rows kept_rows(const PlanChanges& changes) {
  return {{"pairings as before", share_text(changes.same_pairings, changes.is_new.size())},
          {"new pairings", grouped(changes.new_pairings())},
          {"pairings gone", grouped(changes.gone_pairings)},
          {"connections as before", share_text(changes.same_connections, changes.connections_now)},
          {"flights with a crew of another base", grouped(changes.moved_flights)},
          {"flights that now have a crew", grouped(changes.now_covered)},
          {"flights that have none any more", grouped(changes.now_open)}};
}

Rows rule_rows(const std::vector<pairing::RuleChange>& changes) {
  Rows rows;
  for (const pairing::RuleChange& change : changes) {
    rows.push_back({change.key, change.before, change.now});
  }
  return rows;
}

std::string changes_html(const PlanPageInput& input, const PlanChanges& changes) {
  std::string html = fmt::format("<p>Against the plan {}.</p>\n<div class=\"tables\">\n",
                                 html_text(input.against->name));
  html += html_table({"figure", "before", "now", "difference", ""},
                     difference_rows(input.against->summary, input.plan->summary));
  html += html_table({"what stayed", ""}, kept_rows(changes));
  if (!input.rule_changes.empty()) {
    html += html_table({"rule or cost", "before", "now"}, rule_rows(input.rule_changes));
  }
  return html + moved_html(input.month->schedule, changes) + "</div>\n";
}

std::string map_html(const schedule::Schedule& schedule) {
  const NetworkMap map = network_map(schedule);
  return fmt::format(
      "<div class=\"map\">\n{}</div>\n<p class=\"note\">{}, {}; bases are orange. {}</p>\n",
      map.svg, counted(map.stations, "station"), counted(map.routes, "route"),
      map.by_coordinates
          ? "Stations stand where they are on the globe."
          : "The month has no coordinates: stations stand so that distances are like "
            "flying times.");
}

std::string distributions_html(const PlanPageInput& input) {
  const plan::Month& month = *input.month;
  std::vector<NamedValues> plans{
      {input.against ? "this plan" : "", values_of(month.schedule, month.rules, input.plan->plan)}};
  if (input.against) {
    plans.push_back({"the other", values_of(month.schedule, month.rules, input.against->plan)});
  }
  return charts_html(distribution_charts(plans));
}

std::string folded_list(const std::string& heading, const std::vector<std::string>& items) {
  if (items.empty()) return "";
  std::string html = fmt::format("<details{}><summary>{}</summary>\n<ul>\n",
                                 items.size() <= 20 ? " open" : "", html_text(heading));
  for (std::size_t k = 0; k < items.size() && k < kLongestList; ++k) {
    html += fmt::format("<li>{}</li>\n", html_text(items[k]));
  }
  if (items.size() > kLongestList) {
    html += fmt::format("<li>and {} more</li>\n", grouped(items.size() - kLongestList));
  }
  return html + "</ul></details>\n";
}

std::string troubles_html(const PlanPageInput& input) {
  std::vector<std::string> violations;
  for (const plan::NamedViolation& own : input.plan->summary.violation_list) {
    violations.push_back(fmt::format("pairing {}: {}: {}", own.pairing, own.rule, own.detail));
  }
  std::vector<std::string> open;
  for (FlightId flight : input.plan->report.uncovered) {
    open.push_back(flight_text(input.month->schedule, flight));
  }
  return folded_list(counted(violations.size(), "violation"), violations) +
         folded_list(counted(open.size(), "flight") + " without a crew", open);
}

std::string subtitle_html(const PlanPageInput& input) {
  const schedule::PlanningPeriod& period = input.month->schedule.period();
  return fmt::format("<p class=\"subtitle\">{} to {}, {} flights, rules {}</p>\n",
                     format_day(day_of(period.begin)), format_day(day_of(period.end - Minutes(1))),
                     grouped(input.month->schedule.flights().size()),
                     html_text(input.month->rules.preset));
}

std::vector<PageSection> sections_of(const PlanPageInput& input) {
  const schedule::Schedule& schedule = input.month->schedule;
  std::vector<PageSection> sections;
  sections.push_back({"figures", "Figures",
                      verdict_html(input.plan->report) + cards_html(cards_of(*input.plan)) +
                          troubles_html(input)});
  for (const PageSection& own : input.sections) sections.push_back(own);
  sections.push_back({"cost", "Cost and bases",
                      "<div class=\"tables\">\n" + cost_html(input.plan->summary.cost) +
                          bases_html(schedule, input.plan->summary) + "</div>\n" +
                          (input.base_rows ? ""
                                           : "<p class=\"note\">Hours above base shares are "
                                             "not charged.</p>\n")});
  if (!input.course.empty()) {
    sections.push_back({"course", "How it was found", course_html(input)});
  }
  PlanChanges changes;
  if (input.against) {
    changes = changes_between(schedule, input.against->plan, input.plan->plan);
    sections.push_back({"changes", "What changed", changes_html(input, changes)});
  }
  sections.push_back({"pairings", "Pairings over time",
                      gantt_html(gantt_json(schedule, input.month->rules, input.plan->plan,
                                            input.plan->report, changes.is_new))});
  sections.push_back({"distributions", "Duties, rests and pairings", distributions_html(input)});
  sections.push_back({"network", "Network", map_html(schedule)});
  return sections;
}

}  // namespace

std::vector<std::vector<std::string>> difference_rows(const plan::Summary& before,
                                                      const plan::Summary& now) {
  Rows rows;
  const auto add = [&](const char* what, double old, double present, int decimals) {
    const double difference = present - old;
    rows.push_back({what, grouped(old, decimals), grouped(present, decimals),
                    (difference > 0 ? "+" : "") + grouped(difference, decimals),
                    old == 0 ? "" : fmt::format("{:+.2f} %", 100 * difference / std::abs(old))});
  };
  const auto add_count = [&](const char* what, std::size_t old, std::size_t present) {
    add(what, static_cast<double>(old), static_cast<double>(present), 0);
  };
  add("cost", before.cost.total().amount(), now.cost.total().amount(), 2);
  add("cost of pairings", before.cost.pairings.total().amount(), now.cost.pairings.total().amount(),
      2);
  add("cost of hours above base shares", before.cost.base_excess.amount(),
      now.cost.base_excess.amount(), 2);
  add("hours above base shares", excess_hours(before), excess_hours(now), 1);
  add_count("uncovered flights", before.uncovered, now.uncovered);
  add_count("pairings", before.pairings, now.pairings);
  add_count("duties", before.duties, now.duties);
  add_count("deadheads", before.deadheads, now.deadheads);
  add_count("broken rules", before.violations, now.violations);
  return rows;
}

std::string comparison_text(const plan::Month& month, const JudgedPlan& before,
                            const JudgedPlan& now,
                            const std::vector<pairing::RuleChange>& rule_changes) {
  const auto table_of = [](std::vector<std::string> header, const Rows& rows) {
    TextTable table(std::move(header));
    for (const auto& row : rows) table.add(row);
    return table.text();
  };
  std::string text = table_of({"figure", "before", "now", "difference", ""},
                              difference_rows(before.summary, now.summary));
  text += "\n" + table_of({"what stayed", ""},
                          kept_rows(changes_between(month.schedule, before.plan, now.plan)));
  if (rule_changes.empty()) return text;
  return text + "\n" + table_of({"rule or cost", "before", "now"}, rule_rows(rule_changes));
}

std::string plan_page(const PlanPageInput& input) {
  const std::vector<PageSection> sections = sections_of(input);
  std::string body = subtitle_html(input) + "<nav>";
  for (const PageSection& section : sections) {
    body += fmt::format("<a href=\"#{}\">{}</a>", section.id, html_text(section.title));
  }
  body += "</nav>\n";
  for (const PageSection& section : sections) {
    body += fmt::format("<section id=\"{}\">\n<h2>{}</h2>\n{}</section>\n", section.id,
                        html_text(section.title), section.html);
  }
  body += fmt::format("<footer>{}</footer>", html_text(input.footer));
  const std::string head =
      fmt::format("<meta name=\"viewport\" content=\"width=device-width\">\n<style>\n{}</style>\n",
                  plan_style());
  return html_page(input.title, body, head);
}

}  // namespace skein::report
