// Models whose marginals are out of reach. What is given in their place is the most likely
// labeling, as if all probability were there (the paper's appendix, after Kumar and others 2005):
// log Z is then its score. Trainers on the margin need nothing else and stay exact where the
// labeling is; SDCA becomes a heuristic, whose dual proves nothing.
#pragma once

#include <algorithm>
#include <span>

#include "learning/crf.h"

namespace skein::learning {

// Base: Crf, or an interface that extends it.
template <class Base>
class PeakedCrf : public Base {
 public:
  using Workspace = typename Base::Workspace;

  bool has_marginals() const final { return false; }
  BeliefSize belief_size(std::size_t sample) const final { return {this->parts(sample), 0}; }
  double infer(std::size_t sample, std::span<const double> scores, std::span<double> beliefs,
               Workspace& workspace) const final {
    return this->most_likely(sample, scores, beliefs, workspace);
  }
  void fill_moments(std::size_t /*sample*/, std::span<const double> beliefs,
                    std::span<double> moments) const final {
    std::copy(beliefs.begin(), beliefs.end(), moments.begin());
  }
  void fill_sure_beliefs(std::size_t sample, std::span<double> beliefs) const final {
    this->fill_truth(sample, beliefs);
  }
};

}  // namespace skein::learning
