#include "cover/warm_simplex.h"

#include <algorithm>
#include <limits>
#include <vector>

#include <ClpSimplex.hpp>

#include "cover/clp_deadline.h"

namespace skein::cover {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::max();  // as COIN-OR means it
constexpr int kPerturbation = 50;                                 // CLP's word for "if it helps"

}  // namespace

// Variables: u and s by rows, e by budgets, then the columns.
struct WarmSimplex::Solver {
  ClpSimplex clp;
  std::size_t rows = 0;
  std::size_t budgets = 0;
  std::size_t columns = 0;
  bool is_solved = false;

  explicit Solver(const Problem& problem)
      : rows(problem.rows.size()), budgets(problem.budgets.size()) {
    clp.setLogLevel(0);
    clp.setPerturbation(kPerturbation);
    clp.resize(static_cast<int>(rows + budgets), 0);
    for (std::size_t i = 0; i < rows; ++i) {
      clp.setRowBounds(static_cast<int>(i), 1.0, 1.0);
      add_single(i, 1);
      add_single(i, -1);
    }
    for (std::size_t b = 0; b < budgets; ++b) {
      clp.setRowBounds(static_cast<int>(rows + b), -kInfinity, problem.budgets[b].limit);
      add_single(rows + b, -1);
    }
  }

  void add_single(std::size_t row, double value) {
    const int at = static_cast<int>(row);
    clp.addColumn(1, &at, &value, 0.0, kInfinity, 0.0);
  }

  bool fits(const Problem& problem) const {
    return rows == problem.rows.size() && budgets == problem.budgets.size() &&
           columns <= problem.columns.size();
  }

  void set_costs(const Problem& problem) {
    for (std::size_t i = 0; i < rows; ++i) {
      clp.setObjectiveCoefficient(static_cast<int>(2 * i), problem.rows[i].under_cost);
      clp.setObjectiveCoefficient(static_cast<int>(2 * i + 1), problem.rows[i].over_cost);
    }
    for (std::size_t b = 0; b < budgets; ++b) {
      clp.setObjectiveCoefficient(static_cast<int>(2 * rows + b), problem.budgets[b].excess_cost);
    }
  }

  void add_columns(const Problem& problem) {
    for (; columns < problem.columns.size(); ++columns) {
      std::vector<int> at;
      for (std::uint32_t row : problem.columns.rows(columns)) at.push_back(static_cast<int>(row));
      std::vector<double> values(at.size(), 1.0);
      const std::size_t budget = problem.columns.budget(columns);
      if (budget != Column::kNoBudget) {
        at.push_back(static_cast<int>(rows + budget));
        values.push_back(problem.columns.weight(columns));
      }
      clp.addColumn(static_cast<int>(at.size()), at.data(), values.data(), 0.0, kInfinity,
                    problem.columns.cost(columns));
    }
  }

  LpSolution solution(const Problem& problem) const {
    LpSolution result;
    const double* x = clp.primalColumnSolution() + 2 * rows + budgets;
    for (std::size_t j = 0; j < columns; ++j) result.columns.push_back(std::max(0.0, x[j]));
    const double* duals = clp.dualRowSolution();
    for (std::size_t i = 0; i < rows; ++i) {
      const Row& row = problem.rows[i];
      result.duals.row.push_back(std::clamp(duals[i], -row.over_cost, row.under_cost));
    }
    for (std::size_t b = 0; b < budgets; ++b) {
      const double most = problem.budgets[b].excess_cost;
      result.duals.budget.push_back(std::clamp(-duals[rows + b], 0.0, most));
    }
    result.primal = clp.objectiveValue();
    result.dual = dual_value(problem, result.duals);
    result.iterations = clp.numberIterations();
    result.converged = clp.isProvenOptimal();
    return result;
  }
};

WarmSimplex::WarmSimplex() = default;
WarmSimplex::~WarmSimplex() = default;
WarmSimplex::WarmSimplex(WarmSimplex&&) noexcept = default;
WarmSimplex& WarmSimplex::operator=(WarmSimplex&&) noexcept = default;

LpSolution WarmSimplex::solve(const Problem& problem, const Deadline& deadline) {
  if (!solver_ || !solver_->fits(problem)) solver_ = std::make_unique<Solver>(problem);
  ClpDeadline::keep(solver_->clp, deadline);
  solver_->set_costs(problem);
  solver_->add_columns(problem);
  if (solver_->is_solved) {
    solver_->clp.primal(1);
  } else {
    solver_->clp.initialSolve();
  }
  solver_->is_solved = solver_->clp.isProvenOptimal();
  return solver_->solution(problem);
}

void WarmSimplex::forget() {
  solver_.reset();
}

}  // namespace skein::cover
