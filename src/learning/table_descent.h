// Steps of embedding tables that need no tuning.
//
// Vectors of ids have norms near 1, so a step is a length on that scale: each vector moves against
// its gradient, whose own length cancels out (as in Adam; Kingma and Ba 2015, with one second
// moment for each vector). Vectors of ids that a batch does not have stay where they are, and count
// their own steps: rare ids move as far as others when they come. Lengths fall to 0 along half a
// cosine, as the angles of filters do (sphere_descent.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/state_archive.h"
#include "kernels/matrix.h"

namespace skein::learning {

struct TableDescentOptions {
  double length = 0.1;       // of the first step
  double momentum = 0.9;     // of the mean gradient
  double forgetting = 0.99;  // of the mean square
};

class TableDescent {
 public:
  TableDescent(std::size_t ids, std::size_t size, const TableDescentOptions& options);

  // `progress` in [0, 1]: which part of all steps is done.
  void step(kernels::Matrix<float>& table, const kernels::Matrix<float>& gradient, double progress);
  void exchange(StateArchive& archive);

 private:
  TableDescentOptions options_;
  kernels::Matrix<double> mean_;
  std::vector<double> squares_;       // by id
  std::vector<std::uint64_t> steps_;  // by id
};

}  // namespace skein::learning
