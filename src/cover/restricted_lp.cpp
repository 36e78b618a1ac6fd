#include "cover/restricted_lp.h"

#include <algorithm>
#include <set>

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
  bool has_new_columns = false;

  int at(std::size_t k) const { return first_column + static_cast<int>(k); }
  // Rows: those of the problem, its budgets, then cuts; as many as there are u and e before.
  int cut_row(std::size_t c) const { return first_column + static_cast<int>(c); }
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
  for (std::size_t c = 0; c < cuts_.size(); ++c) {
    if (!covers_two(problem_.columns.rows(column), cuts_[c])) continue;
    rows.push_back(solver_->cut_row(c));
    values.push_back(1.0);
  }
  solver_->clp.addColumn(static_cast<int>(rows.size()), rows.data(), values.data(), 0.0, kInfinity,
                         problem_.columns.cost(column));
  columns_.push_back(column);
  solver_->has_new_columns = true;
}

void RestrictedLp::add_cut(const RowTriple& triple) {
  std::set<std::uint32_t> candidates;
  for (std::uint32_t row : triple) candidates.insert(by_row_[row].begin(), by_row_[row].end());
  std::vector<int> columns;
  for (std::uint32_t k : candidates) {
    if (covers_two(rows(k), triple)) columns.push_back(solver_->at(k));
  }
  const std::vector<double> ones(columns.size(), 1.0);
  solver_->clp.addRow(static_cast<int>(columns.size()), columns.data(), ones.data(), -kInfinity,
                      1.0);
  cuts_.push_back(triple);
}

void RestrictedLp::set_deadline(const Deadline& deadline) {
  ClpDeadline::keep(solver_->clp, deadline);
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
  } else if (solver_->has_new_columns) {
    clp.primal();
  } else {
    clp.setDualObjectiveLimit(std::min(most, kInfinity));
    clp.dual(0, 1);
  }
  solver_->has_new_columns = false;
  return clp.isProvenOptimal() && clp.objectiveValue() < most;
}

double RestrictedLp::value() const {
  return solver_->clp.objectiveValue();
}

double RestrictedLp::share(std::size_t k) const {
  return solver_->clp.primalColumnSolution()[solver_->at(k)];
}

double RestrictedLp::left(std::uint32_t row) const {
  return solver_->clp.primalColumnSolution()[row];
}

double RestrictedLp::reduced_cost(std::size_t k) const {
  return solver_->clp.dualColumnSolution()[solver_->at(k)];
}

Duals RestrictedLp::duals() const {
  const double* duals = solver_->clp.dualRowSolution();
  const std::size_t rows = problem_.rows.size();
  Duals result;
  result.row.assign(duals, duals + rows);
  for (std::size_t b = 0; b < problem_.budgets.size(); ++b) {
    result.budget.push_back(-duals[rows + b]);
  }
  return result;
}

double RestrictedLp::cut_dual(std::size_t c) const {
  return -solver_->clp.dualRowSolution()[solver_->cut_row(c)];
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
