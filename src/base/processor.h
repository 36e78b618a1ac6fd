// Which vector instructions this processor has, for code that is compiled for several generations.
#pragma once

namespace skein {

// Levels of x86-64: v2 is the least that is asked for, v3 has AVX2 and FMA, v4 has AVX-512. On
// other processors all code is plain, and the level is kV2.
enum class ProcessorLevel { kV2, kV3, kV4 };

ProcessorLevel processor_level();

// Of the same kernels for three levels, those for this processor.
template <class Kernels>
const Kernels& kernels_for_processor(const Kernels& (*v2)(), const Kernels& (*v3)(),
                                     const Kernels& (*v4)()) {
  const ProcessorLevel level = processor_level();
  return level == ProcessorLevel::kV4 ? v4() : level == ProcessorLevel::kV3 ? v3() : v2();
}

}  // namespace skein
