// The kernels for x86-64-v3; see CMakeLists.txt for the flags.
#define Eigen Eigen_v3
#define SKEIN_KERNELS kernels_for_v3
#define SKEIN_KERNELS_NAMESPACE kernels_v3
#include "factor_graph/kernels.inc"
