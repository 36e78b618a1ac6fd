#include "learning/convolution.h"

#include <algorithm>

#include "kernels/hot_loops.h"

namespace skein::learning {

using kernels::Into;
using kernels::Matrix;
using kernels::Transposed;

template <class Scalar>
typename Convolution<Scalar>::Taps Convolution<Scalar>::taps_at(std::size_t place) const {
  const std::size_t half = shape_.width / 2;
  return {place < half ? half - place : 0, std::min(shape_.width, shape_.places + half - place)};
}

// A patch is what stands at some places next to each other, so one copy does.
template <class Scalar>
void Convolution<Scalar>::fill_patches(const Matrix<Scalar>& input, Matrix<Scalar>& patches) const {
  const std::size_t channels = shape_.inputs;
  patches.reshape(input.rows, shape_.patch());
  for (std::size_t row = 0; row < input.rows; ++row) {
    const Taps taps = taps_at(row % shape_.places);
    Scalar* const patch = patches.row(row).data();
    std::fill(patch, patch + taps.begin * channels, Scalar(0));
    std::copy_n(input.values.data() + (row + taps.begin - shape_.width / 2) * channels,
                (taps.end - taps.begin) * channels, patch + taps.begin * channels);
    std::fill(patch + taps.end * channels, patch + shape_.patch(), Scalar(0));
  }
}

template <class Scalar>
void Convolution<Scalar>::forward(std::span<const Scalar> parameters, const Matrix<Scalar>& input,
                                  Pass& pass) const {
  fill_patches(input, pass.patches);
  pass.output.reshape(input.rows, shape_.outputs);
  const std::span<const Scalar> biases = parameters.subspan(shape_.patch() * shape_.outputs);
  kernels::hot_loops<Scalar>().multiply(
      {input.rows, shape_.outputs, shape_.patch()}, Transposed::kNone, pass.patches.values.data(),
      parameters.data(), Into::kReplace, pass.output.values.data());
  for (std::size_t row = 0; row < input.rows; ++row) {
    Scalar* const values = pass.output.row(row).data();
    for (std::size_t o = 0; o < shape_.outputs; ++o) {
      values[o] = std::max(Scalar(0), values[o] + biases[o]);
    }
  }
}

template <class Scalar>
void Convolution<Scalar>::backward(Pass& pass, Matrix<Scalar>& gradient,
                                   std::span<Scalar> of_parameters) const {
  const std::span<Scalar> of_biases = of_parameters.subspan(shape_.patch() * shape_.outputs);
  for (std::size_t row = 0; row < gradient.rows; ++row) {
    Scalar* const values = gradient.row(row).data();
    const Scalar* const output = pass.output.row(row).data();
    for (std::size_t o = 0; o < shape_.outputs; ++o) {
      values[o] = output[o] > 0 ? values[o] : Scalar(0);
      of_biases[o] += values[o];
    }
  }
  kernels::hot_loops<Scalar>().multiply({shape_.patch(), shape_.outputs, gradient.rows},
                                        Transposed::kFirst, pass.patches.values.data(),
                                        gradient.values.data(), Into::kAdd, of_parameters.data());
}

template <class Scalar>
void Convolution<Scalar>::pull_back(std::span<const Scalar> parameters,
                                    const Matrix<Scalar>& gradient, Pass& pass,
                                    Matrix<Scalar>& of_input) const {
  const std::size_t channels = shape_.inputs;
  pass.patch_gradient.reshape(gradient.rows, shape_.patch());
  kernels::hot_loops<Scalar>().multiply(
      {gradient.rows, shape_.patch(), shape_.outputs}, Transposed::kSecond, gradient.values.data(),
      parameters.data(), Into::kReplace, pass.patch_gradient.values.data());
  of_input.reshape(gradient.rows, channels);
  of_input.fill(0);
  for (std::size_t row = 0; row < gradient.rows; ++row) {
    const Taps taps = taps_at(row % shape_.places);
    const Scalar* const patch = pass.patch_gradient.row(row).data() + taps.begin * channels;
    Scalar* const to = of_input.values.data() + (row + taps.begin - shape_.width / 2) * channels;
    for (std::size_t k = 0; k < (taps.end - taps.begin) * channels; ++k) to[k] += patch[k];
  }
}

template class Convolution<float>;
template class Convolution<double>;

}  // namespace skein::learning
