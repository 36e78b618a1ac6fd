#include "learning/choice_network.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/input_error.h"
#include "kernels/hot_loops.h"

namespace skein::learning {

using kernels::Into;
using kernels::Matrix;
using kernels::Transposed;

namespace {

void require_sound(const ChoiceShape& shape, const ChoiceNetworkOptions& options) {
  const auto fail = [](const char* field, std::string problem, std::string remedy) {
    throw InputError({"", 0, field, std::move(problem), std::move(remedy)});
  };
  if (shape.channels == 0 || shape.places == 0) {
    fail("examples", "have no channels or no places", "give examples that show something");
  }
  if (!(options.dropout >= 0 && options.dropout < 1)) {
    fail("dropout", fmt::format("{} is no share", options.dropout), "give one from 0 to below 1");
  }
  for (const ChoiceNetworkOptions::Layer& layer : options.layers) {
    if (layer.channels == 0) fail("channels", "a layer has none", "give it at least one");
    if (layer.width % 2 == 0) {
      fail("width", fmt::format("{} is no odd number", layer.width), "give 1, 3, 5 or so");
    }
  }
}

// Sums over the places of an example that may be chosen, in order: add(row of the map).
template <class Add>
std::size_t for_each_allowed(const ChoiceShape& shape, std::span<const char> allowed,
                             std::size_t example, Add add) {
  std::size_t count = 0;
  for (std::size_t place = 0; place < shape.places; ++place) {
    if (allowed[example * shape.classes() + place] == 0) continue;
    add(example * shape.places + place);
    ++count;
  }
  return count;
}

}  // namespace

template <class Scalar>
ChoiceNetwork<Scalar>::ChoiceNetwork(const ChoiceShape& shape, const ChoiceNetworkOptions& options)
    : shape_(shape), options_(options) {
  require_sound(shape, options);
  std::size_t channels = shape.channels;
  for (const ChoiceNetworkOptions::Layer& layer : options.layers) {
    layers_.emplace_back(ConvolutionShape{shape.places, channels, layer.channels, layer.width});
    parameters_ += layers_.back().shape().parameters();
    channels = layer.channels;
  }
  parameters_ += head_weights() + head_biases();
}

template <class Scalar>
std::size_t ChoiceNetwork<Scalar>::last_channels() const {
  return layers_.empty() ? shape_.channels : layers_.back().shape().outputs;
}

// Dense: by place, channel and class. Shared: of a place, then of the mean, by channel.
template <class Scalar>
std::size_t ChoiceNetwork<Scalar>::head_weights() const {
  const std::size_t channels = last_channels();
  return options_.head == ChoiceHead::kDense ? shape_.places * channels * shape_.classes()
                                             : 2 * channels;
}

// Shared: of none only; one that all places had would change nothing else.
template <class Scalar>
std::size_t ChoiceNetwork<Scalar>::head_biases() const {
  return options_.head == ChoiceHead::kDense ? shape_.classes() : 1;
}

template <class Scalar>
std::vector<char> ChoiceNetwork<Scalar>::biases() const {
  std::vector<char> flags;
  for (const Convolution<Scalar>& layer : layers_) {
    flags.insert(flags.end(), layer.shape().patch() * layer.shape().outputs, 0);
    flags.insert(flags.end(), layer.shape().outputs, 1);
  }
  flags.insert(flags.end(), head_weights(), 0);
  flags.insert(flags.end(), head_biases(), 1);
  return flags;
}

template <class Scalar>
void ChoiceNetwork<Scalar>::fill_start(Rng& rng, std::span<Scalar> parameters) const {
  std::ranges::fill(parameters, Scalar(0));
  std::size_t begin = 0;
  for (const Convolution<Scalar>& layer : layers_) {
    const ConvolutionShape& shape = layer.shape();
    const double deviation = std::sqrt(2.0 / static_cast<double>(shape.patch()));
    for (Scalar& weight : parameters.subspan(begin, shape.patch() * shape.outputs)) {
      weight = static_cast<Scalar>(deviation * rng.normal());
    }
    begin += shape.parameters();
  }
}

template <class Scalar>
const Matrix<Scalar>& ChoiceNetwork<Scalar>::last_map(const ChoiceBatch<Scalar>& batch,
                                                      const Pass& pass) const {
  return layers_.empty() ? batch.maps : pass.layers.back().output;
}

// What is kept grows, so that the mean stays.
template <class Scalar>
void ChoiceNetwork<Scalar>::drop(Matrix<Scalar>& map, Rng& rng) const {
  constexpr std::size_t kDraws = 4;  // of 16 bits each
  const auto least = static_cast<std::uint64_t>(std::lround(options_.dropout * 0x1p16));
  const auto growth = static_cast<Scalar>(1 / (1 - options_.dropout));
  for (std::size_t begin = 0; begin < map.values.size(); begin += kDraws) {
    std::uint64_t bits = rng.next();
    const std::size_t end = std::min(begin + kDraws, map.values.size());
    for (std::size_t k = begin; k < end; ++k, bits >>= 16U) {
      map.values[k] *= (bits & 0xffffU) < least ? Scalar(0) : growth;
    }
  }
}

template <class Scalar>
const Matrix<Scalar>& ChoiceNetwork<Scalar>::forward(std::span<const Scalar> parameters,
                                                     const ChoiceBatch<Scalar>& batch, Pass& pass,
                                                     Rng* dropout) const {
  pass.drops = dropout != nullptr && options_.dropout > 0;
  pass.layers.resize(layers_.size());
  const Map* map = &batch.maps;
  for (std::size_t k = 0; k < layers_.size(); ++k) {
    const std::size_t own = layers_[k].shape().parameters();
    layers_[k].forward(parameters.first(own), *map, pass.layers[k]);
    parameters = parameters.subspan(own);
    map = &pass.layers[k].output;
    if (pass.drops) drop(pass.layers[k].output, *dropout);
  }
  pass.scores.reshape(batch.examples(shape_), shape_.classes());
  if (options_.head == ChoiceHead::kDense) {
    dense_forward(parameters, *map, pass);
  } else {
    shared_forward(parameters, batch, *map, pass);
  }
  return pass.scores;
}

template <class Scalar>
void ChoiceNetwork<Scalar>::dense_forward(std::span<const Scalar> head, const Map& map,
                                          Pass& pass) const {
  const std::size_t classes = shape_.classes();
  kernels::hot_loops<Scalar>().multiply({pass.scores.rows, classes, shape_.places * map.columns},
                                        Transposed::kNone, map.values.data(), head.data(),
                                        Into::kReplace, pass.scores.values.data());
  const std::span<const Scalar> biases = head.subspan(head_weights());
  for (std::size_t i = 0; i < pass.scores.rows; ++i) {
    for (std::size_t y = 0; y < classes; ++y) pass.scores(i, y) += biases[y];
  }
}

template <class Scalar>
void ChoiceNetwork<Scalar>::shared_forward(std::span<const Scalar> head,
                                           const ChoiceBatch<Scalar>& batch, const Map& map,
                                           Pass& pass) const {
  const std::size_t channels = map.columns;
  pass.place_scores.reshape(map.rows, 1);
  kernels::hot_loops<Scalar>().multiply({map.rows, 1, channels}, Transposed::kSecond,
                                        map.values.data(), head.data(), Into::kReplace,
                                        pass.place_scores.values.data());
  pass.means = Map(pass.scores.rows, channels);
  for (std::size_t i = 0; i < pass.scores.rows; ++i) {
    const std::span<Scalar> mean = pass.means.row(i);
    const std::size_t count = for_each_allowed(shape_, batch.allowed, i, [&](std::size_t row) {
      for (std::size_t c = 0; c < channels; ++c) mean[c] += map(row, c);
    });
    Scalar none = head[2 * channels];
    for (std::size_t c = 0; c < channels; ++c) {
      mean[c] /= static_cast<Scalar>(std::max<std::size_t>(1, count));
      none += mean[c] * head[channels + c];
    }
    std::copy_n(pass.place_scores.values.data() + i * shape_.places, shape_.places,
                pass.scores.row(i).data());
    pass.scores(i, shape_.places) = none;
  }
}

template <class Scalar>
void ChoiceNetwork<Scalar>::backward(std::span<const Scalar> parameters,
                                     const ChoiceBatch<Scalar>& batch, const Map& of_scores,
                                     Pass& pass, std::span<Scalar> of_parameters,
                                     Map* of_maps) const {
  std::size_t begin = parameters_ - head_weights() - head_biases();
  const Map& last = last_map(batch, pass);
  if (options_.head == ChoiceHead::kDense) {
    dense_backward(parameters.subspan(begin), last, of_scores, pass, of_parameters.subspan(begin));
  } else {
    shared_backward(parameters.subspan(begin), batch, last, of_scores, pass,
                    of_parameters.subspan(begin));
  }
  for (std::size_t k = layers_.size(); k-- > 0;) {
    if (pass.drops) {
      // What was left out is 0, and the layer cuts its gradient as that of other zeros.
      const auto growth = static_cast<Scalar>(1 / (1 - options_.dropout));
      for (Scalar& value : pass.of_map.values) value *= growth;
    }
    const std::size_t own = layers_[k].shape().parameters();
    begin -= own;
    layers_[k].backward(pass.layers[k], pass.of_map, of_parameters.subspan(begin, own));
    if (k == 0 && of_maps == nullptr) return;
    layers_[k].pull_back(parameters.subspan(begin, own), pass.of_map, pass.layers[k],
                         pass.of_input);
    std::swap(pass.of_map, pass.of_input);
  }
  if (of_maps != nullptr) std::swap(*of_maps, pass.of_map);
}

template <class Scalar>
void ChoiceNetwork<Scalar>::dense_backward(std::span<const Scalar> head, const Map& map,
                                           const Map& of_scores, Pass& pass,
                                           std::span<Scalar> of_head) const {
  const auto& loops = kernels::hot_loops<Scalar>();
  const std::size_t flat = shape_.places * map.columns;
  const std::size_t classes = shape_.classes();
  loops.multiply({flat, classes, of_scores.rows}, Transposed::kFirst, map.values.data(),
                 of_scores.values.data(), Into::kAdd, of_head.data());
  const std::span<Scalar> of_biases = of_head.subspan(head_weights());
  for (std::size_t i = 0; i < of_scores.rows; ++i) {
    for (std::size_t y = 0; y < classes; ++y) of_biases[y] += of_scores(i, y);
  }
  pass.of_map.reshape(map.rows, map.columns);
  loops.multiply({of_scores.rows, flat, classes}, Transposed::kSecond, of_scores.values.data(),
                 head.data(), Into::kReplace, pass.of_map.values.data());
}

template <class Scalar>
void ChoiceNetwork<Scalar>::shared_backward(std::span<const Scalar> head,
                                            const ChoiceBatch<Scalar>& batch, const Map& map,
                                            const Map& of_scores, Pass& pass,
                                            std::span<Scalar> of_head) const {
  const std::size_t channels = map.columns;
  pass.of_map.reshape(map.rows, channels);
  for (std::size_t i = 0; i < of_scores.rows; ++i) {
    const Scalar of_none = of_scores(i, shape_.places);
    const std::size_t count = for_each_allowed(shape_, batch.allowed, i, [](std::size_t) {});
    const Scalar of_mean = count == 0 ? Scalar(0) : of_none / static_cast<Scalar>(count);
    for (std::size_t place = 0; place < shape_.places; ++place) {
      const std::size_t row = i * shape_.places + place;
      const Scalar slope = of_scores(i, place);
      const bool in_mean = batch.allowed[i * shape_.classes() + place] != 0;
      const Scalar share = in_mean ? of_mean : Scalar(0);
      for (std::size_t c = 0; c < channels; ++c) {
        of_head[c] += slope * map(row, c);
        pass.of_map(row, c) = slope * head[c] + share * head[channels + c];
      }
    }
    for (std::size_t c = 0; c < channels; ++c) of_head[channels + c] += of_none * pass.means(i, c);
    of_head[2 * channels] += of_none;
  }
}

template class ChoiceNetwork<float>;
template class ChoiceNetwork<double>;

}  // namespace skein::learning
