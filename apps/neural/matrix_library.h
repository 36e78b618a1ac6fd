// What torch multiplies matrices with.
//
// Torch leaves products to the BLAS of the system. On a plain Debian that is the reference BLAS,
// many times slower than it need be, and OpenBLAS does not know all processors. So this program
// brings `sgemm_` itself and hands it on to oneDNN, which torch depends on anyway: a symbol of the
// program comes before those of its libraries. The system's choice stays as it is for everything
// else.
#pragma once

#include <string>

namespace skein::neural {

// "oneDNN", or the file of the library that torch calls in its place.
std::string matrix_library();
// Whether that is the reference BLAS.
bool is_slow(const std::string& library);

}  // namespace skein::neural
