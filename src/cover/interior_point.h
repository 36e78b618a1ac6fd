// An interior-point method for the linear relaxation of the master, made for column generation:
// what is wanted are dual values well inside the optimal face, not a vertex, and no more exact than
// pricing can use.
//
// Primal-dual, infeasible start, Mehrotra's predictor and corrector with Gondzio's multiple
// centrality correctors on the same factors. Every column is completed by u and s (problem.h), so
// the normal equations stay positive definite, and the residual of the rows can be charged to u and
// s at any time: that gives a primal value that is feasible, and with it a certified gap.
#pragma once

#include <cstddef>
#include <vector>

#include "base/clock.h"
#include "base/workers.h"
#include "cover/problem.h"

namespace skein::cover {

struct InteriorPointOptions {
  // Stop when (primal - dual) / primal is at most this. Column generation needs it exact only at
  // its end.
  double gap = 1e-8;
  int max_iterations = 100;
  // At most, per iteration; worth it where factoring costs much more than solving.
  int correctors = 6;
  Deadline deadline;
};

// Always from the same start, which depends on the problem only: starts from earlier solutions,
// even well centred and dual feasible, took more iterations.
LpSolution solve_interior(const Problem& problem, Workers& workers,
                          const InteriorPointOptions& options = {});

}  // namespace skein::cover
