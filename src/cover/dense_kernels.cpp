#include "cover/dense_kernels.h"

#include "base/processor.h"

namespace skein::cover {

const DenseKernels& kernels_for_v2();
const DenseKernels& kernels_for_v3();
const DenseKernels& kernels_for_v4();

const DenseKernels& dense_kernels() {
  return kernels_for_processor(kernels_for_v2, kernels_for_v3, kernels_for_v4);
}

}  // namespace skein::cover
