#include "learning/choice_network_model.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "base/input_error.h"

namespace skein::learning {
namespace {

constexpr float kFarOut = 8;                  // standard deviations
constexpr std::size_t kExamplesAtOnce = 128;  // by one thread
constexpr std::size_t kMostInShape = 1U << 20U;

[[noreturn]] void fail(const char* field, std::string problem, std::string remedy) {
  throw InputError({"", 0, field, std::move(problem), std::move(remedy)});
}

void require_count(const char* field, std::size_t count, std::size_t needed) {
  if (count == needed) return;
  fail(field, fmt::format("{} values, where {} are needed", count, needed),
       "give as many as there are examples, places and channels");
}

}  // namespace

void require_sound(const ChoiceExamples& examples) {
  const std::size_t places = examples.places;
  require_count("values", examples.values.size(), examples.size() * examples.channels * places);
  require_count("allowed", examples.allowed.size(), examples.size() * (places + 1));
  require_count("resource", examples.resource.size(), examples.size() * places);
  require_count("group", examples.group.size(), examples.size());
  for (float value : examples.values) {
    if (!std::isfinite(value)) fail("values", "some are no finite numbers", "leave them out");
  }
  for (std::size_t i = 0; i < examples.size(); ++i) {
    if (examples.allowed[i * (places + 1) + places] != 0) continue;
    fail("allowed", fmt::format("example {} may not choose none", i + 1), "always allow that");
  }
}

void to_log_probabilities(std::span<float> scores, std::span<const char> allowed) {
  float most = -std::numeric_limits<float>::infinity();
  for (std::size_t y = 0; y < scores.size(); ++y) {
    if (allowed[y] != 0) most = std::max(most, scores[y]);
  }
  double sum = 0;
  for (std::size_t y = 0; y < scores.size(); ++y) {
    if (allowed[y] != 0) sum += std::exp(static_cast<double>(scores[y] - most));
  }
  const auto shift = static_cast<float>(static_cast<double>(most) + std::log(sum));
  for (std::size_t y = 0; y < scores.size(); ++y) {
    scores[y] = allowed[y] != 0 ? scores[y] - shift : -std::numeric_limits<float>::infinity();
  }
}

ChoiceNetworkModel::ChoiceNetworkModel(const ChoiceExamples& examples,
                                       std::span<const std::uint32_t> members,
                                       const ChoiceNetworkOptions& options, Rng& rng,
                                       const std::vector<NameChannels>& names)
    : options_(options),
      channels_(examples.channels),
      places_(examples.places),
      shift_(channels_, 0.0F),
      factor_(channels_, 0.0F),
      network_(ChoiceNetwork<float>({channels_ + 1, places_}, options)),
      names_(names, examples, members),
      parameters_(network_->parameters() + names_.parameters()) {
  network_->fill_start(rng, std::span(parameters_).first(network_->parameters()));
  for (std::size_t c = 0; c < channels_; ++c) {
    double count = 0;
    double mean = 0;
    double squares = 0;  // of differences from the mean (Welford 1962)
    for (std::uint32_t i : members) {
      for (std::size_t place = 0; place < places_; ++place) {
        if (!examples.has_candidate(i, place)) continue;
        const double value = examples.values[(i * channels_ + c) * places_ + place];
        const double before = value - mean;
        mean += before / ++count;
        squares += before * (value - mean);
      }
    }
    shift_[c] = static_cast<float>(mean);
    if (squares > 1e-10 * count * (1 + mean * mean)) {
      factor_[c] = static_cast<float>(1 / std::sqrt(squares / count));
    }
  }
  fill_first_names(examples, members);
}

float ChoiceNetworkModel::scaled(std::size_t channel, float value) const {
  return std::min(kFarOut, std::max(-kFarOut, (value - shift_[channel]) * factor_[channel]));
}

template <class Use>
void ChoiceNetworkModel::for_each_name(const ChoiceExamples& examples, std::size_t example,
                                       Use use) const {
  for (std::size_t place = 0; place < places_; ++place) {
    if (!examples.has_candidate(example, place)) continue;
    for (const NameChannels& name : names_.channels()) {
      const std::uint32_t row = names_.row_of(examples, example, place, name);
      if (row != NameTable::kUnknown) {
        use(network_->parameters() + row * names_.width(), name.first, place);
      }
    }
  }
}

// As they come, scaled as where they stand first.
void ChoiceNetworkModel::fill_first_names(const ChoiceExamples& examples,
                                          std::span<const std::uint32_t> members) {
  std::vector<char> filled(names_.rows(), 0);
  for (const std::uint32_t k : members) {
    for_each_name(examples, k, [&](std::size_t at, std::size_t channel, std::size_t place) {
      char& done = filled[(at - network_->parameters()) / names_.width()];
      for (std::size_t c = 0; c < names_.width() && done == 0; ++c) {
        const float value = examples.values[(k * channels_ + channel + c) * places_ + place];
        parameters_[at + c] = scaled(channel + c, value);
      }
      done = 1;
    });
  }
}

void ChoiceNetworkModel::add_name_gradient(const ChoiceExamples& examples,
                                           std::span<const std::uint32_t> members,
                                           const kernels::Matrix<float>& of_maps,
                                           std::span<float> of_parameters) const {
  for (std::size_t k = 0; k < members.size(); ++k) {
    for_each_name(examples, members[k],
                  [&](std::size_t at, std::size_t channel, std::size_t place) {
                    const float* const from = of_maps.row(k * places_ + place).data() + channel;
                    for (std::size_t c = 0; c < names_.width(); ++c)
                      of_parameters[at + c] += from[c];
                  });
  }
}

void ChoiceNetworkModel::fill_batch(const ChoiceExamples& examples,
                                    std::span<const std::uint32_t> members,
                                    ChoiceBatch<float>& batch) const {
  const std::size_t classes = places_ + 1;
  batch.maps.reshape(members.size() * places_, channels_ + 1);
  batch.allowed.resize(members.size() * classes);
  for (std::size_t k = 0; k < members.size(); ++k) {
    const std::size_t example = members[k];
    std::copy_n(examples.allowed.begin() + static_cast<std::ptrdiff_t>(example * classes), classes,
                batch.allowed.begin() + static_cast<std::ptrdiff_t>(k * classes));
    const float* const values = examples.values.data() + example * channels_ * places_;
    for (std::size_t place = 0; place < places_; ++place) {
      float* const row = batch.maps.row(k * places_ + place).data();
      if (!examples.has_candidate(example, place)) {
        std::fill_n(row, channels_ + 1, 0.0F);
        continue;
      }
      for (std::size_t c = 0; c < channels_; ++c) {
        row[c] = scaled(c, values[c * places_ + place]);
      }
      row[channels_] = batch.allowed[k * classes + place] != 0 ? 1.0F : 0.0F;
    }
    for_each_name(examples, example, [&](std::size_t at, std::size_t channel, std::size_t place) {
      std::copy_n(parameters_.data() + at, names_.width(),
                  batch.maps.row(k * places_ + place).data() + channel);
    });
  }
}

void ChoiceNetworkModel::require_readable(const ChoiceExamples& examples) const {
  require_sound(examples);
  if (examples.channels == channels_ && examples.places == places_) return;
  fail("examples",
       fmt::format("have {} channels x {} places, where the model was trained on {} x {}",
                   examples.channels, examples.places, channels_, places_),
       "make them with the same features, or train again");
}

std::vector<float> ChoiceNetworkModel::scores(const ChoiceExamples& examples,
                                              Workers& workers) const {
  require_readable(examples);
  const std::size_t classes = places_ + 1;
  std::vector<float> all(examples.size() * classes);
  const std::size_t tasks = (examples.size() + kExamplesAtOnce - 1) / kExamplesAtOnce;
  struct Room {
    ChoiceBatch<float> batch;
    ChoiceNetwork<float>::Pass pass;
  };
  std::vector<Room> rooms(workers.size());
  workers.run(tasks, [&](std::size_t task, std::size_t worker) {
    const std::size_t begin = task * kExamplesAtOnce;
    std::vector<std::uint32_t> own(std::min(kExamplesAtOnce, examples.size() - begin));
    std::iota(own.begin(), own.end(), static_cast<std::uint32_t>(begin));
    fill_batch(examples, own, rooms[worker].batch);
    const auto& raw = network_->forward(parameters_, rooms[worker].batch, rooms[worker].pass);
    std::ranges::copy(raw.values, all.begin() + static_cast<std::ptrdiff_t>(begin * classes));
    for (std::uint32_t i : own) {
      to_log_probabilities(std::span(all).subspan(i * classes, classes),
                           std::span(examples.allowed).subspan(i * classes, classes));
    }
  });
  return all;
}

void ChoiceNetworkModel::exchange(StateArchive& archive) {
  exchange_shape(archive);
  archive.exchange("shift", std::span<float>(shift_));
  archive.exchange("factor", std::span<float>(factor_));
  names_.exchange(archive, channels_);
  parameters_.resize(network_->parameters() + names_.parameters());
  archive.exchange("weights", std::span<float>(parameters_));
}

void ChoiceNetworkModel::exchange_shape(StateArchive& archive) {
  std::vector<std::uint64_t> words{channels_, places_, static_cast<std::uint64_t>(options_.head)};
  for (const ChoiceNetworkOptions::Layer& layer : options_.layers) {
    words.insert(words.end(), {layer.channels, layer.width});
  }
  archive.exchange_list("shape", words);
  archive.exchange("dropout", options_.dropout);
  if (!archive.reads()) return;
  const bool sound = words.size() >= 3 && words.size() % 2 == 1 && words[2] <= 1 &&
                     std::ranges::all_of(words, [](auto word) { return word < kMostInShape; });
  if (!sound) fail("shape", "is that of no network", "train the model again");
  channels_ = words[0];
  places_ = words[1];
  options_.head = static_cast<ChoiceHead>(words[2]);
  options_.layers.clear();
  for (std::size_t k = 3; k < words.size(); k += 2) {
    options_.layers.push_back({words[k], words[k + 1]});
  }
  network_.emplace(ChoiceShape{channels_ + 1, places_}, options_);
  shift_.resize(channels_);
  factor_.resize(channels_);
}

}  // namespace skein::learning
