// Steps of filters on the unit sphere that need no tuning.
//
// A step is an angle: each filter turns against its gradient, as far as it is tangent to the
// sphere, and the gradient's length cancels out (as in Adam; Kingma and Ba 2015, with one second
// moment for each filter). So the same angles serve for losses of any scale. Angles fall to 0 over
// the steps that are planned, along half a cosine, so that noise dies out.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/state_archive.h"
#include "kernels/matrix.h"

namespace skein::learning {

struct SphereDescentOptions {
  double angle = 0.1;        // of the first step, in radians
  double momentum = 0.9;     // of the mean gradient
  double forgetting = 0.99;  // of the mean square
};

class SphereDescent {
 public:
  SphereDescent(std::size_t filters, std::size_t size, const SphereDescentOptions& options);

  // `progress` in [0, 1]: which part of all steps is done. Rows stay of norm 1.
  void step(kernels::Matrix<float>& filters, const kernels::Matrix<float>& gradient,
            double progress);
  void exchange(StateArchive& archive);

 private:
  SphereDescentOptions options_;
  kernels::Matrix<double> mean_;
  std::vector<double> squares_;
  std::uint64_t steps_ = 0;
};

}  // namespace skein::learning
