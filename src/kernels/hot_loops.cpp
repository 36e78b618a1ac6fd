#include "kernels/hot_loops.h"

#include "base/processor.h"

namespace skein::kernels {

const AllHotLoops& hot_loops_for_v2();
const AllHotLoops& hot_loops_for_v3();
const AllHotLoops& hot_loops_for_v4();

namespace {

const AllHotLoops& all_loops() {
  static const AllHotLoops& chosen =
      kernels_for_processor(hot_loops_for_v2, hot_loops_for_v3, hot_loops_for_v4);
  return chosen;
}

}  // namespace

template <>
const HotLoops<float>& hot_loops<float>() {
  return all_loops().in_single;
}

template <>
const HotLoops<double>& hot_loops<double>() {
  return all_loops().in_double;
}

}  // namespace skein::kernels
