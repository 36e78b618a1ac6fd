// Training in epochs, watched: what P is after each, and how far from its least value at most.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "base/clock.h"
#include "learning/objective.h"
#include "learning/trainer.h"

namespace skein::learning {

// After an epoch.
struct TrainingPoint {
  std::uint64_t epoch = 0;
  TrainerCounts counts;
  double cpu_seconds = 0;  // of training, without watching
  double primal = 0;       // P(w)
  double lower_bound = 0;  // highest so far
};

struct TrainingOptions {
  std::uint64_t epochs = 20;
  double gap = 0;  // stop when P(w) is proven to be this near to its least value
  Deadline deadline;
};

enum class TrainingStop { kEpochs, kGap, kTimeLimit, kInterrupted };

// The way so far, to go on from it later.
struct TrainingCourse {
  std::vector<TrainingPoint> points;  // one for each epoch
  std::vector<double> weights;        // as of the last
  TrainingStop stopped = TrainingStop::kEpochs;

  void exchange(StateArchive& archive);
};

// Goes on from the last point. An epoch that a limit cuts short does not count: its weights are not
// kept, nor is it told.
void train(Trainer& trainer, Objective& objective, const TrainingOptions& options,
           TrainingCourse& course, const std::function<void(const TrainingPoint&)>& observer = {});

}  // namespace skein::learning
