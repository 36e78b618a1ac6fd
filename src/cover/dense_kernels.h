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
  // Only the top block of that.
  bool (*factor_block)(double* block, std::ptrdiff_t rows, std::ptrdiff_t columns);
  // Takes B B' off the lower triangle of `update`, for the rows B of the panel below its top block.
  void (*take_off_product)(const double* panel, std::ptrdiff_t rows, std::ptrdiff_t columns,
                           double* update);
  // B = B L^-T, for `count` rows B of a panel under the factor L; all with leading dimension
  // `rows`.
  void (*divide_rows)(const double* factor, std::ptrdiff_t rows, std::ptrdiff_t columns, double* b,
                      std::ptrdiff_t count);
  // C = C - A B', of which only the lower triangle is of use. A and B have `columns` columns and
  // the leading dimension `rows`.
  void (*take_off_tile)(const double* a, const double* b, std::ptrdiff_t rows,
                        std::ptrdiff_t columns, double* c, std::ptrdiff_t c_rows,
                        std::ptrdiff_t height, std::ptrdiff_t width);
  // Forward step of a solve for `count` right-hand sides: top = L^-1 top, then below = B top. The
  // columns of `top` are `stride` apart, those of `below` follow each other.
  void (*solve_down)(const double* panel, std::ptrdiff_t rows, std::ptrdiff_t columns, double* top,
                     std::ptrdiff_t stride, double* below, std::ptrdiff_t count);
  // Backward step: top = L^-T (top - B' below).
  void (*solve_up)(const double* panel, std::ptrdiff_t rows, std::ptrdiff_t columns, double* top,
                   std::ptrdiff_t stride, const double* below, std::ptrdiff_t count);
};

const DenseKernels& dense_kernels();

}  // namespace skein::cover
