// From a solution of the relaxation to one near it whose columns are nearly whole.
//
// Columns with small shares are made dearer and those with large shares cheaper, in proportion to
// their cost, and the relaxation is solved again from where it was; and so on, with other charges
// for other shares. These are the successive linear programs for the concave penalty
// sum_j c_j x_j (1 - x_j) (Mangasarian 1996), which is 0 where all columns are whole. Each takes
// the first-order method a few hundred iterations at most.
#pragma once

#include "base/clock.h"
#include "base/workers.h"
#include "cover/problem.h"

namespace skein::cover {

struct SharpeningOptions {
  // Of a column's cost: added where its share is 0, taken off where it is 1.
  double charge = 0.2;
  int steps = 12;
  double gap = 2e-4;  // to which each is solved
  Deadline deadline;
};

// The shares of the columns.
std::vector<double> sharpen(const Problem& problem, const LpSolution& start, Workers& workers,
                            const SharpeningOptions& options = {});

}  // namespace skein::cover
