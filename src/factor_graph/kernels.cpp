#include "factor_graph/kernels.h"

#include "base/processor.h"

namespace skein::factor_graph {

const Kernels& kernels_for_v2();
const Kernels& kernels_for_v3();
const Kernels& kernels_for_v4();

const Kernels& kernels() {
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

}  // namespace skein::factor_graph
