// Functions marked so are compiled for several generations of processors, and the best version is
// chosen when the program starts. Not with sanitizers, which such a choice disturbs.
#pragma once

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && defined(__OPTIMIZE__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define SKEIN_VECTOR_CODE \
  __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define SKEIN_VECTOR_CODE
#endif
