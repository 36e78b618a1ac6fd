#include "cover/sparse_cholesky.h"

#include <algorithm>
#include <new>
#include <stdexcept>

#include <suitesparse/cholmod.h>

#include "cover/dense_kernels.h"

namespace skein::cover {
namespace {

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
  double operations() const { return common_.fl; }

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
  place_values(pattern);
}

void SparseCholesky::analyse(const LowerPattern& pattern) {
  const Analysis analysis(pattern);
  operations_ = analysis.operations();
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
  relative_.resize(size_);
  work_.resize(size_);
  below_.resize(size_);
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

bool SparseCholesky::factor(std::span<const double> values) {
  std::fill(values_.begin(), values_.end(), 0.0);
  for (std::size_t k = 0; k < values.size(); ++k) values_[target_[k]] = values[k];
  const DenseKernels& kernels = dense_kernels();
  for (const Supernode& node : nodes_) {
    if (!kernels.factor_panel(&values_[node.values_begin], node.rows, node.columns)) return false;
    if (node.rows > node.columns) take_off(node);
  }
  return true;
}

// Subtracts the outer product of the rows below the top block from the later panels they meet.
void SparseCholesky::take_off(const Supernode& from) {
  const auto count = static_cast<std::size_t>(from.rows - from.columns);
  if (product_.size() < count * count) product_.resize(count * count);
  dense_kernels().outer_product(&values_[from.values_begin], from.rows, from.columns,
                                product_.data());
  const auto rows = rows_of(from).subspan(static_cast<std::size_t>(from.columns));
  for (std::size_t j = 0; j < count;) {
    const Supernode& to =
        nodes_[static_cast<std::size_t>(node_of_column_[static_cast<std::size_t>(rows[j])])];
    const auto to_rows = rows_of(to);
    // Where the rows from j on stand in the other panel; both lists increase.
    std::size_t at = 0;
    for (std::size_t i = j; i < count; ++i) {
      while (to_rows[at] != rows[i]) ++at;
      relative_[i] = static_cast<std::int32_t>(at);
    }
    for (; j < count && rows[j] < to.first_column + to.columns; ++j) {
      double* panel_column =
          &values_[to.values_begin + static_cast<std::size_t>(rows[j] - to.first_column) *
                                         static_cast<std::size_t>(to.rows)];
      const double* product = &product_[j * count];
      for (std::size_t i = j; i < count; ++i) panel_column[relative_[i]] -= product[i];
    }
  }
}

void SparseCholesky::solve(std::span<double> vector) {
  const DenseKernels& kernels = dense_kernels();
  for (std::size_t k = 0; k < size_; ++k)
    work_[static_cast<std::size_t>(new_place_[k])] = vector[k];
  for (const Supernode& node : nodes_) {
    kernels.solve_down(&values_[node.values_begin], node.rows, node.columns,
                       &work_[static_cast<std::size_t>(node.first_column)], below_.data());
    const auto rows = rows_of(node).subspan(static_cast<std::size_t>(node.columns));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      work_[static_cast<std::size_t>(rows[i])] -= below_[i];
    }
  }
  for (std::size_t s = nodes_.size(); s-- > 0;) {
    const Supernode& node = nodes_[s];
    const auto rows = rows_of(node).subspan(static_cast<std::size_t>(node.columns));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      below_[i] = work_[static_cast<std::size_t>(rows[i])];
    }
    kernels.solve_up(&values_[node.values_begin], node.rows, node.columns,
                     &work_[static_cast<std::size_t>(node.first_column)], below_.data());
  }
  for (std::size_t k = 0; k < size_; ++k)
    vector[k] = work_[static_cast<std::size_t>(new_place_[k])];
}

}  // namespace skein::cover
