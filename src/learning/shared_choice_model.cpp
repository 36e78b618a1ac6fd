#include "learning/shared_choice_model.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "base/input_error.h"

namespace skein::learning {
namespace {

constexpr std::size_t kExamplesAtOnce = 512;

// scale R w
std::vector<float> through_root(const kernels::Matrix<float>& root, std::span<const double> w,
                                double scale) {
  std::vector<float> folded(root.rows);
  for (std::size_t i = 0; i < root.rows; ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < root.columns; ++j) sum += static_cast<double>(root(i, j)) * w[j];
    folded[i] = static_cast<float>(scale * sum);
  }
  return folded;
}

double product(std::span<const float> a, std::span<const float> b) {
  double sum = 0;
  for (std::size_t j = 0; j < a.size(); ++j) {
    sum += static_cast<double>(a[j]) * static_cast<double>(b[j]);
  }
  return sum;
}

// Channels of a position next to each other.
void copy_map(const ChoiceExamples& examples, std::size_t k, float* map) {
  const std::size_t places = examples.places;
  const std::size_t channels = examples.channels;
  const float* values = examples.values.data() + k * channels * places;
  for (std::size_t c = 0; c < channels; ++c) {
    for (std::size_t place = 0; place < places; ++place) {
      map[place * channels + c] = values[c * places + place];
    }
  }
}

}  // namespace

SharedChoiceModel::SharedChoiceModel(const FeatureMapper& mapper, std::span<const double> weights)
    : network_(mapper.network) {
  assert(mapper.network.depth() == 1 && mapper.scaler.scaling == Scaling::kMeanNorm);
  const kernels::Matrix<float>& root = mapper.network.layer(0).inverse_root();
  const std::size_t features = root.rows;
  const std::size_t candidates = mapper.network.output().size() / features;
  const auto w = weights.first(features);
  const auto v = weights.subspan(features, features);
  const auto biases = weights.subspan(2 * features, candidates + 1);
  const auto factor = static_cast<double>(mapper.scaler.factor.front());
  const double share = 1 / static_cast<double>(candidates);
  of_candidate_ = through_root(root, w, factor);
  of_none_ = through_root(root, v, factor * share);
  biases_.assign(biases.begin(), biases.end());
  for (std::size_t t = 0; t < candidates; ++t) {
    for (std::size_t j = 0; j < features; ++j) {
      const double shift = factor * static_cast<double>(mapper.scaler.shift[t * features + j]);
      biases_[t] -= shift * w[j];
      biases_[candidates] -= share * shift * v[j];
    }
  }
}

std::size_t SharedChoiceModel::parameters() const {
  return network_->parameters() + of_candidate_.size() + of_none_.size() + biases_.size();
}

void SharedChoiceModel::exchange_shape(StateArchive& archive) {
  kernels::NetworkOptions options;
  options.layers.resize(1);
  if (network_) options = network_->options();
  kernels::LayerOptions& layer = options.layers.front();
  // There may be fewer than were asked for.
  if (network_) layer.filters = network_->layer(0).filters().rows;
  archive.exchange_whole("candidates", options.input.columns);
  archive.exchange_whole("channels", options.input.channels);
  archive.exchange_whole("patch", layer.patch.columns);
  archive.exchange_whole("filters", layer.filters);
  archive.exchange_whole("kernel", layer.kernel.kind);
  archive.exchange("sigma", layer.kernel.sigma);
  archive.exchange_whole("degree", layer.kernel.degree);
  archive.exchange("offset", layer.kernel.offset);
  archive.exchange("ridge", layer.ridge);
  layer.patch.rows = 1;
  layer.pool = {1, 1, 0};
  constexpr std::size_t kMost = 1 << 20;
  const std::size_t size = layer.patch.columns * options.input.channels;
  if (options.input.positions() == 0 || options.input.positions() > kMost || size == 0 ||
      size > kMost || layer.filters == 0 || layer.filters > kMost) {
    throw InputError({"", 0, "model", "has a network of no size", "train the model again"});
  }
  if (!network_) network_.emplace(options);
}

