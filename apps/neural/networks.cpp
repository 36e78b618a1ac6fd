#include "neural/networks.h"

namespace skein::neural {
namespace {

constexpr auto kLabels = static_cast<std::int64_t>(sequence::kLetters);
constexpr auto kPixels = static_cast<std::int64_t>(sequence::kPixels);
constexpr std::int64_t kKernel = 3;
constexpr std::int64_t kPool = 2;
constexpr std::int64_t kHidden = 128;
constexpr std::int64_t kPlaces = kPixels / (kPool * kPool) / (kPool * kPool);  // after two poolings
constexpr std::int64_t kLayers = 2;

torch::nn::Conv2d convolution(std::int64_t from, std::int64_t to) {
  return torch::nn::Conv2d(torch::nn::Conv2dOptions(from, to, kKernel).padding(kKernel / 2));
}

// With channels innermost, which torch pools several times faster.
torch::Tensor rectified_and_pooled(const torch::Tensor& map) {
  return torch::relu(torch::max_pool2d(map.contiguous(torch::MemoryFormat::ChannelsLast), kPool));
}

}  // namespace

ConvolutionNetwork::ConvolutionNetwork(const Settings& settings)
    : first_(register_module("first", convolution(1, settings.width))),
      second_(register_module("second", convolution(settings.width, 2 * settings.width))),
      hidden_(register_module("hidden", torch::nn::Linear(2 * settings.width * kPlaces, kHidden))),
      last_(register_module("last", torch::nn::Linear(kHidden, kLabels))),
      dropout_(register_module("dropout", torch::nn::Dropout(settings.dropout))) {}

torch::Tensor ConvolutionNetwork::scores(const Batch& batch) {
  torch::Tensor map = rectified_and_pooled(first_(batch.pixels));
  map = rectified_and_pooled(second_(map));
  const torch::Tensor hidden = torch::relu(hidden_(dropout_(map.flatten(1))));
  return last_(dropout_(hidden));
}

RecurrentNetwork::RecurrentNetwork(const Settings& settings)
    : layers_(
          register_module("layers", torch::nn::LSTM(torch::nn::LSTMOptions(kPixels, settings.width)
                                                        .num_layers(kLayers)
                                                        .dropout(settings.dropout)
                                                        .bidirectional(settings.bidirectional)
                                                        .batch_first(true)))),
      last_(register_module(
          "last", torch::nn::Linear((settings.bidirectional ? 2 : 1) * settings.width, kLabels))),
      dropout_(register_module("dropout", torch::nn::Dropout(settings.dropout))) {}

torch::Tensor RecurrentNetwork::scores(const Batch& batch) {
  namespace rnn = torch::nn::utils::rnn;
  const auto words = batch.pixels.flatten(1).split_with_sizes(batch.lengths);
  const auto packed = rnn::pack_sequence(words, /*enforce_sorted=*/false);
  const auto states = std::get<0>(layers_->forward_with_packed_input(packed));
  const auto [padded, lengths] = rnn::pad_packed_sequence(states, /*batch_first=*/true);
  // Words as long as the longest again; what is behind their ends is left out.
  const torch::Tensor inside = torch::arange(padded.size(1)).unsqueeze(0) < lengths.unsqueeze(1);
  return last_(dropout_(padded.index({inside})));
}

}  // namespace skein::neural
