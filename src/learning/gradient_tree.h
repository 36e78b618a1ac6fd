// Trees that follow a gradient, grown on histograms: the step of gradient boosting with second
// derivatives (Chen and Guestrin 2016), leaf by leaf, the best split first (Ke et al. 2017).
//
// With slopes g and curvatures h of a loss at the rows, a leaf with sums G and H steps by
// -G / (H + lambda), and gains G^2 / (H + lambda) by it, so a split gains what its two sides gain
// less what the whole did. Values of columns are put into few bins, and of two sides of a split
// only the smaller is summed anew. Slopes are whole numbers of very small units, so sums are exact
// and do not depend on the order: the same tree grows on any number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/workers.h"

namespace skein::learning {

// Where the values of a column are cut: a value is in bin b if b of the cuts are at most as large.
class Binning {
 public:
  static constexpr std::size_t kMostBins = 64;

  // Of rows of values, `columns` each: cuts between values, with about as many rows in each bin.
  Binning(std::span<const float> rows, std::size_t columns);

  std::size_t columns() const { return cuts_.size(); }
  float cut(std::size_t column, std::size_t bin) const { return cuts_[column][bin]; }
  void fill_bins(std::span<const float> row, std::span<std::uint8_t> bins) const;

 private:
  std::vector<std::vector<float>> cuts_;
};

struct TreeNode {
  static constexpr std::uint32_t kLeaf = ~std::uint32_t{0};

  std::uint32_t column = kLeaf;
  float cut = 0;           // rows with less go to the left
  std::uint32_t left = 0;  // and others to the node after that
  float value = 0;         // of a leaf
  std::uint8_t bin = 0;    // the last to the left: the same as the cut
};

struct Tree {
  std::vector<TreeNode> nodes{TreeNode{}};  // the first is the root

  float value_of(const float* row) const {
    const TreeNode* node = nodes.data();
    while (node->column != TreeNode::kLeaf) {
      node = nodes.data() + node->left + (row[node->column] < node->cut ? 0 : 1);
    }
    return node->value;
  }
  float value_of(const std::uint8_t* bins) const {
    const TreeNode* node = nodes.data();
    while (node->column != TreeNode::kLeaf) {
      node = nodes.data() + node->left + (bins[node->column] <= node->bin ? 0 : 1);
    }
    return node->value;
  }
};

// Slope and curvature of a row in one number, in units such that the sums over all rows fit: those
// of a slope must stay below 2^31 in size, those of a curvature below 2^32.
inline std::uint64_t pack(std::int32_t slope, std::uint32_t curvature) {
  return (static_cast<std::uint64_t>(static_cast<std::int64_t>(slope)) << 32U) + curvature;
}

struct TreeRows {
  std::size_t columns = 0;
  std::span<const std::uint8_t> bins;     // of all rows
  std::span<const std::uint64_t> packed;  // of all rows
  double slope_unit = 1;
  double curvature_unit = 1;
};

struct TreeOptions {
  std::size_t leaves = 31;     // fewer where there is little to learn from
  double least_curvature = 1;  // of a leaf; larger where trees learn by heart
  double lambda = 1;           // holds back steps of small leaves
};

// On the rows of these numbers, which are put in another order, looking at these columns only.
// Leaves are steps. `binning` names the cuts.
Tree grow_tree(const TreeRows& rows, const Binning& binning, std::vector<std::uint32_t>& members,
               std::span<const std::uint32_t> columns, const TreeOptions& options,
               Workers& workers);

}  // namespace skein::learning
