// Covers the flights that a start plan leaves open; its pairings stay as they are.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

#include "base/clock.h"
#include "base/files.h"

namespace skein::workflow {

struct CoverRequest {
  std::filesystem::path month;
  std::filesystem::path start;   // plan folder; its pairings must be legal
  std::filesystem::path output;  // plan folder
  WhenFolderExists when_exists = WhenFolderExists::kRefuse;
  std::optional<std::string> rules;  // preset or file; else the month's own
  Deadline deadline;
};

struct CoverOutcome {
  std::size_t open_before = 0;  // flights
  std::size_t open_now = 0;
  std::size_t pairings_added = 0;
  double cost = 0;       // of the whole plan
  bool complete = true;  // false: the deadline cut it short
};

CoverOutcome cover_rest(const CoverRequest& request);

}  // namespace skein::workflow
