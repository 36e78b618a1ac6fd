// Trainers by their names.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/workers.h"
#include "learning/crf.h"
#include "learning/trainer.h"

namespace skein::learning {

struct TrainerOptions {
  std::string name = "sdca";
  double lambda = 0;  // 0: 1/n
  // Of the samples, those drawn with equal chances, where the trainer can draw by gaps; else its
  // default.
  std::optional<double> uniform_share;
  // Whether weights are means, where the trainer can (sdca, bcfw); else its default.
  std::optional<bool> averaged;
  std::uint64_t seed = 1;
  Deadline deadline;
};

// sdca, bcfw, sag-nus, sag-nus-star, oeg, lbfgs
const std::vector<std::string>& trainer_names();

// The problem and the workers must live as long as the trainer. Throws InputError for a name that
// is none.
std::unique_ptr<Trainer> make_trainer(const Crf& crf, const TrainerOptions& options,
                                      Workers& workers);

}  // namespace skein::learning
