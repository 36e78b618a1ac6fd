// The segment kernel for x86-64-v4; see CMakeLists.txt for the flags.
#define Eigen Eigen_v4
#define SKEIN_ALONG along_segment_v4
#include "factor_graph/segment_kernels.inc"
