#include "sequence/letter_model.h"

#include <cmath>

#include <fmt/format.h>

#include "learning/chain_crf.h"
#include "sequence/model_description.h"

namespace skein::sequence {
namespace {

using learning::ChainWeights;

std::size_t weights_of(const LetterModel& model) {
  return ChainWeights(kLetters, model.features(), model.order).size;
}

std::string filters_name(std::size_t layer) {
  return fmt::format("filters of layer {}", layer + 1);
}

void read_mapper(const learning::ModelFile& file, learning::FeatureMapper& mapper) {
  kernels::Network<float>& network = mapper.network;
  const auto& layers = network.options().layers;
  kernels::MapShape below = network.options().input;
  for (std::size_t k = 0; k < layers.size(); ++k) {
    kernels::Matrix<float> filters(layers[k].filters, patch_size(below, layers[k].patch));
    const std::vector<float> values = file.floats(filters_name(k), filters.values.size());
    std::copy(values.begin(), values.end(), filters.values.begin());
    network.set_filters(k, std::move(filters));
    below = network.layer(k).output();
  }
  if (mapper.scaler.scaling == learning::Scaling::kNormalizer) return;
  mapper.scaler.shift = file.floats("shift", below.size());
  mapper.scaler.factor = file.floats("factor", below.size());
}

}  // namespace

std::size_t LetterModel::features() const {
  return mapper ? mapper->network.output().size() : kPixels;
}

std::size_t LetterModel::parameters() const {
  return weights.size() + (mapper ? mapper->network.parameters() : 0);
}

learning::ModelFile to_file(const LetterModel& model) {
  learning::ModelFile file(kModelKind, description_of(model));
  file.add("weights", std::span<const double>(model.weights));
  if (!model.mapper) return file;
  for (std::size_t k = 0; k < model.mapper->network.depth(); ++k) {
    const auto& filters = model.mapper->network.layer(k).filters();
    file.add(filters_name(k), std::span<const float>(filters.values));
  }
  file.add("shift", std::span<const float>(model.mapper->scaler.shift));
  file.add("factor", std::span<const float>(model.mapper->scaler.factor));
  return file;
}

LetterModel read_model(const std::filesystem::path& path) {
  const auto name = std::filesystem::is_directory(path) ? path / kModelFile : path;
  const auto file = learning::ModelFile::read(name, kModelKind);
  LetterModel model = model_described_by(file.description(), name);
  if (model.mapper) read_mapper(file, *model.mapper);
  model.weights = file.doubles("weights", weights_of(model));
  return model;
}

double Reading::error() const {
  return letters == 0 ? 0 : static_cast<double>(wrong_letters) / static_cast<double>(letters);
}

Reading reading_of(const std::vector<Word>& words, const std::vector<std::uint32_t>& labels) {
  Reading reading;
  auto label = labels.begin();
  for (const Word& word : words) {
    std::string text;
    std::size_t wrong = 0;
    for (const Letter& letter : word.letters) {
      text += static_cast<char>('a' + *label);
      wrong += *label++ != letter.label ? 1U : 0U;
    }
    reading.words.push_back(std::move(text));
    reading.letters += word.letters.size();
    reading.wrong_letters += wrong;
    reading.wrong_words += wrong > 0 ? 1U : 0U;
  }
  return reading;
}

Reading read_words(const std::vector<Word>& words, const LetterModel& model, Workers& workers) {
  if (!model.mapper) return read_words(words, model.order, model.weights);
  return reading_of(words, learning::predict({*model.mapper, model.order, model.weights},
                                             letter_maps(words), workers));
}

Reading read_words(const std::vector<Word>& words, int order, const std::vector<double>& weights) {
  const learning::Sequences sequences = pixel_sequences(words);
  const learning::ChainCrf crf(sequences, order);
  std::vector<std::uint32_t> labels;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::vector<std::uint32_t> own = crf.predict(i, weights);
    labels.insert(labels.end(), own.begin(), own.end());
  }
  return reading_of(words, labels);
}

}  // namespace skein::sequence
