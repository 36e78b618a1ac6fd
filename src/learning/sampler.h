// Draws samples in proportion to weights that change one by one: a tree of their sums.
#pragma once

#include <cstddef>
#include <vector>

#include "base/random.h"
#include "base/state_archive.h"

namespace skein::learning {

class WeightedSampler {
 public:
  WeightedSampler(std::size_t samples, double weight);

  std::size_t size() const { return sums_.size() / 2; }
  double weight(std::size_t sample) const { return sums_[size() + sample]; }
  double sum() const { return sums_[1]; }
  void set(std::size_t sample, double weight);

  void exchange(StateArchive& archive) { archive.exchange("weights of samples", sums_); }

  // With this chance any sample, else in proportion to the weights; any if all weights are 0.
  std::size_t draw(Rng& rng, double uniform_share) const;

 private:
  std::vector<double> sums_;  // of nodes 2k and 2k + 1 in k; samples from size() on
};

}  // namespace skein::learning
