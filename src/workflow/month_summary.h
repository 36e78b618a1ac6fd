// The figures of a month without a plan, for the summaries of `generate` and `import`.
#pragma once

#include <string>
#include <vector>

#include "plan/month_folder.h"
#include "workflow/stopwatch.h"

namespace skein::workflow {

// One or more months that were written, each with its folder, as JSON under stable keys.
struct WrittenMonth {
  std::filesystem::path folder;
  std::size_t flights = 0;
  std::size_t stations = 0;
  std::size_t bases = 0;
  std::size_t fleets = 0;
  std::size_t pairings = 0;
};

WrittenMonth figures_of(const std::filesystem::path& folder, const plan::Month& month,
                        const std::optional<plan::Plan>& plan);

// The counts at the top are those of all months together (stations, bases and fleets: the most).
std::string months_json(const std::string& command, const std::vector<WrittenMonth>& months,
                        const std::vector<std::string>& warnings, const Stopwatch& stopwatch);

}  // namespace skein::workflow
