#include "learning/struct_ckn.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include <fmt/format.h>

#include "base/input_error.h"
#include "kernels/hot_loops.h"

namespace skein::learning {
namespace {

constexpr std::size_t kMapsAtOnce = 1024;
constexpr std::size_t kSharesOfBatch = 4;  // for as many threads

Sequences rows_for(const MapSequences& data, std::size_t features) {
  Sequences sequences(data.labels, features);
  std::size_t next = 0;
  for (std::size_t t = 0; t < data.truth.size(); ++t) {
    if (next < data.begins.size() && data.begins[next] == t) {
      sequences.begin_sequence();
      ++next;
    }
    sequences.add_dense_place(data.truth[t]);
  }
  return sequences;
}

[[noreturn]] void fail(const char* field, std::string problem, std::string remedy) {
  throw InputError({"", 0, field, std::move(problem), std::move(remedy)});
}

void require_finite(const MapSequences& data) {
  for (std::size_t i = 0; i < data.maps.size(); ++i) {
    if (std::isfinite(data.maps[i])) continue;
    fail("maps", fmt::format("place {}: a value is not a finite number", i / data.shape.size() + 1),
         "leave the place's sequence out, or mend its map");
  }
}

const MapSequences& require_learnable(const MapSequences& data) {
  if (data.begins.empty()) fail("sequences", "there are none to learn from", "give some");
  const std::size_t different = std::set(data.truth.begin(), data.truth.end()).size();
  if (different < 2) {
    fail("labels", "all places have the same label, so there is nothing to learn",
         "give sequences with at least two labels");
  }
  require_finite(data);
  if (std::all_of(data.maps.begin(), data.maps.end(), [](float value) { return value == 0; })) {
    fail("maps", "all are empty", "give maps that show something");
  }
  return data;
}

// Dense rows of all places, as the network maps them.
void fill_feature_rows(const kernels::Network<float>& network, const kernels::Inputs<float>& inputs,
                       Sequences& sequences, Workers& workers) {
  std::vector<kernels::Network<float>::Pass> passes(workers.size(), network.make_pass());
  const std::size_t features = sequences.features();
  const std::size_t blocks = (inputs.count + kMapsAtOnce - 1) / kMapsAtOnce;
  workers.run(blocks, [&](std::size_t block, std::size_t worker) {
    const std::size_t begin = block * kMapsAtOnce;
    std::vector<std::uint32_t> maps(std::min(kMapsAtOnce, inputs.count - begin));
    std::iota(maps.begin(), maps.end(), static_cast<std::uint32_t>(begin));
    const auto output = network.forward(inputs, maps, passes[worker]);
    for (std::size_t k = 0; k < maps.size(); ++k) {
      const auto row = sequences.row(begin + k);
      std::copy_n(output.begin() + static_cast<std::ptrdiff_t>(k * features), features,
                  row.begin());
    }
  });
}

void scale_rows(const FeatureScaler& scaler, Sequences& sequences, Workers& workers) {
  const std::size_t blocks = (sequences.places() + kMapsAtOnce - 1) / kMapsAtOnce;
  workers.run(blocks, [&](std::size_t block, std::size_t) {
    const std::size_t end = std::min(sequences.places(), (block + 1) * kMapsAtOnce);
    for (std::size_t place = block * kMapsAtOnce; place < end; ++place) {
      scaler.apply(sequences.row(place));
    }
  });
}

}  // namespace

// What one thread does of a batch.
struct StructCkn::Share {
  kernels::Network<float>::Pass pass;
  kernels::Network<float>::Gradient gradient;
  std::unique_ptr<Crf::Workspace> workspace;
  std::vector<std::uint32_t> places;
  kernels::Numbers<float> of_labels;    // gradient of the scores of labels, by place
  kernels::Numbers<float> of_features;  // and of the features
  AlignedVector scores;
  AlignedVector beliefs;
  AlignedVector moments;
  AlignedVector truth;
};

StructCkn::StructCkn(const MapSequences& data, const StructCknOptions& options, Workers& workers)
    : options_(options),
      workers_(workers),
      rng_(options.trainer.seed),
      network_({require_learnable(data).shape, options.layers}),
      inputs_(network_.prepare(data.maps)),
      sequences_(data.labels, 0) {
  network_.learn_filters(inputs_, rng_);
  sequences_ = rows_for(data, network_.output().size());
  for (std::size_t k = 0; k < network_.depth(); ++k) {
    const kernels::Matrix<float>& filters = network_.layer(k).filters();
    descents_.emplace_back(filters.rows, filters.columns, options_.steps);
  }
  scaler_.scaling = options_.scaling;
  scaler_.norm = options_.norm;
}

StructCkn::~StructCkn() = default;

void StructCkn::start() {
  map_features();
  make_layer();
  train_layer(options_.first_epochs);
}

void StructCkn::make_layer() {
  crf_ = std::make_unique<ChainCrf>(sequences_, options_.order);
  trainer_ = make_trainer(*crf_, options_.trainer, workers_);
}

void StructCkn::map_features() {
  fill_feature_rows(network_, inputs_, sequences_, workers_);
  const std::size_t features = sequences_.features();
  scaler_.learn({sequences_.row(0).data(), sequences_.places() * features}, features, workers_);
  scale_rows(scaler_, sequences_, workers_);
}

void StructCkn::exchange(StateArchive& archive) {
  archive.exchange("rounds", rounds_done_);
  archive.exchange("random numbers", rng_);
  exchange_features(archive);
  if (!trainer_) {
    fill_feature_rows(network_, inputs_, sequences_, workers_);
    scale_rows(scaler_, sequences_, workers_);
    make_layer();
  }
  trainer_->exchange(archive);
}

void StructCkn::exchange_features(StateArchive& archive) {
  for (std::size_t k = 0; k < network_.depth(); ++k) {
    kernels::Matrix<float> filters = network_.layer(k).filters();
    archive.exchange("filters", std::span<float>(filters.values));
    network_.set_filters(k, std::move(filters));
    descents_[k].exchange(archive);
  }
  if (scaler_.scaling == Scaling::kNormalizer) return;
  scaler_.shift.resize(sequences_.features());
  scaler_.factor.resize(sequences_.features());
  archive.exchange("shift", std::span<float>(scaler_.shift));
  archive.exchange("factor", std::span<float>(scaler_.factor));
}

void StructCkn::train_layer(std::uint64_t epochs) {
  for (std::uint64_t k = 0; k < epochs; ++k) trainer_->run_epoch();
}

void StructCkn::run_round() {
  turn_filters();
  map_features();
  crf_->features_changed(workers_);
  trainer_->features_changed();
  train_layer(options_.epochs);
  ++rounds_done_;
}

void StructCkn::turn_filters() {
  const std::span<const double> weights = trainer_->weights();
  weights_by_label_.reshape(sequences_.labels(), sequences_.features());
  for (std::size_t j = 0; j < sequences_.features(); ++j) {
    for (std::size_t y = 0; y < sequences_.labels(); ++y) {
      weights_by_label_(y, j) = static_cast<float>(weights[j * sequences_.labels() + y]);
    }
  }
  shares_.resize(kSharesOfBatch);
  std::vector<std::uint32_t> samples(sequences_.size());
  std::iota(samples.begin(), samples.end(), 0U);
  rng_.shuffle(std::span(samples));
  const std::size_t batches = std::max<std::size_t>(1, samples.size() / options_.batch);
  for (std::size_t b = 0; b < batches; ++b) {
    const std::size_t begin = b * samples.size() / batches;
    const std::size_t end = (b + 1) * samples.size() / batches;
    const double round =
        static_cast<double>(rounds_done_) + static_cast<double>(b) / static_cast<double>(batches);
    take_batch(std::span(samples).subspan(begin, end - begin),
               round / static_cast<double>(options_.rounds));
  }
}

void StructCkn::take_batch(std::span<const std::uint32_t> samples, double progress) {
  workers_.run(shares_.size(), [&](std::size_t k, std::size_t) {
    const std::size_t begin = k * samples.size() / shares_.size();
    const std::size_t end = (k + 1) * samples.size() / shares_.size();
    begin_share(shares_[k]);
    if (end > begin) add_gradient(samples.subspan(begin, end - begin), shares_[k]);
  });
  for (std::size_t layer = 0; layer < network_.depth(); ++layer) {
    auto& sum = shares_[0].gradient[layer];
    for (std::size_t k = 1; k < shares_.size(); ++k) sum.add(shares_[k].gradient[layer]);
    kernels::Matrix<float> filters = network_.layer(layer).filters();
    descents_[layer].step(filters, network_.layer(layer).filter_gradient(sum), progress);
    network_.set_filters(layer, std::move(filters));
  }
}

void StructCkn::begin_share(Share& share) const {
  if (!share.workspace) {
    share.workspace = crf_->make_workspace();
    share.pass = network_.make_pass();
  }
  share.gradient = network_.no_gradient();
}

void StructCkn::add_gradient(std::span<const std::uint32_t> samples, Share& share) {
  const std::size_t features = sequences_.features();
  const std::size_t labels = sequences_.labels();
  share.places.clear();
  for (std::uint32_t sample : samples) {
    for (std::size_t t = sequences_.begin(sample); t < sequences_.end(sample); ++t) {
      share.places.push_back(static_cast<std::uint32_t>(t));
    }
  }
  const auto output = network_.forward(inputs_, share.places, share.pass);
  share.of_labels.resize(share.places.size() * labels);
  std::size_t at = 0;
  for (std::uint32_t sample : samples) {
    const std::size_t length = sequences_.length(sample);
    for (std::size_t t = 0; t < length; ++t) {
      const auto row = sequences_.row(sequences_.begin(sample) + t);
      std::ranges::copy(output.subspan((at + t) * features, features), row.begin());
      scaler_.apply(row);
    }
    fill_label_gradient(sample, share,
                        std::span(share.of_labels).subspan(at * labels, length * labels));
    at += length;
  }
  share.of_features.resize(output.size());
  kernels::hot_loops<float>().multiply({at, features, labels}, kernels::Transposed::kNone,
                                       share.of_labels.data(), weights_by_label_.values.data(),
                                       kernels::Into::kReplace, share.of_features.data());
  for (std::size_t k = 0; k < at; ++k) {
    scaler_.pull_back(output.subspan(k * features, features),
                      std::span(share.of_features).subspan(k * features, features));
  }
  network_.backward(share.pass, share.of_features, share.gradient);
}

// nu_t - truth_t at all places of a sample. The first parts of a sample are the labels at its
// places.
void StructCkn::fill_label_gradient(std::uint32_t sample, Share& share,
                                    std::span<float> gradient) const {
  const std::size_t parts = crf_->parts(sample);
  share.scores.resize(parts);
  share.moments.resize(parts);
  share.truth.resize(parts);
  share.beliefs.resize(crf_->belief_size(sample).total());
  crf_->fill_scores(sample, trainer_->weights(), share.scores);
  crf_->infer(sample, share.scores, share.beliefs, *share.workspace);
  crf_->fill_moments(sample, share.beliefs, share.moments);
  crf_->fill_truth(sample, share.truth);
  for (std::size_t k = 0; k < gradient.size(); ++k) {
    gradient[k] = static_cast<float>(share.moments[k] - share.truth[k]);
  }
}

StructCknModel StructCkn::model() const {
  const auto weights = trainer_->weights();
  return {{network_, scaler_}, options_.order, {weights.begin(), weights.end()}};
}

std::vector<std::uint32_t> predict(const StructCknModel& model, const MapSequences& data,
                                   Workers& workers) {
  const kernels::MapShape& shape = model.mapper.network.options().input;
  if (data.shape != shape) {
    fail("maps",
         fmt::format("are of {} x {} x {}, where the model reads {} x {} x {}", data.shape.rows,
                     data.shape.columns, data.shape.channels, shape.rows, shape.columns,
                     shape.channels),
         "give maps of the model's size, or train a model on such maps");
  }
  require_finite(data);
  Sequences sequences = rows_for(data, model.mapper.network.output().size());
  fill_feature_rows(model.mapper.network, model.mapper.network.prepare(data.maps), sequences,
                    workers);
  scale_rows(model.mapper.scaler, sequences, workers);
  const ChainCrf crf(sequences, model.order);
  std::vector<std::uint32_t> labels(data.truth.size());
  workers.run(crf.samples(), [&](std::size_t i, std::size_t) {
    const auto own = crf.predict(i, model.weights);
    std::copy(own.begin(), own.end(),
              labels.begin() + static_cast<std::ptrdiff_t>(sequences.begin(i)));
  });
  return labels;
}

}  // namespace skein::learning
