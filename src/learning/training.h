// Training in epochs, watched: what P is after each, and how far from its least value at most.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "learning/objective.h"
#include "learning/trainer.h"

namespace skein::learning {

// After an epoch.
struct TrainingPoint {
  std::uint64_t epoch = 0;
  TrainerCounts counts;
  double cpu_seconds = 0;                                         // of training, without watching
  double primal = 0;                                              // P(w)
  double lower_bound = -std::numeric_limits<double>::infinity();  // highest so far
  // Share of wrong labels in other samples; whoever watches may measure it.
  double error = std::numeric_limits<double>::quiet_NaN();
  // The same in samples that decide when to stop.
  double validation_error = std::numeric_limits<double>::quiet_NaN();
};

void exchange(StateArchive& archive, TrainingPoint& point);

struct TrainingOptions {
  std::uint64_t epochs = 20;
  double gap = 0;  // stop when P(w) is proven to be this near to its least value
  // Where the state is kept now and then; if it is there, training goes on from it. `kind` tells
  // the states of one training from those of others.
  std::optional<std::filesystem::path> checkpoint;
  std::string kind = "training";
  Deadline deadline;
};

enum class TrainingStop { kEpochs, kGap, kFinished, kTimeLimit, kInterrupted };

constexpr bool ended_by_itself(TrainingStop stop) {
  return stop != TrainingStop::kTimeLimit && stop != TrainingStop::kInterrupted;
}

struct TrainingCourse {
  std::vector<TrainingPoint> points;  // one for each epoch
  std::vector<double> weights;        // as of the last
  TrainingStop stopped = TrainingStop::kEpochs;
};

// May add the error to the point, of these weights.
using TrainingObserver =
    std::function<void(TrainingPoint& point, const std::vector<double>& weights)>;

// An epoch that a limit cuts short does not count, so what comes out is the same however often it
// was stopped. Throws InputError for a checkpoint that is damaged or of another training.
TrainingCourse train(Trainer& trainer, Objective& objective, const TrainingOptions& options,
                     const TrainingObserver& observer = {});

}  // namespace skein::learning
