// The loops for x86-64-v3; see CMakeLists.txt for the flags.
#define Eigen Eigen_v3
#define SKEIN_HOT_LOOPS hot_loops_for_v3
#define SKEIN_HOT_LOOPS_NAMESPACE hot_loops_v3
#include "kernels/hot_loops.inc"
