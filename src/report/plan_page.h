// A plan as one page for a browser, whole in one file: figures, cost, bases, how it was found, what
// changed against another plan, the network, distributions, and all pairings over time.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pairing/rules_toml.h"
#include "plan/checker.h"
#include "plan/month_folder.h"
#include "plan/summary.h"
#include "report/course.h"

namespace skein::report {

// A plan of the month, checked.
struct JudgedPlan {
  std::string name;
  plan::Plan plan;
  plan::CheckReport report;
  plan::Summary summary;  // with bound, times and why it stopped, where they are known
};

// A part of the page that the caller makes, such as the stages of a run.
struct PageSection {
  std::string id;     // for links, letters only
  std::string title;  // text
  std::string html;
};

struct PlanPageInput {
  std::string title;
  const plan::Month* month = nullptr;
  const JudgedPlan* plan = nullptr;
  const JudgedPlan* against = nullptr;            // null: no comparison
  std::vector<pairing::RuleChange> rule_changes;  // from those of that plan to this one's
  std::vector<CoursePoint> course;                // empty: not known
  std::vector<PageSection> sections;              // shown after the figures
  std::string footer;                             // text: who made the page, with what
  bool base_rows = true;                          // whether hours above base shares are charged
};

std::string plan_page(const PlanPageInput& input);

// The same for a terminal: figures, what stayed, and which rules and wishes differ.
std::string comparison_text(const plan::Month& month, const JudgedPlan& before,
                            const JudgedPlan& now,
                            const std::vector<pairing::RuleChange>& rule_changes);

// The differences between two plans in a table: what, before, now, difference, percent.
std::vector<std::vector<std::string>> difference_rows(const plan::Summary& before,
                                                      const plan::Summary& now);

}  // namespace skein::report