void SharedChoiceModel::exchange(StateArchive& archive) {
  const bool is_new = !network_;
  exchange_shape(archive);
  const kernels::NetworkOptions& options = network_->options();
  const kernels::LayerOptions& layer = options.layers.front();
  kernels::Matrix<float> filters(is_new ? layer.filters : network_->layer(0).filters().rows,
                                 layer.patch.columns * options.input.channels);
  if (!is_new) filters = network_->layer(0).filters();
  of_candidate_.resize(filters.rows);
  of_none_.resize(filters.rows);
  biases_.resize(options.input.columns + 1);
  archive.exchange("filters", std::span<float>(filters.values));
  archive.exchange("candidate", std::span<float>(of_candidate_));
  archive.exchange("none", std::span<float>(of_none_));
  archive.exchange("biases", std::span<double>(biases_));
  if (archive.reads()) network_->set_filters(0, std::move(filters));
}

std::vector<float> SharedChoiceModel::scores(const ChoiceExamples& examples,
                                             Workers& workers) const {
  const std::vector<double> raw = raw_scores(examples, workers);
  const std::size_t labels = examples.places + 1;
  std::vector<float> logarithms(raw.size(), -std::numeric_limits<float>::infinity());
  for (std::size_t begin = 0; begin < raw.size(); begin += labels) {
    double most = -std::numeric_limits<double>::infinity();
    for (std::size_t y = 0; y < labels; ++y) {
      if (examples.allowed[begin + y] != 0) most = std::max(most, raw[begin + y]);
    }
    double sum = 0;
    for (std::size_t y = 0; y < labels; ++y) {
      if (examples.allowed[begin + y] != 0) sum += std::exp(raw[begin + y] - most);
    }
    const double log_sum = most + std::log(sum);
    for (std::size_t y = 0; y < labels; ++y) {
      if (examples.allowed[begin + y] == 0) continue;
      logarithms[begin + y] = static_cast<float>(raw[begin + y] - log_sum);
    }
  }
  return logarithms;
}

std::vector<double> SharedChoiceModel::raw_scores(const ChoiceExamples& examples,
                                                  Workers& workers) const {
  const kernels::MapShape& shape = network_->options().input;
  if (examples.channels != shape.channels || examples.places != shape.columns) {
    throw InputError(
        {"", 0, "features",
         fmt::format("are {} for each of {} candidates, where the model reads {} of {}",
                     examples.channels, examples.places, shape.channels, shape.columns),
         "give examples as the model was trained on, or train a model on such"});
  }
  const std::size_t places = examples.places;
  const std::size_t features = of_candidate_.size();
  std::vector<double> result(examples.size() * (places + 1));
  std::vector<kernels::Network<float>::Pass> passes(workers.size(), network_->make_pass());
  const std::size_t blocks = (examples.size() + kExamplesAtOnce - 1) / kExamplesAtOnce;
  workers.run(blocks, [&](std::size_t block, std::size_t worker) {
    const std::size_t begin = block * kExamplesAtOnce;
    const std::size_t end = std::min(examples.size(), begin + kExamplesAtOnce);
    kernels::Numbers<float> maps((end - begin) * shape.size());
    for (std::size_t k = begin; k < end; ++k) {
      copy_map(examples, k, maps.data() + (k - begin) * shape.size());
    }
    const std::span<const float> pooled =
        network_->forward(std::span<const float>(maps), passes[worker], kernels::Ending::kPooled);
    for (std::size_t k = begin; k < end; ++k) {
      double* scores = result.data() + k * (places + 1);
      std::ranges::copy(biases_, scores);
      for (std::size_t t = 0; t < places; ++t) {
        const auto map = pooled.subspan(((k - begin) * places + t) * features, features);
        scores[t] += product(map, of_candidate_);
        scores[places] += product(map, of_none_);
      }
    }
  });
  return result;
}

}  // namespace skein::learning
