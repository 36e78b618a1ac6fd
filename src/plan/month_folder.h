// Month folders and plan folders on disk (docs/file_formats.md).
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/files.h"
#include "pairing/rules.h"
#include "plan/plan.h"
#include "schedule/schedule.h"

namespace skein::plan {

// What a month folder holds, without pairings.
struct Month {
  pairing::Rules rules;
  schedule::Schedule schedule;

  friend bool operator==(const Month&, const Month&) = default;
};

// `rules` replaces the folder's rules.toml where given; the folder's planning period stays. A
// folder without rules.toml has the default preset, with a message.
Month read_month(const std::filesystem::path& folder,
                 const std::optional<pairing::Rules>& rules = std::nullopt);

// The same for a plan of the month, a folder or a file: rules that are not given are those of the
// plan's own rules.toml, if it has one; and the wishes are those of its wishes.csv.
Month read_month_of_plan(const std::filesystem::path& folder, const std::filesystem::path& plan,
                         const std::optional<pairing::Rules>& rules = std::nullopt);

bool has_pairings(const std::filesystem::path& folder);
// pairings.csv or pairings.csv.gz in a month or plan folder, or a file: the airline text form where
// its name ends in .txt, else CSV.
Plan read_plan(const std::filesystem::path& folder_or_file, const schedule::Schedule& schedule);

// Adds the files of a month, and its pairings where there are any, to a folder that is being made.
// Schedules are written plain, so that every tool can read them.
void add_month_files(StagedFolder& folder, const Month& month, const std::optional<Plan>& plan);

// The planning period that rules name, as moments.
std::optional<schedule::PlanningPeriod> planning_period(const pairing::Rules& rules);

}  // namespace skein::plan
