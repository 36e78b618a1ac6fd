#include "cover/simplex.h"

#include <ClpSimplex.hpp>

#include "cover/clp_deadline.h"
#include "cover/coin_model.h"

namespace skein::cover {

SimplexResult solve_simplex(const Problem& problem, const std::vector<std::size_t>& chosen,
                            const Deadline& deadline) {
  const CoinModel model(problem, chosen);
  ClpSimplex simplex;
  simplex.setLogLevel(0);
  simplex.loadProblem(model.matrix, model.lower.data(), model.upper.data(), model.costs.data(),
                      model.row_lower.data(), model.row_upper.data());
  ClpDeadline::keep(simplex, deadline);
  simplex.initialSolve();
  SimplexResult result;
  result.optimal = simplex.isProvenOptimal();
  result.value = simplex.objectiveValue();
  result.columns.assign(problem.columns.size(), 0.0);
  const double* solution = simplex.primalColumnSolution();
  for (std::size_t k = 0; k < chosen.size(); ++k) result.columns[chosen[k]] = solution[k];
  const double* duals = simplex.dualRowSolution();
  const std::size_t m = problem.rows.size();
  result.duals.row.assign(duals, duals + m);
  for (std::size_t b = 0; b < problem.budgets.size(); ++b) {
    result.duals.budget.push_back(-duals[m + b]);
  }
  return result;
}

}  // namespace skein::cover
