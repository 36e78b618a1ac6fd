// Dense linear algebra on column-major blocks: the inner work of the sparse factorization. The same
// source is compiled for several generations of processors; the best is chosen at run time.
#pragma once

#include <cstddef>

namespace skein::cover {

struct DenseKernels {
  // Factors a panel of `rows` x `columns` (leading dimension `rows`) whose top block is symmetric,
  // lower triangle given: that block becomes its Cholesky factor L, the rows below B become
  // B L^-T. False if the block is not positive definite.
  bool (*factor_panel)(double* panel, std::ptrdiff_t rows, std::ptrdiff_t columns);
  // Lower triangle of product = B B', for the `count` rows of the panel below its top block.
  void (*outer_product)(const double* panel, std::ptrdiff_t rows, std::ptrdiff_t columns,
                        double* product);
  // Forward step of a solve: top = L^-1 top, then below = B top.
  void (*solve_down)(const double* panel, std::ptrdiff_t rows, std::ptrdiff_t columns, double* top,
                     double* below);
  // Backward step: top = L^-T (top - B' below).
  void (*solve_up)(const double* panel, std::ptrdiff_t rows, std::ptrdiff_t columns, double* top,
                   const double* below);
};

const DenseKernels& dense_kernels();

}  // namespace skein::cover
