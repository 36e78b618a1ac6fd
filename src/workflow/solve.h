// `skein solve`: a plan for a month.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/files.h"
#include "workflow/check.h"
#include "workflow/wishes.h"

namespace skein::workflow {

struct SolveRequest {
  std::filesystem::path month;
  std::filesystem::path output;  // plan folder
  WhenFolderExists when_exists = WhenFolderExists::kRefuse;
  std::string method = "optimize";             // or greedy, or weekly (standard_start.h)
  std::optional<std::filesystem::path> start;  // plan to begin with
  WishesRequest wishes;
  // Flights that crews are expected to operate one after the other: a file of clusters, a plan, or
  // the word "rotations" for those of the aircraft.
  std::optional<std::filesystem::path> clusters;
  // What flights are thought to be worth: prices.csv, or a plan folder that has one. Else that of
  // the start, if it has one.
  std::optional<std::filesystem::path> prices;
  std::string master = "first-order";          // or interior-point: how masters are solved
  int passes = 1;                              // over the month
  std::optional<std::filesystem::path> model;  // write the master to this .lp or .mps file
  std::optional<std::filesystem::path> log;    // write events to this file as they happen
  double gap = 0.005;  // of the plan to its bound, at which optimizing may stop
  // Optimize in windows of so many days, without the relaxation of the whole month.
  std::optional<double> window_days;
  std::optional<double> overlap_days;  // else half of the window
  std::optional<double> memory_mb;     // budget for the relaxation
  std::size_t threads = 0;             // 0: all cores
  std::optional<std::string> rules;    // preset or file; else the month's own
  // Values of the rules that differ for this plan, as "cost.deadhead=300".
  std::vector<std::string> settings;
  bool base_rows = true;
  // Seconds from one checkpoint to the next at least; none: no checkpoints.
  std::optional<double> checkpoint_seconds;
  bool resume = false;  // go on from the checkpoint, if there is one
  Deadline deadline;    // less the time that the run has taken before the checkpoint
};

// Plans, checks with the independent checker, and writes the plan folder. With checkpoints, the
// state of the run is kept beside that folder until the run has ended by itself.
CheckOutcome solve_month(const SolveRequest& request);

// Throws InputError for a month without a crew base.
void require_bases(const std::filesystem::path& folder, const plan::Month& month);

// Whether a run ended by itself, not by a limit or by the user.
bool ran_to_its_end(const plan::Summary& summary);

}  // namespace skein::workflow
