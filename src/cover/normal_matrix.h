// The normal equations of the interior-point method,
//
//    ( A T A' + D      A T h'    ) (dp)   (r)
//    ( h T A'       h T h' + E   ) (dq) = (q)
//
// with the rows' part factored as a sparse matrix and the few dense rows of the budgets eliminated
// through their Schur complement. T is the diagonal of the columns, D and E those of the slacks.
#pragma once

#include <span>
#include <vector>

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include "cover/problem.h"
#include "cover/sparse_cholesky.h"

namespace skein::cover {

class NormalMatrix {
 public:
  // Orders and analyses the pattern. Both must live as long as this; the problem must not change.
  NormalMatrix(const Problem& problem, Workers& workers);

  // False if the matrix is not positive definite to working precision.
  bool factor(std::span<const double> columns, std::span<const double> rows,
              std::span<const double> budgets);
  // Replaces the right-hand side (rows, then budgets) by the solution.
  void solve(std::span<double> rows, std::span<double> budgets);

 private:
  void transpose();
  LowerPattern find_pattern() const;
  void fill(std::span<const double> columns, std::span<const double> rows);
  void eliminate_budgets(std::span<const double> columns, std::span<const double> budgets);

  const Problem& problem_;
  Workers& workers_;
  std::vector<std::size_t> row_begins_;
  std::vector<std::uint32_t> row_columns_;
  LowerPattern pattern_;
  std::vector<double> values_;
  std::vector<double> work_;
  SparseCholesky cholesky_{LowerPattern{{0}, {}}};
  Eigen::MatrixXd coupling_;
  Eigen::MatrixXd solved_;  // inverse of the rows' part, times the coupling
  Eigen::LDLT<Eigen::MatrixXd> schur_factor_;
};

}  // namespace skein::cover
