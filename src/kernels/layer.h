// One layer of a convolutional kernel network (Mairal 2016; section 2 of the paper).
//
// A patch x with direction x/|x| is mapped into the span of the filters Z = [z_1 ... z_p], which
// are of norm 1 (eq. 1; the Nystrom approximation of the kernel |x| |y| kappa(x y / (|x| |y|))):
//
//    Gamma(x) = |x| kappa(Z'Z)^(-1/2) kappa(Z' x/|x|),    Gamma(0) = 0
//
// and what stands at all positions is pooled (pooling.h). Pooling is linear, so it comes before the
// product with kappa(Z'Z)^(-1/2), on the smaller map.
//
// Gradients are exact, through norms, kernel, kappa(Z'Z)^(-1/2) and pooling. With A = |x| kappa(U),
// U = X Z (rows X of norm 1), P = pooled A and M = P R, R = kappa(Z'Z)^(-1/2), for a gradient G of
// M:
//
//    dR = P'G,  dP = G R,  dA = unpooled dP,  dU = dA o |x| kappa'(U)
//    dZ = X'dU + Z (S + S'),  S = dK o kappa'(Z'Z), dK by inverse_root.h
//    dx = (dA kappa(U)') x/|x| + (Z dU' - (dU U') x/|x|) / |x|     for each row
#pragma once

#include <cstddef>
#include <span>

#include "base/random.h"
#include "kernels/dot_kernel.h"
#include "kernels/inverse_root.h"
#include "kernels/matrix.h"
#include "kernels/patches.h"
#include "kernels/pooling.h"

namespace skein::kernels {

struct LayerOptions {
  PatchShape patch;
  std::size_t filters = 300;  // more tell more patches apart, and take longer
  DotKernel kernel;
  PoolOptions pool;
  // Added to the diagonal of kappa(Z'Z), so that filters may be much alike.
  double ridge = 1e-3;

  friend bool operator==(const LayerOptions&, const LayerOptions&) = default;
};

template <class Scalar>
class Layer {
 public:
  // What is kept of a way forward for the way back, and the memory for both.
  struct Pass {
    Patches<Scalar> patches;
    Matrix<Scalar> products;  // U
    Matrix<Scalar> values;    // A, then dA and dU
    Matrix<Scalar> pooled;    // P
    Matrix<Scalar> gradient;  // dP
    Numbers<Scalar> room;
  };

  // What a function gains with the filters, but for kappa(Z'Z)^(-1/2); and with that.
  struct Gradient {
    Matrix<Scalar> filters;  // p x patch size
    Matrix<Scalar> root;     // p x p

    void add(const Gradient& other);
  };

  Layer(const MapShape& input, const LayerOptions& options);

  const LayerOptions& options() const { return options_; }
  const MapShape& input() const { return input_; }
  MapShape output() const;

  // Filters for such directions of patches, by k-means: as many as asked for, if there are so many
  // that differ.
  void learn_filters(const Matrix<Scalar>& directions, Rng& rng);
  const Matrix<Scalar>& filters() const { return filters_; }  // p x patch size, rows of norm 1
  void set_filters(Matrix<Scalar> filters);
  const Matrix<Scalar>& inverse_root() const { return root_; }

  // Of the maps whose patches `pass` has; outputs one after the other.
  void forward(Pass& pass, std::span<Scalar> output) const;
  // The same but for the product with kappa(Z'Z)^(-1/2); what comes out stands in `pass.pooled`.
  void pool(Pass& pass) const;

  Gradient no_gradient() const;
  // After `forward` with the same pass. Adds to `into`; and to the gradient of the inputs, unless
  // that is empty: then patches must be as `all_patches` makes them.
  void backward(Pass& pass, std::span<const Scalar> output_gradient, Gradient& into,
                std::span<Scalar> input_gradient) const;
  // dZ, all of it.
  Matrix<Scalar> filter_gradient(const Gradient& gradient) const;

 private:
  PoolPlan<Scalar> pool_plan() const;
  void add_input_gradient(const Pass& pass, std::span<const double> along,
                          std::span<Scalar> input_gradient) const;

  MapShape input_;
  LayerOptions options_;
  PoolAxis<Scalar> along_rows_;
  PoolAxis<Scalar> along_columns_;
  Matrix<Scalar> filters_;
  Matrix<double> gram_;  // Z'Z
  InverseRoot inverse_root_;
  Matrix<Scalar> root_;  // kappa(Z'Z)^(-1/2)
};

}  // namespace skein::kernels
