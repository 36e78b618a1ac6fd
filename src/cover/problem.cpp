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
