#include "factor_graph/segment.h"

#include <cassert>

#include "base/processor.h"

namespace skein::factor_graph {

using Kernel = SegmentSums (*)(const double*, const double*, std::ptrdiff_t, double);

SegmentSums along_segment_v2(const double* a, const double* b, std::ptrdiff_t size, double step);
SegmentSums along_segment_v3(const double* a, const double* b, std::ptrdiff_t size, double step);
SegmentSums along_segment_v4(const double* a, const double* b, std::ptrdiff_t size, double step);

namespace {

Kernel best_kernel() {
  switch (processor_level()) {
    case ProcessorLevel::kV4:
      return along_segment_v4;
    case ProcessorLevel::kV3:
      return along_segment_v3;
    case ProcessorLevel::kV2:
      break;
  }
  return along_segment_v2;
}

}  // namespace

SegmentSums along_segment(std::span<const double> a, std::span<const double> b, double step) {
  assert(a.size() == b.size());
  static const Kernel kernel = best_kernel();
  return kernel(a.data(), b.data(), static_cast<std::ptrdiff_t>(a.size()), step);
}

}  // namespace skein::factor_graph
