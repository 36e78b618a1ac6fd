// The kernels for x86-64-v2; see CMakeLists.txt for the flags.
#define Eigen Eigen_v2
#define SKEIN_KERNELS kernels_for_v2
#define SKEIN_KERNELS_NAMESPACE kernels_v2
#include "factor_graph/kernels.inc"
