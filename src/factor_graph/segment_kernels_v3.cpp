// The segment kernel for x86-64-v3; see CMakeLists.txt for the flags.
#define Eigen Eigen_v3
#define SKEIN_ALONG along_segment_v3
#include "factor_graph/segment_kernels.inc"
