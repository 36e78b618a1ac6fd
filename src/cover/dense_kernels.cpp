#include "cover/dense_kernels.h"

namespace skein::cover {

const DenseKernels& kernels_for_v2();
const DenseKernels& kernels_for_v3();
const DenseKernels& kernels_for_v4();

const DenseKernels& dense_kernels() {
#if defined(__x86_64__)
  static const bool has_v4 =
      __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512cd");
  static const bool has_v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                             __builtin_cpu_supports("bmi2");
  if (has_v4) return kernels_for_v4();
  if (has_v3) return kernels_for_v3();
#endif
  return kernels_for_v2();
}

}  // namespace skein::cover
