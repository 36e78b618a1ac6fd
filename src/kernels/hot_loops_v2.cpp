// The loops for x86-64-v2; see CMakeLists.txt for the flags.
#define Eigen Eigen_v2
#define SKEIN_HOT_LOOPS hot_loops_for_v2
#define SKEIN_HOT_LOOPS_NAMESPACE hot_loops_v2
#include "kernels/hot_loops.inc"
