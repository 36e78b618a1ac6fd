#include "cover/sparse_cholesky.h"

#include <algorithm>
#include <atomic>
#include <new>
#include <utility>

#include <suitesparse/cholmod.h>

#include "cover/dense_kernels.h"

namespace skein::cover {
namespace {

// Of the work, that a subtree done by one thread may have at most.
constexpr double kSubtreeShare = 0.05;
// A subtree with less is not worth a task of its own: its update would only lie there, taking
// memory, until the trunk is reached.
constexpr double kLeastSubtreeShare = 0.005;
// Rows of a front that threads share.
constexpr std::int32_t kSharedRows = 384;
// Rows and columns of the tiles that threads share, and columns of an update for one of them.
constexpr std::ptrdiff_t kTile = 256;
constexpr std::size_t kStrip = 64;

// Calls task(begin, end) for strips of 0, ..., size-1.
template <typename Task>
void in_strips(std::size_t size, Workers* workers, const Task& task) {
  if (workers == nullptr) {
    task(std::size_t{0}, size);
    return;
  }
  workers->run((size + kStrip - 1) / kStrip, [&](std::size_t strip, std::size_t) {
    task(strip * kStrip, std::min(size, (strip + 1) * kStrip));
  });
}

// CHOLMOD's workspace, and a matrix in its form.
class Analysis {
 public:
  explicit Analysis(const LowerPattern& pattern) {
    cholmod_start(&common_);
    common_.supernodal = CHOLMOD_SUPERNODAL;
    common_.print = 0;
    const std::size_t n = pattern.size();
    matrix_ =
        cholmod_allocate_sparse(n, n, pattern.rows.size(), 1, 1, -1, CHOLMOD_PATTERN, &common_);
    if (matrix_ == nullptr) throw std::bad_alloc();
    std::copy(pattern.starts.begin(), pattern.starts.end(), static_cast<int*>(matrix_->p));
    std::copy(pattern.rows.begin(), pattern.rows.end(), static_cast<int*>(matrix_->i));
    factor_ = cholmod_analyze(matrix_, &common_);
    if (factor_ == nullptr) throw std::bad_alloc();
  }
  Analysis(const Analysis&) = delete;
  Analysis& operator=(const Analysis&) = delete;
  ~Analysis() {
    cholmod_free_factor(&factor_, &common_);
    cholmod_free_sparse(&matrix_, &common_);
    cholmod_finish(&common_);
  }

  std::size_t supernodes() const { return factor_->nsuper; }
  std::span<const int> order() const { return ints(factor_->Perm, factor_->n); }
  std::span<const int> first_columns() const { return ints(factor_->super, factor_->nsuper + 1); }
  std::span<const int> row_begins() const { return ints(factor_->pi, factor_->nsuper + 1); }
  std::span<const int> rows() const { return ints(factor_->s, factor_->ssize); }

 private:
  static std::span<const int> ints(const void* data, std::size_t size) {
    return {static_cast<const int*>(data), size};
  }

