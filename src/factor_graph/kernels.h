// The inner loops of inference on chains, of line searches on entropies, of sums over long vectors
// and of rows of features. The same source is compiled for several generations of processors; the
// best is chosen at run time.
#pragma once

#include <cstddef>

#include "factor_graph/segment.h"

namespace skein::factor_graph {

// A step of a chain from states (a, r) to states (r, y): tables F(a, r, y) have `states` rows of
// `labels`; a row's r is its number modulo `rests`.
struct ChainStep {
  const double* factors = nullptr;  // F
  const double* last = nullptr;     // factors of y alone
  std::ptrdiff_t states = 0;
  std::ptrdiff_t rests = 0;
  std::ptrdiff_t labels = 0;
};

// Rows of features and a table of weights by feature and label; see rows.h.
struct RowsShape {
  std::ptrdiff_t places = 0;
  std::ptrdiff_t features = 0;
  std::ptrdiff_t labels = 0;
};

struct Kernels {
  // exp(values - their greatest), in place; returns the greatest.
  double (*to_factors)(double* values, std::ptrdiff_t size);
  // after(r, y) = last(y) sum_a before(a, r) F(a, r, y), divided by the sum, which is returned.
  double (*go_forward)(const ChainStep& step, const double* before, double* after);
  // before(a, r) = sum_y F(a, r, y) ahead(r, y) with ahead(r, y) = last(y) after(r, y), and
  // window(a, r, y) = forward(a, r) F(a, r, y) ahead(r, y); both divided by their sums. `ahead` is
  // room for as many as there are states.
  void (*go_backward)(const ChainStep& step, const double* forward, const double* after,
                      double* ahead, double* before, double* window);
  SegmentSums (*along_segment)(const double* from, const double* to, std::ptrdiff_t size,
                               double step);
  // vectors.h
  double (*product)(const double* a, const double* b, std::ptrdiff_t size);
  void (*add)(double times, const double* from, double* to, std::ptrdiff_t size);
  void (*approach)(double step, const double* goal, double* values, std::ptrdiff_t size);
  // rows.h; weights go on for at least 8 numbers behind those of the features.
  void (*add_scores)(const RowsShape& shape, const float* rows, const double* weights,
                     double* scores);
  void (*add_outer)(const RowsShape& shape, const float* rows, double times, const double* moments,
                    double* weights);
  double (*row_product)(const float* a, const float* b, std::ptrdiff_t size);
};

const Kernels& kernels();

}  // namespace skein::factor_graph
