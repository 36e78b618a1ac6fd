// Gaussian pooling with subsampling (the paper's section 2, I_1): every `step`-th position of an
// axis takes a sum of what is around it,
//
//    I(z) = sum_z' M(z') g(z' - z),    g(d) proportional to exp(-d^2 / (width step)^2),
//
// with weights that add up to 1 where no border is near, and to less at borders, as if the map were
// 0 beyond. With a width of 0 it is the mean of a block of `step` positions. On two axes it is the
// product of both.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace skein::kernels {

struct PoolOptions {
  std::size_t row_step = 4;  // steps of 1 with a width of 0: no pooling
  std::size_t column_step = 4;
  double width = 0.7;  // wider is more tolerant of shifts

  friend bool operator==(const PoolOptions&, const PoolOptions&) = default;
};

// One axis: output k is sum_i weights[k taps + i] input[first[k] + i].
template <class Scalar>
struct PoolAxis {
  PoolAxis(std::size_t size, std::size_t step, double width);

  std::size_t inputs;
  std::size_t outputs;
  std::size_t taps;
  std::vector<std::uint32_t> first;
  std::vector<Scalar> weights;
};

}  // namespace skein::kernels
