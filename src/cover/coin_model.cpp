#include "cover/coin_model.h"

#include <limits>

namespace skein::cover {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::max();  // as COIN-OR means it

}  // namespace

CoinModel::CoinModel(const Problem& problem, const std::vector<std::size_t>& chosen) {
  const std::size_t m = problem.rows.size();
  const std::size_t budgets = problem.budgets.size();
  std::vector<int> rows;
  std::vector<double> values;
  std::vector<CoinBigIndex> starts{0};
  const auto entry = [&](std::size_t row, double value) {
    rows.push_back(static_cast<int>(row));
    values.push_back(value);
  };
  const auto close = [&](double cost) {
    costs.push_back(cost);
    starts.push_back(static_cast<CoinBigIndex>(rows.size()));
  };
  for (std::size_t j : chosen) {
    for (std::uint32_t row : problem.columns.rows(j)) entry(row, 1);
    const std::size_t budget = problem.columns.budget(j);
    if (budget != Column::kNoBudget) entry(m + budget, problem.columns.weight(j));
    close(problem.columns.cost(j));
  }
  for (std::size_t i = 0; i < m; ++i) {
    entry(i, 1);
    close(problem.rows[i].under_cost);
  }
  for (std::size_t i = 0; i < m; ++i) {
    entry(i, -1);
    close(problem.rows[i].over_cost);
  }
  for (std::size_t b = 0; b < budgets; ++b) {
    entry(m + b, -1);
    close(problem.budgets[b].excess_cost);
  }
  matrix = CoinPackedMatrix(true, static_cast<int>(m + budgets), static_cast<int>(costs.size()),
                            static_cast<CoinBigIndex>(rows.size()), values.data(), rows.data(),
                            starts.data(), nullptr);
  lower.assign(costs.size(), 0.0);
  upper.assign(costs.size(), kInfinity);
  row_lower.assign(m, 1.0);
  row_upper.assign(m, 1.0);
  for (const Budget& budget : problem.budgets) {
    row_lower.push_back(-kInfinity);
    row_upper.push_back(budget.limit);
  }
}

}  // namespace skein::cover
