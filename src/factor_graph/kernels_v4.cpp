// The kernels for x86-64-v4; see CMakeLists.txt for the flags.
#define Eigen Eigen_v4
#define SKEIN_KERNELS kernels_for_v4
#define SKEIN_KERNELS_NAMESPACE kernels_v4
#include "factor_graph/kernels.inc"
