// A first-order method for the linear relaxation of the master: rough duals at a small part of the
// cost of the interior point's, for the rounds of column generation in which prices are far from
// their optimum anyhow.
//
// Primal-dual hybrid gradient (Chambolle and Pock 2011) on
//
//    min_{0 <= x} max_{-O <= pi <= U, 0 <= sigma <= R}  c x + pi (1 - A x) + sigma (h x - H)
//
// with diagonal steps (Pock and Chambolle 2011), each point mixed with the one at which the last
// restart began (reflected Halpern iteration, Lu and Yang 2024), and with restarts and balancing of
// primal and dual steps as in PDLP (Applegate and others 2021). It starts from the solution of the
// round before, and ends at optimal duals not far from it: it steadies prices on its own.
#pragma once

#include "base/clock.h"
#include "base/workers.h"
#include "cover/problem.h"

namespace skein::cover {

struct FirstOrderOptions {
  // Stop when (primal - dual) / primal is at most this.
  double gap = 1e-2;
  int max_iterations = 2'000;  // rounded up to those between two looks at the gap
  Deadline deadline;
};

// `start` is the solution of an earlier problem, with fewer columns or other costs; it may be
// empty. Of the result's dual value the negative reduced costs are taken off already.
LpSolution solve_first_order(const Problem& problem, const LpSolution& start, Workers& workers,
                             const FirstOrderOptions& options = {});

}  // namespace skein::cover
