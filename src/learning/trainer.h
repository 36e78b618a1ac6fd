// What all trainers have in common: they go through the samples in epochs, as many steps as there
// are samples, and count what they do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "base/state_archive.h"
#include "learning/objective.h"

namespace skein::learning {

struct TrainerCounts {
  std::uint64_t oracle_calls = 0;  // inferences, or searches for the best labeling
  std::uint64_t updates = 0;       // of the weights
};

class Trainer {
 public:
  virtual ~Trainer() = default;

  virtual void run_epoch() = 0;
  virtual std::span<const double> weights() const = 0;
  virtual double lambda() const = 0;
  virtual Surrogate surrogate() const = 0;  // what it minimizes
  virtual TrainerCounts counts() const = 0;
  // No weights make P smaller; minus infinity if nothing is known.
  virtual double lower_bound() const { return -std::numeric_limits<double>::infinity(); }
  // Whether more epochs would change nothing.
  virtual bool finished() const { return false; }

  // Goes on with features that are others than before: duals stay, weights follow from them. Only
  // for trainers that keep duals (sdca, bcfw).
  virtual void features_changed();

  // All that the next epochs depend on, but for the problem and the options.
  virtual void exchange(StateArchive& archive) = 0;
};

// lambda = 1/n unless it is given.
inline double lambda_or_default(double lambda, std::size_t samples) {
  return lambda > 0 ? lambda : 1 / static_cast<double>(samples);
}

}  // namespace skein::learning
