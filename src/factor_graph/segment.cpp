#include "factor_graph/segment.h"

#include <cassert>

#include "factor_graph/kernels.h"

namespace skein::factor_graph {

SegmentSums along_segment(std::span<const double> a, std::span<const double> b, double step) {
  assert(a.size() == b.size());
  return kernels().along_segment(a.data(), b.data(), static_cast<std::ptrdiff_t>(a.size()), step);
}

}  // namespace skein::factor_graph
