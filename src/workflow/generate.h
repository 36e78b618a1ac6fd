// `skein generate`: an airline from a seed, as month folders.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/files.h"
#include "generator/airline.h"
#include "workflow/month_summary.h"

namespace skein::workflow {

using generator::AirlineOptions;

struct GenerateRequest {
  AirlineOptions airline;
  std::filesystem::path output;  // one month: the month folder; more: a folder with one per month
  WhenFolderExists when_exists = WhenFolderExists::kRefuse;
  bool with_pairings = false;  // plan each month greedily and keep the plan in the month folder
  Deadline deadline;
};

struct GenerateOutcome {
  std::vector<WrittenMonth> months;
  // Months that were to be planned but were cut by the deadline. They are written without pairings:
  // half a plan must not be taken for a solved month.
  std::vector<std::filesystem::path> unplanned;
  std::string summary;  // JSON
};

GenerateOutcome generate_months(const GenerateRequest& request);

}  // namespace skein::workflow