  cholmod_common common_{};
  cholmod_sparse* matrix_ = nullptr;
  cholmod_factor* factor_ = nullptr;
};

}  // namespace

SparseCholesky::SparseCholesky(const LowerPattern& pattern) : size_(pattern.size()) {
  if (size_ == 0) return;
  analyse(pattern);
  link_tree();
  share_out();
  place_values(pattern);
}

void SparseCholesky::analyse(const LowerPattern& pattern) {
  const Analysis analysis(pattern);
  new_place_.resize(size_);
  for (std::size_t k = 0; k < size_; ++k) {
    new_place_[static_cast<std::size_t>(analysis.order()[k])] = static_cast<std::int32_t>(k);
  }
  rows_.assign(analysis.rows().begin(), analysis.rows().end());
  node_of_column_.resize(size_);
  std::size_t values = 0;
  for (std::size_t s = 0; s < analysis.supernodes(); ++s) {
    Supernode node;
    node.first_column = analysis.first_columns()[s];
    node.columns = analysis.first_columns()[s + 1] - node.first_column;
    node.rows_begin = static_cast<std::size_t>(analysis.row_begins()[s]);
    node.rows = analysis.row_begins()[s + 1] - analysis.row_begins()[s];
    node.values_begin = values;
    values += static_cast<std::size_t>(node.rows) * static_cast<std::size_t>(node.columns);
    std::fill_n(node_of_column_.begin() + node.first_column, node.columns,
                static_cast<std::int32_t>(s));
    nodes_.push_back(node);
  }
  values_.resize(values);
  updates_.resize(nodes_.size());
}

void SparseCholesky::link_tree() {
  // Backwards, so that children come in increasing order.
  for (std::size_t s = nodes_.size(); s-- > 0;) {
    Supernode& node = nodes_[s];
    node.subtree_begin = static_cast<std::int32_t>(s);
    if (node.below() == 0) continue;
    const std::int32_t next = rows_of(node)[static_cast<std::size_t>(node.columns)];
    node.parent = node_of_column_[static_cast<std::size_t>(next)];
    Supernode& parent = nodes_[static_cast<std::size_t>(node.parent)];
    node.next_sibling = parent.first_child;
    parent.first_child = static_cast<std::int32_t>(s);
  }
  for (Supernode& node : nodes_) {
    if (node.first_child == kNoParent) continue;
    node.subtree_begin = nodes_[static_cast<std::size_t>(node.first_child)].subtree_begin;
  }
}

// Splits the largest subtree until none has more than a small share of the work.
void SparseCholesky::share_out() {
  std::vector<double> work(nodes_.size(), 0.0);  // of the subtree
  double total = 0;
  for (std::size_t s = 0; s < nodes_.size(); ++s) {
    const Supernode& node = nodes_[s];
    const double own = static_cast<double>(node.columns) * node.rows * node.rows;
    work[s] += own;
    total += own;
    if (node.parent != kNoParent) work[static_cast<std::size_t>(node.parent)] += work[s];
  }
  const auto lighter = [&](std::size_t a, std::size_t b) {
    return work[a] != work[b] ? work[a] < work[b] : a < b;
  };
  for (std::size_t s = 0; s < nodes_.size(); ++s) {
    if (nodes_[s].parent == kNoParent) subtrees_.push_back(s);
  }
  std::make_heap(subtrees_.begin(), subtrees_.end(), lighter);
  while (!subtrees_.empty() && work[subtrees_.front()] > kSubtreeShare * total) {
    std::pop_heap(subtrees_.begin(), subtrees_.end(), lighter);
    const std::size_t root = subtrees_.back();
    subtrees_.pop_back();
    trunk_.push_back(root);
    for (std::int32_t child = nodes_[root].first_child; child != kNoParent;
         child = nodes_[static_cast<std::size_t>(child)].next_sibling) {
      subtrees_.push_back(static_cast<std::size_t>(child));
      std::push_heap(subtrees_.begin(), subtrees_.end(), lighter);
    }
  }
  const auto light = std::partition(subtrees_.begin(), subtrees_.end(), [&](std::size_t root) {
    return work[root] >= kLeastSubtreeShare * total;
  });
  for (auto root = light; root != subtrees_.end(); ++root) {
    for (auto s = static_cast<std::size_t>(nodes_[*root].subtree_begin); s <= *root; ++s) {
      trunk_.push_back(s);
    }
  }
  subtrees_.erase(light, subtrees_.end());
  // The heaviest first, so that the threads end at about the same time.
  std::sort(subtrees_.begin(), subtrees_.end(),
            [&](std::size_t a, std::size_t b) { return lighter(b, a); });
  std::sort(trunk_.begin(), trunk_.end());
}

void SparseCholesky::place_values(const LowerPattern& pattern) {
  target_.reserve(pattern.rows.size());
  for (std::size_t j = 0; j < size_; ++j) {
    for (int k = pattern.starts[j]; k < pattern.starts[j + 1]; ++k) {
      const std::int32_t a = new_place_[j];
      const std::int32_t b =
          new_place_[static_cast<std::size_t>(pattern.rows[static_cast<std::size_t>(k)])];
      const std::int32_t column = std::min(a, b);
      const Supernode& node =
          nodes_[static_cast<std::size_t>(node_of_column_[static_cast<std::size_t>(column)])];
      const auto rows = rows_of(node);
      const auto at = std::lower_bound(rows.begin(), rows.end(), std::max(a, b)) - rows.begin();
      target_.push_back(node.values_begin +
                        static_cast<std::size_t>(column - node.first_column) *
                            static_cast<std::size_t>(node.rows) +
                        static_cast<std::size_t>(at));
    }
  }
}

bool SparseCholesky::factor(std::span<const double> values, Workers& workers) {
  std::fill(values_.begin(), values_.end(), 0.0);
  for (std::size_t k = 0; k < values.size(); ++k) values_[target_[k]] = values[k];
  if (desks_.size() < workers.size()) desks_.resize(workers.size());
  for (Desk& desk : desks_) desk.places.resize(size_);
  std::atomic<bool> definite = true;
  workers.run(subtrees_.size(), [&](std::size_t task, std::size_t worker) {
    const std::size_t root = subtrees_[task];
    for (auto s = static_cast<std::size_t>(nodes_[root].subtree_begin); s <= root; ++s) {
      if (!definite) return;
      if (!factor_node(s, desks_[worker], nullptr)) definite = false;
    }
  });
  for (std::size_t s : trunk_) {
    if (!definite) break;
    Workers* sharing = nodes_[s].rows >= kSharedRows ? &workers : nullptr;
    if (!factor_node(s, desks_.front(), sharing)) definite = false;
  }
  return definite;
}

bool SparseCholesky::factor_node(std::size_t index, Desk& desk, Workers* workers) {
  assemble(index, desk, workers);
  const Supernode& node = nodes_[index];
  double* update = updates_[index].data();
  if (workers != nullptr) return factor_in_tiles(node, update, *workers);
  double* panel = &values_[node.values_begin];
  if (!dense_kernels().factor_panel(panel, node.rows, node.columns)) return false;
  if (node.below() > 0) {
    dense_kernels().take_off_product(panel, node.rows, node.columns, update);
  }
  return true;
}

void SparseCholesky::assemble(std::size_t index, Desk& desk, Workers* workers) {
  const Supernode& node = nodes_[index];
  const std::size_t count = node.below();
  AlignedVector& update = updates_[index];
  if (!desk.spare.empty()) {
    update = std::move(desk.spare.back());
    desk.spare.pop_back();
  }
  update.clear();  // nothing is to be copied
  update.resize(count * count);
  in_strips(count, workers, [&](std::size_t begin, std::size_t end) {
    for (std::size_t j = begin; j < end; ++j) {
      std::fill_n(&update[j * count + j], count - j, 0.0);
    }
  });
  for (std::int32_t child = node.first_child; child != kNoParent;
       child = nodes_[static_cast<std::size_t>(child)].next_sibling) {
    take_over(static_cast<std::size_t>(child), index, desk, workers);
  }
}

// Adds the update of a child to the front of its parent: its panel, and its own update.
void SparseCholesky::take_over(std::size_t child, std::size_t parent, Desk& desk,
                               Workers* workers) {
  const Supernode& from = nodes_[child];
  const Supernode& node = nodes_[parent];
  const std::size_t count = from.below();
  const auto rows = rows_of(from).subspan(static_cast<std::size_t>(from.columns));
  const auto front = rows_of(node);
  std::size_t at = 0;  // both lists increase
  for (std::size_t i = 0; i < count; ++i) {
    while (front[at] != rows[i]) ++at;
    desk.places[i] = static_cast<std::int32_t>(at);
  }
  const std::int32_t* places = desk.places.data();
  const double* taken = updates_[child].data();
  double* panel = &values_[node.values_begin];
  double* update = updates_[parent].data();
  in_strips(count, workers, [&](std::size_t begin, std::size_t end) {
    for (std::size_t j = begin; j < end; ++j) {
      const double* column = taken + j * count;
      // The column of the front, as if from its first row on.
      const std::ptrdiff_t place = places[j];
      double* target =
          place < node.columns
              ? panel + place * node.rows
              : update + (place - node.columns) * (node.rows - node.columns) - node.columns;
      for (std::size_t i = j; i < count; ++i) target[places[i]] += column[i];
    }
  });
  desk.spare.push_back(std::move(updates_[child]));
  updates_[child] = {};
}

// Right-looking in blocks of columns; the tiles of one step do not touch each other.
bool SparseCholesky::factor_in_tiles(const Supernode& node, double* update, Workers& workers) {
  const DenseKernels& kernels = dense_kernels();
  const std::ptrdiff_t rows = node.rows;
  const std::ptrdiff_t columns = node.columns;
  double* panel = &values_[node.values_begin];
  struct Tile {
    std::ptrdiff_t row, column;
  };
  std::vector<Tile> tiles;
  for (std::ptrdiff_t k = 0; k < columns; k += kTile) {
    const std::ptrdiff_t depth = std::min(kTile, columns - k);
    double* factor = panel + k * rows + k;
    if (!kernels.factor_block(factor, rows, depth)) return false;
    const std::ptrdiff_t first = k + depth;
    const auto strips = static_cast<std::size_t>((rows - first + kTile - 1) / kTile);
    workers.run(strips, [&](std::size_t strip, std::size_t) {
      const std::ptrdiff_t row = first + static_cast<std::ptrdiff_t>(strip) * kTile;
      kernels.divide_rows(factor, rows, depth, panel + k * rows + row, std::min(kTile, rows - row));
    });
    // Everything to the right: columns of the panel, then those of the update.
    tiles.clear();
    for (std::ptrdiff_t column = first; column < rows;
         column = column < columns ? std::min(column + kTile, columns) : column + kTile) {
      for (std::ptrdiff_t row = column; row < rows; row += kTile) tiles.push_back({row, column});
    }
    workers.run(tiles.size(), [&](std::size_t task, std::size_t) {
      const auto [row, column] = tiles[task];
      const bool in_panel = column < columns;
      const std::ptrdiff_t width = std::min(kTile, (in_panel ? columns : rows) - column);
      const std::ptrdiff_t height = std::min(kTile, rows - row);
      const std::ptrdiff_t below = rows - columns;
      double* target = in_panel ? panel + column * rows + row
                                : update + (column - columns) * below + (row - columns);
      kernels.take_off_tile(panel + k * rows + row, panel + k * rows + column, rows, depth, target,
                            in_panel ? rows : below, height, width);
    });
  }
  return true;
}

void SparseCholesky::solve(std::span<double> vectors, std::size_t count) {
  const DenseKernels& kernels = dense_kernels();
  const auto sides = static_cast<std::ptrdiff_t>(count);
  work_.resize(size_ * count);
  below_.resize(size_ * count);
  for (std::size_t c = 0; c < count; ++c) {
    for (std::size_t k = 0; k < size_; ++k) {
      work_[c * size_ + static_cast<std::size_t>(new_place_[k])] = vectors[c * size_ + k];
    }
  }
  for (const Supernode& node : nodes_) {
    double* top = &work_[static_cast<std::size_t>(node.first_column)];
    kernels.solve_down(&values_[node.values_begin], node.rows, node.columns, top,
                       static_cast<std::ptrdiff_t>(size_), below_.data(), sides);
    const auto rows = rows_of(node).subspan(static_cast<std::size_t>(node.columns));
    for (std::size_t c = 0; c < count; ++c) {
      double* side = &work_[c * size_];
      const double* below = &below_[c * rows.size()];
      for (std::size_t i = 0; i < rows.size(); ++i) {
        side[static_cast<std::size_t>(rows[i])] -= below[i];
      }
    }
  }
  for (std::size_t s = nodes_.size(); s-- > 0;) {
    const Supernode& node = nodes_[s];
    const auto rows = rows_of(node).subspan(static_cast<std::size_t>(node.columns));
    for (std::size_t c = 0; c < count; ++c) {
      const double* side = &work_[c * size_];
      double* below = &below_[c * rows.size()];
      for (std::size_t i = 0; i < rows.size(); ++i)
        below[i] = side[static_cast<std::size_t>(rows[i])];
    }
    kernels.solve_up(&values_[node.values_begin], node.rows, node.columns,
                     &work_[static_cast<std::size_t>(node.first_column)],
                     static_cast<std::ptrdiff_t>(size_), below_.data(), sides);
  }
  for (std::size_t c = 0; c < count; ++c) {
    for (std::size_t k = 0; k < size_; ++k) {
      vectors[c * size_ + k] = work_[c * size_ + static_cast<std::size_t>(new_place_[k])];
    }
  }
}

}  // namespace skein::cover
