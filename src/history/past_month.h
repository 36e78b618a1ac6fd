// A month that crews have worked: its schedule, its rules, and the pairings that were flown.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "plan/month_folder.h"
#include "plan/plan.h"

namespace skein::history {

struct PastMonth {
  std::string name;  // for messages
  plan::Month month;
  plan::Plan plan;
};

// Throws InputError for a month that nothing can be learnt from: no pairings, or pairings most of
// whose flights are not in the schedule. A few flights that it does not have are a warning.
void require_learnable(const PastMonth& month);

// A month folder with pairings, as `skein import` leaves it; or with a plan that stands elsewhere,
// as `skein solve` leaves it.
PastMonth read_past_month(const std::filesystem::path& folder,
                          const std::optional<std::filesystem::path>& plan = std::nullopt);

}  // namespace skein::history
