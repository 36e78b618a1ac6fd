#include "cover/problem.h"

#include <numeric>

namespace skein::cover {

void ColumnStore::add(const Column& column) {
  costs_.push_back(column.cost);
  rows_.insert(rows_.end(), column.rows.begin(), column.rows.end());
  begins_.push_back(rows_.size());
  budgets_.push_back(column.budget);
  weights_.push_back(column.weight);
}

void ColumnStore::filter(const std::vector<bool>& keep) {
  std::size_t kept = 0;
  std::size_t kept_rows = 0;
  std::size_t begin = 0;
  for (std::size_t j = 0; j < keep.size(); ++j) {
    const std::size_t end = begins_[j + 1];
    if (keep[j]) {
      costs_[kept] = costs_[j];
      budgets_[kept] = budgets_[j];
      weights_[kept] = weights_[j];
      for (std::size_t k = begin; k < end; ++k) rows_[kept_rows++] = rows_[k];
      begins_[++kept] = kept_rows;
    }
    begin = end;
  }
  costs_.resize(kept);
  budgets_.resize(kept);
  weights_.resize(kept);
  begins_.resize(kept + 1);
  rows_.resize(kept_rows);
}

double reduced_cost(const Problem& problem, const Duals& duals, std::size_t column) {
  const ColumnStore& columns = problem.columns;
  double cost = columns.cost(column);
  for (std::uint32_t row : columns.rows(column)) cost -= duals.row[row];
  const std::size_t budget = columns.budget(column);
  if (budget != Column::kNoBudget) cost += duals.budget[budget] * columns.weight(column);
  return cost;
}

double dual_value(const Problem& problem, const Duals& duals) {
  double value = std::accumulate(duals.row.begin(), duals.row.end(), 0.0);
  for (std::size_t b = 0; b < problem.budgets.size(); ++b) {
    value -= duals.budget[b] * problem.budgets[b].limit;
  }
  return value;
}

}  // namespace skein::cover
