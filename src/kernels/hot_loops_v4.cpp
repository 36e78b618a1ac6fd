// The loops for x86-64-v4; see CMakeLists.txt for the flags.
#define Eigen Eigen_v4
#define SKEIN_HOT_LOOPS hot_loops_for_v4
#define SKEIN_HOT_LOOPS_NAMESPACE hot_loops_v4
#include "kernels/hot_loops.inc"
