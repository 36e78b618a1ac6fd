#include "cover/normal_matrix.h"

#include <algorithm>

namespace skein::cover {

NormalMatrix::NormalMatrix(const Problem& problem, Workers& workers)
    : problem_(problem), workers_(workers) {
  transpose();
  LowerPattern pattern = find_pattern();
  pattern_ = pattern;
  values_.resize(pattern.rows.size());
  work_.resize(problem.rows.size());
  cholesky_ = SparseCholesky(pattern);
}

void NormalMatrix::transpose() {
  const ColumnStore& columns = problem_.columns;
  row_begins_.assign(problem_.rows.size() + 1, 0);
  for (std::size_t j = 0; j < columns.size(); ++j) {
    for (std::uint32_t i : columns.rows(j)) ++row_begins_[i + 1];
  }
  for (std::size_t i = 0; i < problem_.rows.size(); ++i) row_begins_[i + 1] += row_begins_[i];
  row_columns_.resize(columns.entries());
  std::vector<std::size_t> next(row_begins_.begin(), row_begins_.end() - 1);
  for (std::size_t j = 0; j < columns.size(); ++j) {
    for (std::uint32_t i : columns.rows(j)) row_columns_[next[i]++] = static_cast<std::uint32_t>(j);
  }
}

LowerPattern NormalMatrix::find_pattern() const {
  const std::size_t m = problem_.rows.size();
  LowerPattern pattern;
  pattern.starts.push_back(0);
  std::vector<std::size_t> seen(m, m);
  for (std::size_t i = 0; i < m; ++i) {
    const auto begin = static_cast<std::ptrdiff_t>(pattern.rows.size());
    pattern.rows.push_back(static_cast<int>(i));
    for (std::size_t k = row_begins_[i]; k < row_begins_[i + 1]; ++k) {
      for (std::uint32_t other : problem_.columns.rows(row_columns_[k])) {
        if (other <= i || seen[other] == i) continue;
        seen[other] = i;
        pattern.rows.push_back(static_cast<int>(other));
      }
    }
    std::sort(pattern.rows.begin() + begin, pattern.rows.end());
    pattern.starts.push_back(static_cast<int>(pattern.rows.size()));
  }
  return pattern;
}

bool NormalMatrix::factor(std::span<const double> columns, std::span<const double> rows,
                          std::span<const double> budgets) {
  fill(columns, rows);
  if (!cholesky_.factor(values_, workers_)) return false;
  if (!budgets.empty()) eliminate_budgets(columns, budgets);
  return true;
}

void NormalMatrix::fill(std::span<const double> columns, std::span<const double> rows) {
  std::fill(work_.begin(), work_.end(), 0.0);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    work_[i] = rows[i];
    for (std::size_t k = row_begins_[i]; k < row_begins_[i + 1]; ++k) {
      const std::uint32_t j = row_columns_[k];
      const double weight = columns[j];
      for (std::uint32_t other : problem_.columns.rows(j)) work_[other] += weight;
    }
    const auto end = static_cast<std::size_t>(pattern_.starts[i + 1]);
    for (auto k = static_cast<std::size_t>(pattern_.starts[i]); k < end; ++k) {
      const auto other = static_cast<std::size_t>(pattern_.rows[k]);
      values_[k] = work_[other];
    }
    for (std::size_t k = row_begins_[i]; k < row_begins_[i + 1]; ++k) {
      for (std::uint32_t other : problem_.columns.rows(row_columns_[k])) work_[other] = 0;
    }
  }
}

void NormalMatrix::eliminate_budgets(std::span<const double> columns,
                                     std::span<const double> budgets) {
  const auto m = static_cast<Eigen::Index>(problem_.rows.size());
  const auto count = static_cast<Eigen::Index>(problem_.budgets.size());
  coupling_ = Eigen::MatrixXd::Zero(m, count);
  Eigen::MatrixXd schur = Eigen::MatrixXd::Zero(count, count);
  for (Eigen::Index b = 0; b < count; ++b) schur(b, b) = budgets[static_cast<std::size_t>(b)];
  for (std::size_t j = 0; j < problem_.columns.size(); ++j) {
    const std::size_t budget = problem_.columns.budget(j);
    if (budget == Column::kNoBudget) continue;
    const auto b = static_cast<Eigen::Index>(budget);
    const double weight = problem_.columns.weight(j) * columns[j];
    for (std::uint32_t i : problem_.columns.rows(j)) coupling_(i, b) += weight;
    schur(b, b) += weight * problem_.columns.weight(j);
  }
  solved_ = coupling_;
  cholesky_.solve({solved_.data(), static_cast<std::size_t>(solved_.size())},
                  problem_.budgets.size());
  schur -= coupling_.transpose() * solved_;
  schur_factor_.compute(schur);
}

void NormalMatrix::solve(std::span<double> rows, std::span<double> budgets) {
  cholesky_.solve(rows);
  if (budgets.empty()) return;
  Eigen::Map<Eigen::VectorXd> p(rows.data(), static_cast<Eigen::Index>(rows.size()));
  Eigen::Map<Eigen::VectorXd> q(budgets.data(), static_cast<Eigen::Index>(budgets.size()));
  q = schur_factor_.solve(q - coupling_.transpose() * p).eval();
  p -= solved_ * q;
}

}  // namespace skein::cover
