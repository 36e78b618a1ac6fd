// What the summary of a plan folder says of how the plan was made. Figures of the plan itself are
// never taken from there: the checker makes them again.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "plan/summary.h"

namespace skein::workflow {

struct PlanRecord {
  std::string month;  // folder, as the command that made the plan was given it
  std::string rules;  // preset
  double cost = 0;
  std::optional<plan::Bound> bound;
  std::string stopped;
  double cpu_seconds = 0;
  double wall_seconds = 0;
  double peak_memory_mb = 0;
};

// Nothing where the folder has no summary.json. Throws InputError for one that is damaged.
std::optional<PlanRecord> read_plan_record(const std::filesystem::path& folder);

// Completes the figures of a plan by what its record says. The bound is taken over only if preset
// and cost are those of the record, for else it is one of other rules or of another plan; says so.
void take_over(const PlanRecord& record, const std::filesystem::path& folder,
               plan::Summary& summary);

}  // namespace skein::workflow
