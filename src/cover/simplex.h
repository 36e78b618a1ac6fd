// The relaxation by CLP, as it stands: what the other methods are compared with. restricted_lp.h is
// for work that goes on from one problem to the next.
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
