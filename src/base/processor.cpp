#include "base/processor.h"

namespace skein {

ProcessorLevel processor_level() {
#if defined(__x86_64__)
  static const bool has_v4 =
      __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512cd");
  static const bool has_v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                             __builtin_cpu_supports("bmi2");
  if (has_v4) return ProcessorLevel::kV4;
  if (has_v3) return ProcessorLevel::kV3;
#endif
  return ProcessorLevel::kV2;
}

}  // namespace skein
