// The master with one row for each cluster of a partition, over the columns that are compatible
// with it. Budgets are never aggregated.
//
// Its solutions are solutions of the whole problem: a row is covered as its cluster is. Its duals
// are sums over clusters, and are spread over their rows: any choice with the same sums is right
// for the compatible columns, and the others should not have negative reduced costs either, so the
// choice is the one nearest to prices that are right for all columns, or nearly so.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "cover/partition.h"
#include "cover/problem.h"

namespace skein::cover {

class Aggregation {
 public:
  // Over all compatible columns that the problem has now.
  Aggregation(const Problem& whole, const Partition& partition);

  const Problem& problem() const { return problem_; }
  std::size_t column(std::size_t k) const { return columns_[k]; }  // of the whole problem
  std::uint32_t cluster_of(std::uint32_t row) const { return cluster_of_[row]; }
  std::uint32_t first_row(std::size_t cluster) const { return first_rows_[cluster]; }

  // A solution of the whole problem, as one of this; what other columns do is left out.
  LpSolution gather(const LpSolution& whole) const;
  // A solution of this, as one of the whole problem, with duals near `centre` (by row).
  LpSolution spread(const LpSolution& aggregated, const std::vector<double>& centre) const;

 private:
  void number_clusters(const Partition& partition);
  void add_rows();
  void add_columns(const Partition& partition);
  std::vector<double> spread_duals(const std::vector<double>& sums,
                                   const std::vector<double>& centre) const;
  void spread_cluster(std::size_t cluster, double sum, std::vector<double>& duals) const;

  const Problem& whole_;
  Problem problem_;
  std::vector<std::size_t> columns_;
  std::vector<std::uint32_t> cluster_of_;   // by row
  std::vector<std::uint32_t> first_rows_;   // by cluster
  std::vector<std::uint32_t> members_;      // rows, cluster after cluster
  std::vector<std::size_t> member_begins_;  // by cluster
};

}  // namespace skein::cover
