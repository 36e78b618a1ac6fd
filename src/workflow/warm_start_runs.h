// Finished runs of the warm-start experiment, one file each, and the tables made from them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "workflow/warm_start_experiment.h"

namespace skein::workflow {

class WarmStartRuns {
 public:
  // `settings` are all that decides what a run finds, but its month and start: runs with others are
  // refused.
  WarmStartRuns(std::filesystem::path folder, std::string settings);

  // Throws InputError for a file that is damaged, or of a run with other settings.
  std::optional<WarmStartRun> find(const std::string& month, const std::string& start,
                                   int passes) const;
  void keep(const WarmStartRun& run) const;

 private:
  std::filesystem::path file_of(const std::string& month, const std::string& start,
                                int passes) const;

  std::filesystem::path folder_;
  std::string settings_;
};

// The name under which a run is told: with a second pass, a + behind it.
std::string name_of(const WarmStartRun& run);

// Starts, plans, and differences to the cold runs over all months.
std::string tables_of(const std::vector<WarmStartRun>& runs);
std::string page_of(const std::vector<WarmStartRun>& runs);  // the same, for a browser
std::string csv_of(const std::vector<WarmStartRun>& runs);

}  // namespace skein::workflow
