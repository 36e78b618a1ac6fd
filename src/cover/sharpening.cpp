#include "cover/sharpening.h"

#include <algorithm>
#include <utility>

#include "cover/first_order.h"

namespace skein::cover {
namespace {

void charge(const Problem& problem, const std::vector<double>& shares, double most,
            ColumnStore& columns) {
  for (std::size_t j = 0; j < columns.size(); ++j) {
    const double share = j < shares.size() ? std::min(1.0, shares[j]) : 0;
    columns.set_cost(j, problem.columns.cost(j) * (1 + most * (1 - 2 * share)));
  }
}

}  // namespace

std::vector<double> sharpen(const Problem& problem, const LpSolution& start, Workers& workers,
                            const SharpeningOptions& options) {
  LpSolution solution = start;
  Problem charged = problem;
  FirstOrderOptions solving;
  solving.gap = options.gap;
  solving.deadline = options.deadline;
  for (int step = 0; step < options.steps && !options.deadline.passed(); ++step) {
    charge(problem, solution.columns, options.charge, charged.columns);
    solution = solve_first_order(charged, solution, workers, solving);
  }
  return std::move(solution.columns);
}

}  // namespace skein::cover
