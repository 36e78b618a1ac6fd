// A convolution along the places of an example, and what it gives less than 0 set to 0:
//
//    out(p, o) = max(0, b_o + sum over taps k and channels c of W(k, c, o) in(p + k - width/2, c))
//
// Beyond the first and the last place there are zeros. Forward and backward are products of
// matrices on patches, which lie next to each other for it (im2col). Parameters are kept outside,
// in one array for a whole network: W, outputs innermost, then b.
#pragma once

#include <cstddef>
#include <span>

#include "kernels/matrix.h"

namespace skein::learning {

struct ConvolutionShape {
  std::size_t places = 1;
  std::size_t inputs = 1;   // channels
  std::size_t outputs = 1;  // channels
  std::size_t width = 3;    // taps, an odd number

  std::size_t patch() const { return width * inputs; }
  std::size_t parameters() const { return (patch() + 1) * outputs; }
};

template <class Scalar>
class Convolution {
 public:
  // What a pass backward needs of the pass forward. Rows are places, example after example.
  struct Pass {
    kernels::Matrix<Scalar> patches;
    kernels::Matrix<Scalar> output;
    kernels::Matrix<Scalar> patch_gradient;
  };

  explicit Convolution(const ConvolutionShape& shape) : shape_(shape) {}
  const ConvolutionShape& shape() const { return shape_; }

  void forward(std::span<const Scalar> parameters, const kernels::Matrix<Scalar>& input,
               Pass& pass) const;
  // `gradient` is that of the output, and is set to 0 where that was cut. Adds to the gradient of
  // the parameters.
  void backward(Pass& pass, kernels::Matrix<Scalar>& gradient,
                std::span<Scalar> of_parameters) const;
  // After `backward`, with its gradient.
  void pull_back(std::span<const Scalar> parameters, const kernels::Matrix<Scalar>& gradient,
                 Pass& pass, kernels::Matrix<Scalar>& of_input) const;

 private:
  void fill_patches(const kernels::Matrix<Scalar>& input, kernels::Matrix<Scalar>& patches) const;
  // Taps that lie within the example, of the patch at a place.
  struct Taps {
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  Taps taps_at(std::size_t place) const;

  ConvolutionShape shape_;
};

}  // namespace skein::learning
