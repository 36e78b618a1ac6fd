#include "support/random_cover.h"

namespace skein::test {

cover::Problem random_cover(Rng& rng, std::size_t rows, std::size_t columns, std::size_t budgets) {
  cover::Problem problem;
  for (std::size_t i = 0; i < rows; ++i) {
    problem.rows.push_back({1000, 200 + 100 * rng.uniform()});
  }
  for (std::size_t b = 0; b < budgets; ++b) {
    problem.budgets.push_back({static_cast<double>(rows) / 3, 20});
  }
  for (std::size_t j = 0; j < columns; ++j) {
    cover::Column column;
    column.cost = 300 * rng.uniform();
    for (std::uint32_t i = 0; i < rows; ++i) {
      if (rng.chance(4.0 / static_cast<double>(rows))) column.rows.push_back(i);
    }
    if (budgets > 0) {
      column.budget = rng.below(budgets);
      column.weight = static_cast<double>(column.rows.size());
    }
    problem.columns.add(column);
  }
  return problem;
}

cover::Problem made_scarce(Rng& rng, cover::Problem problem, double share_of_dear_rows,
                           double largest_budget) {
  for (cover::Row& row : problem.rows) row.under_cost = rng.chance(share_of_dear_rows) ? 1000 : 60;
  for (cover::Budget& budget : problem.budgets) budget.limit = largest_budget * rng.uniform();
  return problem;
}

std::vector<std::size_t> all_columns(const cover::Problem& problem) {
  std::vector<std::size_t> all;
  for (std::size_t j = 0; j < problem.columns.size(); ++j) all.push_back(j);
  return all;
}

}  // namespace skein::test
