#include "optimizer/master_solver.h"

#include <algorithm>
#include <utility>

#include "cover/first_order.h"
#include "cover/interior_point.h"

namespace skein::optimizer {
namespace {

constexpr double kRoughShare = 0.3;  // of the gap, to which rough solutions are solved
constexpr double kRoughest = 0.03;   // more exactly than that costs little beside pricing
constexpr double kCentredShare = 0.1;
constexpr double kRoughestCentred = 1e-2;

}  // namespace

cover::LpSolution MasterSolver::solve(const cover::Problem& problem, const cover::LpSolution& start,
                                      double gap) {
  const bool is_first = start.iterations == 0;
  if (options_.method == MasterMethod::kSimplex) {
    cover::LpSolution next = simplex_.solve(problem, options_.deadline);
    return next.converged || is_first ? next : start;
  }
  cover::LpSolution best = start;
  if (!by_interior_) {
    cover::FirstOrderOptions rough;
    rough.gap = std::min(kRoughest, kRoughShare * std::max(gap, options_.gap));
    rough.max_iterations = options_.rough_iterations;
    rough.deadline = options_.deadline;
    cover::LpSolution next = cover::solve_first_order(problem, start, workers_, rough);
    by_interior_ = !next.converged;
    if (next.converged || is_first) best = std::move(next);
  }
  const bool too_late = options_.deadline.passed() && !best.columns.empty();
  return by_interior_ && !too_late ? solve_centred(problem, best, gap) : best;
}

cover::LpSolution MasterSolver::solve_centred(const cover::Problem& problem,
                                              const cover::LpSolution& start, double gap) {
  cover::InteriorPointOptions interior;
  interior.gap = std::clamp(kCentredShare * gap, kCentredShare * options_.gap, kRoughestCentred);
  interior.deadline = options_.deadline;
  cover::LpSolution next = cover::solve_interior(problem, workers_, interior);
  // What was cut short is worth less than the last solution.
  const bool cut_short = !next.converged && options_.deadline.passed();
  return cut_short && !start.columns.empty() ? start : next;
}

void MasterSolver::exchange(StateArchive& archive) {
  archive.exchange_whole("by interior point", by_interior_);
}

}  // namespace skein::optimizer
