#include "cover/aggregation.h"

#include <algorithm>
#include <cmath>

namespace skein::cover {

Aggregation::Aggregation(const Problem& whole, const Partition& partition) : whole_(whole) {
  number_clusters(partition);
  add_rows();
  problem_.budgets = whole.budgets;
  add_columns(partition);
}

// In the order of their first rows.
void Aggregation::number_clusters(const Partition& partition) {
  cluster_of_.resize(partition.rows());
  for (std::uint32_t row = 0; row < partition.rows(); ++row) {
    if (partition.previous(row) != Partition::kNone) continue;
    const auto cluster = static_cast<std::uint32_t>(first_rows_.size());
    first_rows_.push_back(row);
    member_begins_.push_back(members_.size());
    for (std::uint32_t member = row; member != Partition::kNone; member = partition.next(member)) {
      cluster_of_[member] = cluster;
      members_.push_back(member);
    }
  }
  member_begins_.push_back(members_.size());
}

void Aggregation::add_rows() {
  problem_.rows.resize(first_rows_.size());
  for (std::uint32_t row = 0; row < cluster_of_.size(); ++row) {
    Row& cluster = problem_.rows[cluster_of_[row]];
    cluster.under_cost += whole_.rows[row].under_cost;
    cluster.over_cost += whole_.rows[row].over_cost;
  }
}

void Aggregation::add_columns(const Partition& partition) {
  Column column;
  for (std::size_t j = 0; j < whole_.columns.size(); ++j) {
    const auto rows = whole_.columns.rows(j);
    if (!partition.is_compatible(rows)) continue;
    column.cost = whole_.columns.cost(j);
    column.budget = whole_.columns.budget(j);
    column.weight = whole_.columns.weight(j);
    column.rows.clear();
    for (std::uint32_t row : rows) {
      if (partition.previous(row) == Partition::kNone) column.rows.push_back(cluster_of_[row]);
    }
    problem_.columns.add(column);
    columns_.push_back(j);
  }
}

LpSolution Aggregation::gather(const LpSolution& whole) const {
  LpSolution solution;
  solution.duals.budget = whole.duals.budget;
  if (!whole.duals.row.empty()) {
    solution.duals.row.assign(problem_.rows.size(), 0.0);
    for (std::uint32_t row = 0; row < cluster_of_.size(); ++row) {
      solution.duals.row[cluster_of_[row]] += whole.duals.row[row];
    }
  }
  solution.columns.assign(columns_.size(), 0.0);
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    if (columns_[k] < whole.columns.size()) solution.columns[k] = whole.columns[columns_[k]];
  }
  solution.iterations = whole.iterations;
  return solution;
}

LpSolution Aggregation::spread(const LpSolution& aggregated,
                               const std::vector<double>& centre) const {
  LpSolution solution = aggregated;
  solution.columns.assign(whole_.columns.size(), 0.0);
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    solution.columns[columns_[k]] = aggregated.columns[k];
  }
  solution.duals.row = spread_duals(aggregated.duals.row, centre);
  return solution;
}

std::vector<double> Aggregation::spread_duals(const std::vector<double>& sums,
                                              const std::vector<double>& centre) const {
  std::vector<double> duals = centre;
  for (std::size_t c = 0; c < first_rows_.size(); ++c) spread_cluster(c, sums[c], duals);
  return duals;
}

// What is missing is shared evenly by the rows whose duals can still move that way; in each turn
// some reach the end of their range, or all is shared.
void Aggregation::spread_cluster(std::size_t cluster, double sum,
                                 std::vector<double>& duals) const {
  const std::span<const std::uint32_t> members(
      members_.data() + member_begins_[cluster],
      member_begins_[cluster + 1] - member_begins_[cluster]);
  const double tolerance = 1e-12 * std::max(1.0, std::abs(sum));
  for (std::size_t turn = 0; turn <= members.size(); ++turn) {
    double missing = sum;
    for (std::uint32_t row : members) missing -= duals[row];
    if (std::abs(missing) <= tolerance) return;
    const auto can_move = [&](std::uint32_t row) {
      return missing > 0 ? duals[row] < whole_.rows[row].under_cost
                         : duals[row] > -whole_.rows[row].over_cost;
    };
    const auto movable = std::count_if(members.begin(), members.end(), can_move);
    if (movable == 0) return;
    const double share = missing / static_cast<double>(movable);
    for (std::uint32_t row : members) {
      if (!can_move(row)) continue;
      duals[row] =
          std::clamp(duals[row] + share, -whole_.rows[row].over_cost, whole_.rows[row].under_cost);
    }
  }
}

}  // namespace skein::cover
