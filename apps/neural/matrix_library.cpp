#include "neural/matrix_library.h"

#include <filesystem>

#include <dlfcn.h>
#include <dnnl.h>

// C = alpha op(A) op(B) + beta C, with columns innermost as in Fortran. oneDNN has rows innermost,
// which is the same for the transposed product: C' = alpha op(B)' op(A)' + beta C'.
// The name is that of the BLAS.
extern "C" __attribute__((visibility("default"))) void sgemm_(  // NOLINT
    const char* transpose_a, const char* transpose_b, const int* rows, const int* columns,
    const int* inner, const float* alpha, const float* a, const int* stride_a, const float* b,
    const int* stride_b, const float* beta, float* c, const int* stride_c) {
  dnnl_sgemm(*transpose_b, *transpose_a, *columns, *rows, *inner, *alpha, b, *stride_b, a,
             *stride_a, *beta, c, *stride_c);
}

namespace skein::neural {

std::string matrix_library() {
  void* const used = dlsym(RTLD_DEFAULT, "sgemm_");
  if (used == reinterpret_cast<void*>(&sgemm_)) return "oneDNN";
  Dl_info info{};
  if (used == nullptr || dladdr(used, &info) == 0) return "unknown";
  return std::filesystem::weakly_canonical(info.dli_fname).string();
}

bool is_slow(const std::string& library) {
  return library.find("/blas/libblas") != std::string::npos;
}

}  // namespace skein::neural
