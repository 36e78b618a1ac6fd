// A vertex of the optimal face, by CLP: for small masters and for rounding, where the interior
// point's solution in the middle of the face is of little use.
#pragma once

#include <vector>

#include "base/clock.h"
#include "cover/problem.h"

namespace skein::cover {

struct SimplexResult {
  double value = 0;
  std::vector<double> columns;  // x, of all columns; 0 for those not chosen
  Duals duals;
  bool optimal = false;
};

// Over the chosen columns only.
SimplexResult solve_simplex(const Problem& problem, const std::vector<std::size_t>& chosen,
                            const Deadline& deadline = {});

}  // namespace skein::cover
