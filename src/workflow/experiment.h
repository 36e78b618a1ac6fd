// `skein experiment`: figures of the paper, made again.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/files.h"
#include "learning/training.h"

namespace skein::workflow {

// How near trainers come to the least value of what they minimize: against oracle calls, updates
// and CPU time, on the pixels of handwritten words (the paper's figure of sub-optimality).
struct OptimizersRequest {
  std::filesystem::path data;    // letter.data, plain or gzip
  std::filesystem::path output;  // folder
  WhenFolderExists when_exists = WhenFolderExists::kRefuse;
  // Folder in which the states of trainings are kept; those that are there go on, or are done.
  std::optional<std::filesystem::path> checkpoints;
  int fold = 0;  // kept apart
  std::uint64_t epochs = 50;
  std::uint64_t seed = 1;
  std::size_t threads = 0;  // 0: all cores
  Deadline deadline;
};

struct OptimizerCourse {
  std::string name;
  std::vector<learning::TrainingPoint> points;
  // The least value of what it minimizes is proven to be from `least` to `least + width`.
  double least = 0;
  double width = 0;

  // P(w) - P*, told from the lower end; nothing where it is less than twice the width, which is
  // too little to tell.
  std::optional<double> above_least(const learning::TrainingPoint& point) const;
  // Of the last point, "< ..." where it is too little to tell.
  std::string last_above_least() const;
};

struct OptimizersOutcome {
  std::vector<OptimizerCourse> courses;
  double likelihood_from = 0, likelihood_to = 0;  // its least value is between
  double margin_from = 0, margin_to = 0;
  bool complete = true;
  std::string summary;  // JSON
};

// Tells each epoch as it is done.
using OptimizersObserver =
    std::function<void(const std::string& name, const learning::TrainingPoint& point)>;

OptimizersOutcome compare_optimizers(const OptimizersRequest& request,
                                     const OptimizersObserver& observer = {});

}  // namespace skein::workflow
