#include "factor_graph/kernels.h"

#include "base/processor.h"

namespace skein::factor_graph {

const Kernels& kernels_for_v2();
const Kernels& kernels_for_v3();
const Kernels& kernels_for_v4();

const Kernels& kernels() {
  static const Kernels& chosen =
      kernels_for_processor(kernels_for_v2, kernels_for_v3, kernels_for_v4);
  return chosen;
}

}  // namespace skein::factor_graph
