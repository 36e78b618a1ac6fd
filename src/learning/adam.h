// Adam (Kingma and Ba 2015) with weight decay that is apart from the gradient (Loshchilov and
// Hutter 2019): weights shrink by rate x decay at each step, whatever their gradients were.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/state_archive.h"

namespace skein::learning {

struct AdamOptions {
  double rate = 2e-3;         // of the first step; smaller where training is restless
  double momentum = 0.9;      // of the mean gradient
  double forgetting = 0.999;  // of the mean square
  double decay = 0.3;  // of weights, not of biases; larger where there is little to learn from
};

class Adam {
 public:
  // `shrinks` tells which parameters decay.
  Adam(std::vector<char> shrinks, const AdamOptions& options);

  // `rate` is a share of the first rate.
  void step(std::span<const float> gradient, double rate, std::span<float> parameters);
  void exchange(StateArchive& archive);

 private:
  AdamOptions options_;
  std::vector<char> shrinks_;
  std::vector<float> means_;
  std::vector<float> squares_;
  std::uint64_t steps_ = 0;
};

}  // namespace skein::learning
