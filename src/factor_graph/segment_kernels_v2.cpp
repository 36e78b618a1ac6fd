// The segment kernel for x86-64-v2; see CMakeLists.txt for the flags.
#define Eigen Eigen_v2
#define SKEIN_ALONG along_segment_v2
#include "factor_graph/segment_kernels.inc"
