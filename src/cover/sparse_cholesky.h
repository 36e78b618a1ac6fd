// Cholesky factors of sparse symmetric matrices of one pattern, one after another.
//
// CHOLMOD orders the matrix and finds the supernodes, groups of columns of L with the same pattern;
// the numeric work is ours, because CHOLMOD leaves it to whatever BLAS the system has, and Debian's
// plain one is ten times slower than these kernels.
//
// Multifrontal (Duff and Reid 1983): supernodes form a tree. A supernode's front are its own
// columns (the panel, kept as part of L) and what it changes in its ancestors' columns (the
// update). It takes over the updates of its children, factors the panel, and hands its own update
// on. Subtrees do not touch each other, so threads work on them side by side; in the trunk that is
// left, they share the tiles of each front.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/aligned.h"
#include "base/workers.h"

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

  // Values in the order of the pattern. False if the matrix is not positive definite. The factor is
  // the same for any number of workers.
  bool factor(std::span<const double> values, Workers& workers);
  // Solves for `count` right-hand sides, one behind the other.
  void solve(std::span<double> vectors, std::size_t count = 1);

 private:
  struct Supernode {
    std::int32_t first_column;
    std::int32_t columns;
    std::size_t rows_begin;  // its rows, among rows_
    std::int32_t rows;
    std::size_t values_begin;
    std::int32_t parent = kNoParent;
    std::int32_t first_child = kNoParent;
    std::int32_t next_sibling = kNoParent;
    std::int32_t subtree_begin = 0;  // its subtree are the nodes from here to itself

    std::size_t below() const { return static_cast<std::size_t>(rows - columns); }
  };
  static constexpr std::int32_t kNoParent = -1;

  // Memory of one thread: where rows stand in a parent's front, and updates not in use.
  struct Desk {
    std::vector<std::int32_t> places;
    std::vector<AlignedVector> spare;
  };

  void analyse(const LowerPattern& pattern);
  void link_tree();
  void share_out();
  void place_values(const LowerPattern& pattern);
  // Workers: none for a node that one thread does alone.
  bool factor_node(std::size_t index, Desk& desk, Workers* workers);
  void assemble(std::size_t index, Desk& desk, Workers* workers);
  void take_over(std::size_t child, std::size_t parent, Desk& desk, Workers* workers);
  bool factor_in_tiles(const Supernode& node, double* update, Workers& workers);
  std::span<const std::int32_t> rows_of(const Supernode& node) const {
    return {rows_.data() + node.rows_begin, static_cast<std::size_t>(node.rows)};
  }

  std::size_t size_ = 0;
  std::vector<std::int32_t> new_place_;  // of each row in the order of elimination
  std::vector<Supernode> nodes_;         // children before their parents
  std::vector<std::int32_t> node_of_column_;
  std::vector<std::int32_t> rows_;
  std::vector<std::size_t> subtrees_;   // roots of subtrees that are factored side by side
  std::vector<std::size_t> trunk_;      // the other nodes, factored after them in their order
  std::vector<std::size_t> target_;     // in values_, of each value of the pattern
  AlignedVector values_;                // panels of all supernodes
  std::vector<AlignedVector> updates_;  // by node, while its parent waits for it
  std::vector<Desk> desks_;
  AlignedVector work_;
  AlignedVector below_;
};

}  // namespace skein::cover
