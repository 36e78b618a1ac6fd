// Which vector instructions this processor has, for code that is compiled for several generations.
#pragma once

namespace skein {

// Levels of x86-64: v2 is the least that is asked for, v3 has AVX2 and FMA, v4 has AVX-512. On
// other processors all code is plain, and the level is kV2.
enum class ProcessorLevel { kV2, kV3, kV4 };

ProcessorLevel processor_level();

}  // namespace skein
