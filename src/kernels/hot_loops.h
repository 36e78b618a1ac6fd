// The loops where kernel networks spend their time. The same source is compiled for several
// generations of processors; the best is chosen at run time. Matrices are row after row.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/dot_kernel.h"
#include "kernels/pooling.h"

namespace skein::kernels {

enum class Transposed { kNone, kFirst, kSecond };
enum class Into { kReplace, kAdd };

struct ProductShape {
  std::size_t rows = 0;     // of the result
  std::size_t columns = 0;  // of the result
  std::size_t depth = 0;    // summed over
};

// Where the rows of an image's positions are, and the axes that they are pooled along. Positions
// without a row (kNoRow) count as 0.
constexpr std::uint32_t kNoRow = ~std::uint32_t{0};
template <class Scalar>
struct PoolPlan {
  const PoolAxis<Scalar>* along_rows = nullptr;
  const PoolAxis<Scalar>* along_columns = nullptr;
  std::size_t channels = 0;
};

template <class Scalar>
struct HotLoops {
  // c = a b, where one of them may stand there transposed.
  void (*multiply)(const ProductShape& shape, Transposed transposed, const Scalar* a,
                   const Scalar* b, Into into, Scalar* c);
  // values(i, j) = norms(i) kappa(u(i, j)); in place is allowed.
  void (*apply_kernel)(const DotKernel& kernel, std::size_t rows, std::size_t columns,
                       const Scalar* norms, const Scalar* u, Scalar* values);
  // gradient(i, j) *= norms(i) kappa'(u(i, j))
  void (*apply_slope)(const DotKernel& kernel, std::size_t rows, std::size_t columns,
                      const Scalar* norms, const Scalar* u, Scalar* gradient);
  // `rows_of` names the row of each position in `values`. `room` has space for input rows x output
  // columns x channels.
  void (*pool)(const PoolPlan<Scalar>& plan, const std::uint32_t* rows_of, const Scalar* values,
               Scalar* room, Scalar* pooled);
  // Adds to the gradient of the rows what the gradient of the pooled map gives.
  void (*unpool)(const PoolPlan<Scalar>& plan, const std::uint32_t* rows_of, const Scalar* pooled,
                 Scalar* room, Scalar* gradient);
  // Of a symmetric matrix: eigenvalues in rising order, and vectors as columns.
  void (*eigen)(std::size_t size, const double* matrix, double* eigenvalues, double* vectors);
};

struct AllHotLoops {
  HotLoops<float> in_single;
  HotLoops<double> in_double;
};

template <class Scalar>
const HotLoops<Scalar>& hot_loops();

}  // namespace skein::kernels
