#include "kernels/layer.h"

#include <algorithm>
#include <cassert>

#include "kernels/hot_loops.h"
#include "kernels/spherical_kmeans.h"

namespace skein::kernels {
namespace {

template <class To, class From>
Matrix<To> converted(const Matrix<From>& from) {
  Matrix<To> to(from.rows, from.columns);
  std::transform(from.values.begin(), from.values.end(), to.values.begin(),
                 [](From value) { return static_cast<To>(value); });
  return to;
}

template <class Scalar>
double product(std::span<const Scalar> a, std::span<const Scalar> b) {
  double sum = 0;
  for (std::size_t j = 0; j < a.size(); ++j) {
    sum += static_cast<double>(a[j]) * static_cast<double>(b[j]);
  }
  return sum;
}

}  // namespace

template <class Scalar>
void Layer<Scalar>::Gradient::add(const Gradient& other) {
  for (std::size_t i = 0; i < filters.values.size(); ++i) {
    filters.values[i] += other.filters.values[i];
  }
  for (std::size_t i = 0; i < root.values.size(); ++i) root.values[i] += other.root.values[i];
}

template <class Scalar>
Layer<Scalar>::Layer(const MapShape& input, const LayerOptions& options)
    : input_(input),
      options_(options),
      along_rows_(input.rows, options.pool.row_step, options.pool.width),
      along_columns_(input.columns, options.pool.column_step, options.pool.width) {}

template <class Scalar>
MapShape Layer<Scalar>::output() const {
  return {along_rows_.outputs, along_columns_.outputs, filters_.rows};
}

template <class Scalar>
PoolPlan<Scalar> Layer<Scalar>::pool_plan() const {
  return {&along_rows_, &along_columns_, filters_.rows};
}

template <class Scalar>
void Layer<Scalar>::learn_filters(const Matrix<Scalar>& directions, Rng& rng) {
  set_filters(spherical_kmeans(directions, {options_.filters}, rng).centres);
}

template <class Scalar>
void Layer<Scalar>::set_filters(Matrix<Scalar> filters) {
  filters_ = std::move(filters);
  const std::size_t p = filters_.rows;
  const Matrix<double> exact = converted<double>(filters_);
  gram_ = Matrix<double>(p, p);
  hot_loops<double>().multiply({p, p, exact.columns}, Transposed::kSecond, exact.values.data(),
                               exact.values.data(), Into::kReplace, gram_.values.data());
  Matrix<double> kernel(p, p);
  std::transform(gram_.values.begin(), gram_.values.end(), kernel.values.begin(),
                 [&](double u) { return options_.kernel.value(u); });
  inverse_root_ = InverseRoot(kernel, options_.ridge);
  root_ = converted<Scalar>(inverse_root_.root());
}

template <class Scalar>
void Layer<Scalar>::pool(Pass& pass) const {
  const HotLoops<Scalar>& loops = hot_loops<Scalar>();
  const std::size_t p = filters_.rows;
  const std::size_t rows = pass.patches.directions.rows;
  pass.products.reshape(rows, p);
  loops.multiply({rows, p, filters_.columns}, Transposed::kSecond,
                 pass.patches.directions.values.data(), filters_.values.data(), Into::kReplace,
                 pass.products.values.data());
  pass.values.reshape(rows, p);
  loops.apply_kernel(options_.kernel, rows, p, pass.patches.norms.data(),
                     pass.products.values.data(), pass.values.values.data());

  const std::size_t maps = pass.patches.rows_of.size() / input_.positions();
  const std::size_t outputs = along_rows_.outputs * along_columns_.outputs;
  pass.pooled.reshape(maps * outputs, p);
  pass.room.resize(along_rows_.inputs * along_columns_.outputs * p);
  for (std::size_t m = 0; m < maps; ++m) {
    loops.pool(pool_plan(), pass.patches.rows_of.data() + m * input_.positions(),
               pass.values.values.data(), pass.room.data(), pass.pooled.row(m * outputs).data());
  }
}

template <class Scalar>
void Layer<Scalar>::forward(Pass& pass, std::span<Scalar> output) const {
  pool(pass);
  assert(output.size() == pass.pooled.values.size());
  const std::size_t p = filters_.rows;
  hot_loops<Scalar>().multiply({pass.pooled.rows, p, p}, Transposed::kNone,
                               pass.pooled.values.data(), root_.values.data(), Into::kReplace,
                               output.data());
}

template <class Scalar>
typename Layer<Scalar>::Gradient Layer<Scalar>::no_gradient() const {
  return {Matrix<Scalar>(filters_.rows, filters_.columns),
          Matrix<Scalar>(filters_.rows, filters_.rows)};
}

template <class Scalar>
void Layer<Scalar>::backward(Pass& pass, std::span<const Scalar> output_gradient, Gradient& into,
                             std::span<Scalar> input_gradient) const {
  const HotLoops<Scalar>& loops = hot_loops<Scalar>();
  const std::size_t p = filters_.rows;
  const std::size_t rows = pass.patches.directions.rows;
  const std::size_t pooled = pass.pooled.rows;
  loops.multiply({p, p, pooled}, Transposed::kFirst, pass.pooled.values.data(),
                 output_gradient.data(), Into::kAdd, into.root.values.data());
  pass.gradient.reshape(pooled, p);
  loops.multiply({pooled, p, p}, Transposed::kNone, output_gradient.data(), root_.values.data(),
                 Into::kReplace, pass.gradient.values.data());

  std::vector<double> along(input_gradient.empty() ? 0 : rows);  // dA kappa(U)', by row
  Matrix<Scalar> kept;
  if (!input_gradient.empty()) kept = pass.values;
  pass.values.fill(0);
  const std::size_t maps = pass.patches.rows_of.size() / input_.positions();
  const std::size_t outputs = along_rows_.outputs * along_columns_.outputs;
  for (std::size_t m = 0; m < maps; ++m) {
    loops.unpool(pool_plan(), pass.patches.rows_of.data() + m * input_.positions(),
                 pass.gradient.row(m * outputs).data(), pass.room.data(),
                 pass.values.values.data());
  }
  for (std::size_t i = 0; i < along.size(); ++i) {
    along[i] = product<Scalar>(pass.values.row(i), kept.row(i)) /
               static_cast<double>(pass.patches.norms[i]);
  }
  loops.apply_slope(options_.kernel, rows, p, pass.patches.norms.data(),
                    pass.products.values.data(), pass.values.values.data());
  loops.multiply({p, filters_.columns, rows}, Transposed::kFirst, pass.values.values.data(),
                 pass.patches.directions.values.data(), Into::kAdd, into.filters.values.data());
  if (!input_gradient.empty()) add_input_gradient(pass, along, input_gradient);
}

template <class Scalar>
void Layer<Scalar>::add_input_gradient(const Pass& pass, std::span<const double> along,
                                       std::span<Scalar> input_gradient) const {
  const std::size_t rows = pass.patches.directions.rows;
  Matrix<Scalar> patches(rows, filters_.columns);
  hot_loops<Scalar>().multiply({rows, filters_.columns, filters_.rows}, Transposed::kNone,
                               pass.values.values.data(), filters_.values.data(), Into::kReplace,
                               patches.values.data());
  for (std::size_t i = 0; i < rows; ++i) {
    const auto norm = static_cast<double>(pass.patches.norms[i]);
    const double turn = product<Scalar>(pass.values.row(i), pass.products.row(i));
    const auto direction = pass.patches.directions.row(i);
    const auto row = patches.row(i);
    for (std::size_t j = 0; j < row.size(); ++j) {
      const auto x = static_cast<double>(direction[j]);
      row[j] = static_cast<Scalar>(along[i] * x + (static_cast<double>(row[j]) - turn * x) / norm);
    }
  }
  add_patches<Scalar>(patches, pass.patches.rows_of, input_, options_.patch, input_gradient);
}

template <class Scalar>
Matrix<Scalar> Layer<Scalar>::filter_gradient(const Gradient& gradient) const {
  const std::size_t p = filters_.rows;
  const Matrix<double> of_kernel = inverse_root_.pull_back(converted<double>(gradient.root));
  Matrix<Scalar> both_ways(p, p);  // S + S'
  for (std::size_t i = 0; i < p; ++i) {
    for (std::size_t j = 0; j < p; ++j) {
      both_ways(i, j) = static_cast<Scalar>((of_kernel(i, j) + of_kernel(j, i)) *
                                            options_.kernel.slope(gram_(i, j)));
    }
  }
  Matrix<Scalar> whole = gradient.filters;
  hot_loops<Scalar>().multiply({p, filters_.columns, p}, Transposed::kNone, both_ways.values.data(),
                               filters_.values.data(), Into::kAdd, whole.values.data());
  return whole;
}

template class Layer<float>;
template class Layer<double>;

}  // namespace skein::kernels
