// Spherical k-means: directions that stand for many (Buchta and others 2012). Each of the given
// directions belongs to the centre that it has the largest product with; each centre is the
// direction of the sum of its own. The start is that of k-means++ (Arthur and Vassilvitskii 2007),
// with distances 1 - product.
#pragma once

#include <cstddef>

#include "base/random.h"
#include "kernels/matrix.h"

namespace skein::kernels {

struct KMeansOptions {
  std::size_t centres = 200;
  int most_rounds = 30;
};

template <class Scalar>
struct KMeansResult {
  Matrix<Scalar> centres;   // of norm 1; fewer than asked for, if there are fewer directions
  double mean_product = 0;  // of the directions with their centres
  int rounds = 0;
};

// `directions` of norm 1, at least one.
template <class Scalar>
KMeansResult<Scalar> spherical_kmeans(const Matrix<Scalar>& directions,
                                      const KMeansOptions& options, Rng& rng);

}  // namespace skein::kernels
