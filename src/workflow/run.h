// `skein run`: from past months to a checked plan of the next one, in stages.
//
//    learn     past months -> model                         (left out where a model is given)
//    predict   model, month -> start: scores, clusters, and a plan broken into legal pairings
//    cover     start -> cover: the rest of the flights planned around it
//    optimize  cover, clusters -> plan, in two passes, with a bound
//    check     plan -> check.json, check.txt
//    report    all of it -> report.html
//
// Each stage leaves its result in the run's folder, and a record beside it (stage_record.h). A
// stage that was done from the same is not done again, so that the same command goes on where a run
// was cut off, in the midst of a stage where that keeps a checkpoint, and ends with the same plan.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "predictor/connection_model.h"
#include "workflow/check.h"
#include "workflow/stage_record.h"

namespace skein::workflow {

const std::vector<std::string>& run_stage_names();

struct RunRequest {
  std::filesystem::path month;
  std::vector<std::filesystem::path> history;  // month folders
  std::vector<std::filesystem::path> plans;    // of the history, in its order; none: their own
  std::optional<std::filesystem::path> model;  // instead of a history
  std::filesystem::path output;                // folder of the run
  bool force = false;                // take a folder that holds a run of another month, or no run
  std::optional<std::string> stage;  // do this stage alone, whether it was done before or not
  std::optional<std::string> rules;  // preset or file; else the month's own
  bool base_rows = true;
  predictor::LearningOptions learning;
  std::string decoder = "legal";
  double confidence = 0.5;
  double gap = 0.005;
  int passes = 2;
  std::optional<double> window_days;
  std::optional<double> overlap_days;
  std::optional<double> memory_mb;
  double checkpoint_seconds = 30;
  std::size_t threads = 0;           // 0: all cores
  Deadline deadline;                 // of the whole run
  std::optional<std::string> title;  // of the report
};

struct RunOutcome {
  std::optional<CheckOutcome> check;  // none where the run has not come so far
  std::vector<StageRecord> stages;    // as far as they are done
  std::filesystem::path plan;         // folder
  std::filesystem::path report;       // file
  std::string stopped = "done";       // or time_limit, interrupted
  double wall_seconds = 0;            // of all stages, whenever they were done
};

RunOutcome run_month(const RunRequest& request);

// The keys of `skein solve`, as far as there is a plan, and what each stage took.
std::string run_json(const RunOutcome& outcome);

}  // namespace skein::workflow
