// `skein experiment warm-start`: what a learnt start is worth to the optimizer.
//
// For every month, plans and clusters are made by
//
//    cold       the greedy planner; no clusters
//    standard   a typical week, solved and rolled over the month (standard_start.h)
//    random     the greedy planner, with clusters drawn at random among the connections allowed: a
//               control
//    a predictor, learnt from the other months: its legal start and its clusters
//    published  the pairings that the month came with, where it has any
//
// and each goes into the same optimizer with the same limits. A name with a + has a second pass.
// The published months are of different fleets, so each is predicted from the others without names;
// months of one airline (`months`) are predicted from those before them.
//
// Starts are told as in the paper's tables: as decoded by its greedy heuristic and by the rules,
// before and after illegal pairings are broken. Every plan is checked by the independent checker.
// Finished runs are kept, one file each, so that the experiment can go on after a stop.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "seeding/plan_figures.h"

namespace skein::workflow {

struct WarmStartRequest {
  std::filesystem::path data;  // the folder that has gerad/, where no months are given
  std::vector<int> instances{1, 3, 4, 6, 7};
  // Months of one airline with pairings, in order of time: all but the first `history` are planned,
  // each from those before it. Empty: the instances.
  std::vector<std::filesystem::path> months;
  std::vector<std::filesystem::path> plans;  // of the months, where they stand elsewhere
  std::size_t history = 1;
  std::filesystem::path output;  // folder; runs that are there already are not made again
  std::vector<std::string> predictors{"cnn", "cnn-crf", "struct-ckn-sdca"};
  bool second_pass = false;           // add the runs with a +
  double run_seconds = 120;           // of the optimizer, for each pass of each run
  double gap = 0.003;                 // at which it may stop
  std::optional<double> window_days;  // optimize in windows
  std::uint64_t seed = 1;
  std::size_t threads = 0;  // 0: all cores
  Deadline deadline;
};

// A start before the optimizer sees it.
struct StartFigures {
  std::string decoder;  // or "rolled" for the standard start
  seeding::PlanFigures initial;
  seeding::PlanFigures feasible;
};

// Where the optimizer stood.
struct CoursePoint {
  double cpu = 0;  // seconds since it began
  double plan = 0;
  double bound = 0;
  double lp = 0;
};

struct WarmStartRun {
  std::string month;
  std::string start;
  int passes = 1;
  std::vector<StartFigures> starts;
  double start_cpu = 0;   // to learn and to decode
  double start_cost = 0;  // of the plan that the optimizer begins with
  std::size_t links = 0;  // in clusters
  double cost = 0;
  double bound = 0;
  double base_excess = 0;  // cost
  std::size_t deadheads = 0;
  std::size_t uncovered = 0;
  std::size_t violations = 0;
  double cpu = 0;  // of the optimizer
  std::vector<CoursePoint> course;

  double gap() const { return cost > 0 ? (cost - bound) / cost : 0; }
  // CPU seconds until the plan was so near to the best bound known; none: never.
  std::optional<double> cpu_to(double near, double best_bound) const;
};

struct WarmStartOutcome {
  std::vector<WarmStartRun> runs;
  bool complete = true;
  std::string text;
  std::string csv;
  std::string summary;  // JSON
};

using WarmStartObserver = std::function<void(const WarmStartRun& run)>;

WarmStartOutcome compare_warm_starts(const WarmStartRequest& request,
                                     const WarmStartObserver& observer = {});

}  // namespace skein::workflow
