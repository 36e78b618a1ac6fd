// Cholesky factors of sparse symmetric matrices of one pattern, one after another.
//
// CHOLMOD orders the matrix and finds the supernodes, groups of columns of L with the same pattern;
// the numeric work is ours, because CHOLMOD leaves it to whatever BLAS the system has, and Debian's
// plain one is ten times slower than these kernels.
//
// Right-looking: a supernode's panel is complete when its turn comes; it is factored, and its outer
// product is taken off the panels of later supernodes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace skein::cover {

// Lower triangle by columns, diagonal included, rows increasing.
struct LowerPattern {
  std::vector<int> starts;
  std::vector<int> rows;

  std::size_t size() const { return starts.size() - 1; }
};

class SparseCholesky {
 public:
  explicit SparseCholesky(const LowerPattern& pattern);

  // Values in the order of the pattern. False if the matrix is not positive definite.
  bool factor(std::span<const double> values);
  void solve(std::span<double> vector);

  std::size_t entries() const { return values_.size(); }
  double operations() const { return operations_; }

 private:
  struct Supernode {
    std::int32_t first_column;
    std::int32_t columns;
    std::size_t rows_begin;  // its rows, among rows_
    std::int32_t rows;
    std::size_t values_begin;
  };

  void analyse(const LowerPattern& pattern);
  void place_values(const LowerPattern& pattern);
  void take_off(const Supernode& from);
  std::span<const std::int32_t> rows_of(const Supernode& node) const {
    return {rows_.data() + node.rows_begin, static_cast<std::size_t>(node.rows)};
  }

  std::size_t size_ = 0;
  std::vector<std::int32_t> new_place_;  // of each row in the order of elimination
  std::vector<Supernode> nodes_;
  std::vector<std::int32_t> node_of_column_;
  std::vector<std::int32_t> rows_;
  std::vector<std::size_t> target_;  // in values_, of each value of the pattern
  std::vector<double> values_;       // panels of all supernodes
  std::vector<double> product_;
  std::vector<std::int32_t> relative_;
  std::vector<double> work_;
  std::vector<double> below_;
  double operations_ = 0;
};

}  // namespace skein::cover
