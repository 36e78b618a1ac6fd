// A matrix of numbers, row after row, and maps: what stands at each position of an image or a
// sequence, its channels next to each other.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/aligned.h"

namespace skein::kernels {

template <class Scalar>
using Numbers = std::vector<Scalar, AlignedAllocator<Scalar>>;

template <class Scalar>
struct Matrix {
  std::size_t rows = 0;
  std::size_t columns = 0;
  Numbers<Scalar> values;

  Matrix() = default;
  Matrix(std::size_t row_count, std::size_t column_count)
      : rows(row_count), columns(column_count), values(row_count * column_count, Scalar(0)) {}

  // Keeps its memory where it can; values are not kept.
  void reshape(std::size_t row_count, std::size_t column_count) {
    rows = row_count;
    columns = column_count;
    values.resize(row_count * column_count);
  }
  void fill(Scalar value) { values.assign(rows * columns, value); }

  std::span<Scalar> row(std::size_t i) { return {values.data() + i * columns, columns}; }
  std::span<const Scalar> row(std::size_t i) const {
    return {values.data() + i * columns, columns};
  }
  Scalar& operator()(std::size_t i, std::size_t j) { return values[i * columns + j]; }
  Scalar operator()(std::size_t i, std::size_t j) const { return values[i * columns + j]; }
};

// A map has `rows` x `columns` positions; time series have one row.
struct MapShape {
  std::size_t rows = 1;
  std::size_t columns = 1;
  std::size_t channels = 1;

  std::size_t positions() const { return rows * columns; }
  std::size_t size() const { return positions() * channels; }

  friend bool operator==(const MapShape&, const MapShape&) = default;
};

}  // namespace skein::kernels
