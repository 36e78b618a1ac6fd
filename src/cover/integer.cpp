#include "cover/integer.h"

#include <algorithm>

#include <CbcModel.hpp>
#include <CbcSolver.hpp>
#include <OsiClpSolverInterface.hpp>

#include "cover/coin_model.h"

namespace skein::cover {
namespace {

// What the start's solution gives every variable.
std::vector<double> start_values(const Problem& problem, const std::vector<std::size_t>& chosen,
                                 const std::vector<std::size_t>& start, double& value) {
  const std::size_t n = chosen.size();
  const std::size_t m = problem.rows.size();
  std::vector<double> values(n + 2 * m + problem.budgets.size(), 0.0);
  std::vector<double> covered(m, 0.0);
  std::vector<double> hours(problem.budgets.size(), 0.0);
  value = 0;
  for (std::size_t column : start) {
    const auto at = std::lower_bound(chosen.begin(), chosen.end(), column) - chosen.begin();
    values[static_cast<std::size_t>(at)] = 1;
    value += problem.columns.cost(column);
    for (std::uint32_t row : problem.columns.rows(column)) covered[row] += 1;
    const std::size_t budget = problem.columns.budget(column);
    if (budget != Column::kNoBudget) hours[budget] += problem.columns.weight(column);
  }
  for (std::size_t i = 0; i < m; ++i) {
    values[n + i] = std::max(0.0, 1 - covered[i]);
    values[n + m + i] = std::max(0.0, covered[i] - 1);
    value +=
        values[n + i] * problem.rows[i].under_cost + values[n + m + i] * problem.rows[i].over_cost;
  }
  for (std::size_t b = 0; b < hours.size(); ++b) {
    values[n + 2 * m + b] = std::max(0.0, hours[b] - problem.budgets[b].limit);
    value += values[n + 2 * m + b] * problem.budgets[b].excess_cost;
  }
  return values;
}

}  // namespace

IntegerResult solve_integer(const Problem& problem, const std::vector<std::size_t>& chosen,
                            const IntegerOptions& options) {
  const CoinModel coin(problem, chosen);
  OsiClpSolverInterface solver;
  solver.setHintParam(OsiDoReducePrint, true, OsiHintTry);
  solver.messageHandler()->setLogLevel(0);
  std::vector<double> upper = coin.upper;
  std::fill_n(upper.begin(), chosen.size(), 1.0);
  // Surplus would be flown twice; in whole columns it is not allowed.
  std::fill_n(upper.begin() + static_cast<std::ptrdiff_t>(chosen.size() + problem.rows.size()),
              problem.rows.size(), 0.0);
  solver.loadProblem(coin.matrix, coin.lower.data(), upper.data(), coin.costs.data(),
                     coin.row_lower.data(), coin.row_upper.data());
  for (std::size_t j = 0; j < chosen.size(); ++j) solver.setInteger(static_cast<int>(j));

  CbcModel model(solver);
  CbcMain0(model);
  model.setLogLevel(0);
  model.setMaximumNodes(options.max_nodes);
  model.setMaximumSeconds(options.max_seconds);
  model.setAllowableFractionGap(options.gap);
  if (!options.start.empty()) {
    double value = 0;
    const auto values = start_values(problem, chosen, options.start, value);
    model.setBestSolution(values.data(), static_cast<int>(values.size()), value + 1e-6, true);
  }
  const char* arguments[] = {"skein", "-log", "0", "-solve", "-quit"};
  CbcMain1(5, arguments, model);

  IntegerResult result;
  const double* solution = model.bestSolution();
  if (solution == nullptr) return result;
  result.found = true;
  result.value = model.getObjValue();
  result.optimal = model.isProvenOptimal();
  for (std::size_t j = 0; j < chosen.size(); ++j) {
    if (solution[j] > 0.5) result.columns.push_back(chosen[j]);
  }
  return result;
}

}  // namespace skein::cover
