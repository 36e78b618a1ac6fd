#include "kernels/network.h"

#include <algorithm>
#include <numeric>

namespace skein::kernels {
namespace {

// Of all patches of some maps, at most so many, drawn at random with the chances of their numbers.
template <class Scalar>
Matrix<Scalar> sample_of(const Patches<Scalar>& patches, Rng& rng) {
  std::vector<std::uint32_t> rows;
  for (std::uint32_t row : patches.rows_of) {
    if (row != kNoRow) rows.push_back(row);
  }
  const std::size_t count = std::min(rows.size(), kPatchesToLearnFrom);
  for (std::size_t k = 0; k < count; ++k) {
    std::swap(rows[k], rows[k + rng.below(rows.size() - k)]);
  }
  Matrix<Scalar> sample(count, patches.directions.columns);
  for (std::size_t k = 0; k < count; ++k) {
    const auto from = patches.directions.row(rows[k]);
    std::copy(from.begin(), from.end(), sample.row(k).begin());
  }
  return sample;
}

}  // namespace

template <class Scalar>
Network<Scalar>::Network(const NetworkOptions& options) : options_(options) {
  // Layers above the first are made when the filters below them are known.
  layers_.emplace_back(options.input, options.layers.front());
}

template <class Scalar>
std::size_t Network<Scalar>::parameters() const {
  std::size_t sum = 0;
  for (const Layer<Scalar>& layer : layers_) sum += layer.filters().values.size();
  return sum;
}

template <class Scalar>
Inputs<Scalar> Network<Scalar>::prepare(std::span<const Scalar> maps) const {
  return {maps.size() / options_.input.size(),
          distinct_patches(maps, options_.input, options_.layers.front().patch)};
}

template <class Scalar>
void Network<Scalar>::set_filters(std::size_t layer, Matrix<Scalar> filters) {
  layers_[layer].set_filters(std::move(filters));
  if (layer + 1 == layers_.size() && layers_.size() < options_.layers.size()) {
    layers_.emplace_back(layers_[layer].output(), options_.layers[layer + 1]);
  }
}

template <class Scalar>
void Network<Scalar>::learn_filters(const Inputs<Scalar>& inputs, Rng& rng) {
  layers_.erase(layers_.begin() + 1, layers_.end());
  Matrix<Scalar> directions = sample_of(inputs.patches, rng);
  for (std::size_t k = 0;; ++k) {
    layers_[k].learn_filters(directions, rng);
    if (k + 1 == options_.layers.size()) return;
    layers_.emplace_back(layers_[k].output(), options_.layers[k + 1]);
    // As many maps as are needed for the sample, of all that there are.
    const std::size_t needed = kPatchesToLearnFrom / layers_[k + 1].input().positions() + 1;
    std::vector<std::uint32_t> maps(std::min(inputs.count, needed));
    for (std::size_t i = 0; i < maps.size(); ++i) {
      maps[i] = static_cast<std::uint32_t>(i * inputs.count / maps.size());
    }
    Pass pass = make_pass();
    pass.selection.select(inputs.patches, options_.input.positions(), maps, pass.layers[0].patches);
    for (std::size_t below = 0; below <= k; ++below) feed(below, maps.size(), pass);
    directions = sample_of(all_patches<Scalar>(pass.outputs[k], layers_[k + 1].input(),
                                               layers_[k + 1].options().patch),
                           rng);
  }
}

template <class Scalar>
typename Network<Scalar>::Pass Network<Scalar>::make_pass() const {
  Pass pass;
  pass.layers.resize(layers_.size());
  pass.outputs.resize(layers_.size());
  pass.gradients.resize(layers_.size());
  return pass;
}

// A layer above the first takes its patches from the outputs below.
template <class Scalar>
void Network<Scalar>::take_patches(std::size_t layer, Pass& pass) const {
  if (layer == 0) return;
  const Layer<Scalar>& own = layers_[layer];
  pass.layers[layer].patches =
      all_patches<Scalar>(pass.outputs[layer - 1], own.input(), own.options().patch);
}

template <class Scalar>
void Network<Scalar>::feed(std::size_t layer, std::size_t maps, Pass& pass) const {
  const Layer<Scalar>& own = layers_[layer];
  take_patches(layer, pass);
  pass.outputs[layer].resize(maps * own.output().size());
  own.forward(pass.layers[layer], pass.outputs[layer]);
}

template <class Scalar>
std::span<const Scalar> Network<Scalar>::feed_all(std::size_t maps, Pass& pass,
                                                  Ending ending) const {
  const std::size_t last = layers_.size() - 1;
  for (std::size_t k = 0; k < last; ++k) feed(k, maps, pass);
  if (ending == Ending::kWhole) {
    feed(last, maps, pass);
    return pass.outputs[last];
  }
  take_patches(last, pass);
  layers_[last].pool(pass.layers[last]);
  return pass.layers[last].pooled.values;
}

template <class Scalar>
std::span<const Scalar> Network<Scalar>::forward(const Inputs<Scalar>& inputs,
                                                 std::span<const std::uint32_t> maps, Pass& pass,
                                                 Ending ending) const {
  pass.selection.select(inputs.patches, options_.input.positions(), maps, pass.layers[0].patches);
  return feed_all(maps.size(), pass, ending);
}

template <class Scalar>
std::span<const Scalar> Network<Scalar>::forward(Patches<Scalar> patches, Pass& pass,
                                                 Ending ending) const {
  pass.layers[0].patches = std::move(patches);
  return feed_all(pass.layers[0].patches.rows_of.size() / options_.input.positions(), pass, ending);
}

template <class Scalar>
std::span<const Scalar> Network<Scalar>::forward(std::span<const Scalar> maps, Pass& pass,
                                                 Ending ending) const {
  return forward(all_patches<Scalar>(maps, options_.input, options_.layers.front().patch), pass,
                 ending);
}

template <class Scalar>
typename Network<Scalar>::Gradient Network<Scalar>::no_gradient() const {
  Gradient gradient;
  for (const Layer<Scalar>& layer : layers_) gradient.push_back(layer.no_gradient());
  return gradient;
}

template <class Scalar>
void Network<Scalar>::backward(Pass& pass, std::span<const Scalar> output_gradient, Gradient& into,
                               std::span<Scalar> input_gradient) const {
  std::span<const Scalar> above = output_gradient;
  for (std::size_t k = layers_.size(); k-- > 0;) {
    std::span<Scalar> below = input_gradient;
    if (k > 0) {
      pass.gradients[k - 1].assign(pass.outputs[k - 1].size(), Scalar(0));
      below = pass.gradients[k - 1];
    }
    layers_[k].backward(pass.layers[k], above, into[k], below);
    above = below;
  }
}

template class Network<float>;
template class Network<double>;

}  // namespace skein::kernels
