// How the restricted master of column generation is solved, from one round to the next.
#pragma once

#include "base/clock.h"
#include "base/state_archive.h"
#include "base/workers.h"
#include "cover/problem.h"
#include "cover/warm_simplex.h"

namespace skein::optimizer {

enum class MasterMethod {
  // Rough at first, from the solution of the round before; the interior-point method once that
  // takes
  // too long (cover/first_order.h).
  kFirstOrder,
  // Well-centred duals in every round (cover/interior_point.h).
  kInteriorPoint,
  // Vertices, from the basis of the round before (cover/warm_simplex.h); for comparison.
  kSimplex,
};

struct MasterSolverOptions {
  MasterMethod method = MasterMethod::kFirstOrder;
  // Of the first-order method; once a master takes more, the next ones are solved by the
  // interior-point method.
  int rough_iterations = 50'000;
  // The least gap that is ever asked for.
  double gap = 1e-6;
  Deadline deadline;
};

class MasterSolver {
 public:
  MasterSolver(Workers& workers, const MasterSolverOptions& options)
      : workers_(workers),
        options_(options),
        by_interior_(options.method == MasterMethod::kInteriorPoint) {}

  // As exactly as that gap between the month's master and its bound deserves, from a solution of an
  // earlier problem that had fewer columns. Returns that one where the deadline came first.
  cover::LpSolution solve(const cover::Problem& problem, const cover::LpSolution& start,
                          double gap);
  // By the interior-point method, whatever the method is.
  cover::LpSolution solve_centred(const cover::Problem& problem, const cover::LpSolution& start,
                                  double gap);
  // Rows and columns of the next problem are not those of the last and some more.
  void forget() { simplex_.forget(); }

  bool is_centred() const { return by_interior_; }

  void exchange(StateArchive& archive);

 private:
  Workers& workers_;
  MasterSolverOptions options_;
  bool by_interior_;
  cover::WarmSimplex simplex_;
};

}  // namespace skein::optimizer
