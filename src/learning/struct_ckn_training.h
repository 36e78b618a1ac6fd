// Training of a Struct-CKN in rounds, watched: with checkpoints, and an end where other samples say
// that more rounds bring nothing.
#pragma once

#include <cstdint>
#include <limits>

#include "learning/struct_ckn.h"
#include "learning/training.h"

namespace skein::learning {

struct StructCknTrainingOptions {
  // Ends when the validation error has not fallen for so many rounds; 0: all rounds. Only where
  // whoever watches measures that error.
  std::uint64_t patience = 3;
  // As of TrainingOptions.
  std::optional<std::filesystem::path> checkpoint;
  std::string kind = "struct-ckn";
  Deadline deadline;
};

struct StructCknCourse {
  std::vector<TrainingPoint> points;  // after the start, and after each round
  StructCknModel model;               // of the round with the least validation error, else the last
  std::size_t best = 0;               // that point
  TrainingStop stopped = TrainingStop::kFinished;
};

// May add the errors to the point, of this model.
using StructCknObserver = std::function<void(TrainingPoint& point, const StructCknModel& model)>;

// A round that a limit cuts short does not count. Throws InputError for a checkpoint that is
// damaged or of another training.
StructCknCourse train(StructCkn& learner, Workers& workers, const StructCknTrainingOptions& options,
                      const StructCknObserver& observer = {});

}  // namespace skein::learning
