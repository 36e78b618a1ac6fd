#include "cover/dense_kernels.h"

#include "base/processor.h"

namespace skein::cover {

const DenseKernels& kernels_for_v2();
const DenseKernels& kernels_for_v3();
const DenseKernels& kernels_for_v4();

const DenseKernels& dense_kernels() {
  switch (processor_level()) {
    case ProcessorLevel::kV4:
      return kernels_for_v4();
    case ProcessorLevel::kV3:
      return kernels_for_v3();
    case ProcessorLevel::kV2:
      break;
  }
  return kernels_for_v2();
}

}  // namespace skein::cover
