#include "cover/restricted_lp.h"

#include <algorithm>

#include <ClpSimplex.hpp>

#include "cover/clp_deadline.h"

namespace skein::cover {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::max();  // as COIN-OR means it

}  // namespace

// Variables: u by rows, e by budgets, then the columns.
struct RestrictedLp::Solver {
  ClpSimplex clp;
  int first_column = 0;
  bool solved = false;

  int at(std::size_t k) const { return first_column + static_cast<int>(k); }
};

RestrictedLp::RestrictedLp(const Problem& problem, const std::vector<std::size_t>& chosen,
                           const Deadline& deadline)
    : problem_(problem), by_row_(problem.rows.size()), solver_(std::make_unique<Solver>()) {
  ClpSimplex& clp = solver_->clp;
  clp.setLogLevel(0);
  ClpDeadline::keep(clp, deadline);
  const auto m = static_cast<int>(problem.rows.size());
  const auto budgets = static_cast<int>(problem.budgets.size());
  clp.resize(m + budgets, 0);
  for (int i = 0; i < m; ++i) {
    clp.setRowBounds(i, 1.0, 1.0);
    const double one = 1.0;
    clp.addColumn(1, &i, &one, 0.0, kInfinity,
                  problem.rows[static_cast<std::size_t>(i)].under_cost);
  }
  for (int b = 0; b < budgets; ++b) {
    const Budget& budget = problem.budgets[static_cast<std::size_t>(b)];
    const int row = m + b;
    clp.setRowBounds(row, -kInfinity, budget.limit);
    const double minus = -1.0;
    clp.addColumn(1, &row, &minus, 0.0, kInfinity, budget.excess_cost);
  }
  solver_->first_column = m + budgets;
  for (std::size_t column : chosen) add(column);
}

RestrictedLp::~RestrictedLp() = default;

void RestrictedLp::add(std::size_t column) {
  std::vector<int> rows;
  for (std::uint32_t row : problem_.columns.rows(column)) {
    rows.push_back(static_cast<int>(row));
    by_row_[row].push_back(static_cast<std::uint32_t>(columns_.size()));
  }
  std::vector<double> values(rows.size(), 1.0);
  const std::size_t budget = problem_.columns.budget(column);
  if (budget != Column::kNoBudget) {
    rows.push_back(static_cast<int>(problem_.rows.size() + budget));
    values.push_back(problem_.columns.weight(column));
  }
  solver_->clp.addColumn(static_cast<int>(rows.size()), rows.data(), values.data(), 0.0, kInfinity,
                         problem_.columns.cost(column));
  columns_.push_back(column);
}

void RestrictedLp::forbid(std::size_t k) {
  solver_->clp.setColumnBounds(solver_->at(k), 0.0, 0.0);
}

void RestrictedLp::allow_all() {
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    solver_->clp.setColumnBounds(solver_->at(k), 0.0, kInfinity);
  }
}

void RestrictedLp::take(std::size_t k) {
  solver_->clp.setColumnBounds(solver_->at(k), 1.0, kInfinity);
  for (std::uint32_t row : rows(k)) {
    for (std::uint32_t other : by_row_[row]) {
      if (other != k) forbid(other);
    }
  }
}

bool RestrictedLp::solve(double most) {
  ClpSimplex& clp = solver_->clp;
  if (!solver_->solved) {
    clp.initialSolve();
    solver_->solved = clp.isProvenOptimal();
  } else {
    clp.setDualObjectiveLimit(std::min(most, kInfinity));
    clp.dual(0, 1);
  }
  return clp.isProvenOptimal() && clp.objectiveValue() < most;
}

double RestrictedLp::value() const {
  return solver_->clp.objectiveValue();
}

double RestrictedLp::share(std::size_t k) const {
  return solver_->clp.primalColumnSolution()[solver_->at(k)];
}

double RestrictedLp::reduced_cost(std::size_t k) const {
  return solver_->clp.dualColumnSolution()[solver_->at(k)];
}

RestrictedLp::Basis RestrictedLp::basis() const {
  const ClpSimplex& clp = solver_->clp;
  const int size = clp.numberColumns() + clp.numberRows();
  return std::make_shared<const std::vector<unsigned char>>(clp.statusArray(),
                                                            clp.statusArray() + size);
}

void RestrictedLp::set_basis(const Basis& basis) {
  std::copy(basis->begin(), basis->end(), solver_->clp.statusArray());
}

}  // namespace skein::cover
