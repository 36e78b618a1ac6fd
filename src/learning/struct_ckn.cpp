#include "learning/struct_ckn.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "base/input_error.h"
#include "kernels/hot_loops.h"
#include "learning/chain_crf.h"
#include "learning/choice_graph_crf.h"
#include "learning/label_scorer.h"

namespace skein::learning {
namespace {

constexpr std::size_t kSharesOfBatch = 4;  // for as many threads
// Batches of samples are made smaller where they have more places.
constexpr std::size_t kMostPlacesInBatch = 4096;

[[noreturn]] void fail(const char* field, std::string problem, std::string remedy) {
  throw InputError({"", 0, field, std::move(problem), std::move(remedy)});
}

FeatureMapper mapper_for(const MapSequences& data, const StructCknOptions& options, Rng& rng) {
  require_learnable(data);
  std::optional<kernels::Embedding<float>> embedding;
  kernels::MapShape shape = data.shape;
  if (!options.vocabularies.empty()) {
    embedding.emplace(kernels::EmbeddingOptions{options.vocabularies, shape.channels}, rng);
    shape.channels = embedding->channels();
  }
  FeatureMapper mapper{kernels::Network<float>({shape, options.layers}), {}, std::move(embedding)};
  mapper.require_readable(data);
  mapper.scaler.scaling = options.scaling;
  mapper.scaler.norm = options.norm;
  return mapper;
}

// To learn: the truth is looked at.
std::unique_ptr<RowCrf> make_layer(const Sequences& sequences, const MapSequences& data,
                                   const StructCknOptions& options) {
  if (data.graphs.empty()) {
    return std::make_unique<ChainCrf>(sequences, options.order, options.context);
  }
  const auto checked = [](auto layer) {
    layer->require_allowed_truth();
    return layer;
  };
  if (options.shared) {
    return checked(std::make_unique<SharedChoiceCrf>(sequences, data.graphs, *options.shared,
                                                     options.search, options.soft));
  }
  return checked(std::make_unique<ChoiceGraphCrf>(sequences, data.graphs, options.search));
}

// Part `k` of so many that are as equal as can be.
template <class Item>
std::span<Item> part_of(std::span<Item> items, std::size_t k, std::size_t parts) {
  const std::size_t begin = k * items.size() / parts;
  return items.subspan(begin, (k + 1) * items.size() / parts - begin);
}

}  // namespace

// What one thread does of a batch.
struct StructCkn::Share {
  PlaceMaps::Pass pass;
  MapperGradient gradient;
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
      mapper_(mapper_for(data, options, rng_)),
      maps_(data, mapper_),
      sequences_(data.labels, 0) {
  maps_.learn_filters(mapper_, rng_);
  sequences_ = rows_for(data, mapper_.network.output().size());
  crf_ = make_layer(sequences_, data, options_);
  if (!data.graphs.empty()) options_.order = 0;
  for (std::size_t k = 0; k < mapper_.network.depth(); ++k) {
    const kernels::Matrix<float>& filters = mapper_.network.layer(k).filters();
    descents_.emplace_back(filters.rows, filters.columns, options_.steps);
  }
  for (std::size_t c = 0; mapper_.embedding && c < mapper_.embedding->names(); ++c) {
    const kernels::Matrix<float>& table = mapper_.embedding->table(c);
    table_descents_.emplace_back(table.rows, table.columns, options_.table_steps);
  }
}

StructCkn::~StructCkn() = default;

void StructCkn::start() {
  map_features();
  trainer_ = make_trainer(*crf_, options_.trainer, workers_);
  train_layer(options_.first_epochs);
}

void StructCkn::map_features() {
  const PlaceRange all{0, sequences_.places()};
  const std::size_t features = sequences_.features();
  fill_rows(mapper_, maps_, all, sequences_, workers_);
  mapper_.scaler.learn({sequences_.row(0).data(), sequences_.places() * features}, features,
                       workers_);
  scale_rows(mapper_.scaler, all, sequences_, workers_);
  crf_->features_changed(workers_);
}

void StructCkn::exchange(StateArchive& archive) {
  archive.exchange("rounds", rounds_done_);
  archive.exchange("random numbers", rng_);
  exchange_features(archive);
  if (!trainer_) {
    const PlaceRange all{0, sequences_.places()};
    fill_rows(mapper_, maps_, all, sequences_, workers_);
    scale_rows(mapper_.scaler, all, sequences_, workers_);
    crf_->features_changed(workers_);
    trainer_ = make_trainer(*crf_, options_.trainer, workers_);
  }
  trainer_->exchange(archive);
}

void StructCkn::exchange_features(StateArchive& archive) {
  for (std::size_t k = 0; k < mapper_.network.depth(); ++k) {
    kernels::Matrix<float> filters = mapper_.network.layer(k).filters();
    archive.exchange("filters", std::span<float>(filters.values));
    mapper_.network.set_filters(k, std::move(filters));
    descents_[k].exchange(archive);
  }
  for (std::size_t c = 0; c < table_descents_.size(); ++c) {
    kernels::Matrix<float> table = mapper_.embedding->table(c);
    archive.exchange("embedding", std::span<float>(table.values));
    mapper_.embedding->set_table(c, std::move(table));
    table_descents_[c].exchange(archive);
  }
  FeatureScaler& scaler = mapper_.scaler;
  if (scaler.scaling == Scaling::kNormalizer) return;
  scaler.shift.resize(sequences_.features());
  scaler.factor.resize(sequences_.features());
  archive.exchange("shift", std::span<float>(scaler.shift));
  archive.exchange("factor", std::span<float>(scaler.factor));
}

void StructCkn::train_layer(std::uint64_t epochs) {
  for (std::uint64_t k = 0; k < epochs; ++k) trainer_->run_epoch();
}

void StructCkn::run_round() {
  turn_filters();
  map_features();
  trainer_->features_changed();
  train_layer(options_.epochs);
  ++rounds_done_;
}

// Shares are made anew, so that nothing depends on what they met in earlier rounds.
void StructCkn::begin_turning() {
  weights_by_label_.reshape(sequences_.labels(), sequences_.features());
  crf_->fill_label_weights(trainer_->weights(), weights_by_label_);
  shares_.clear();
  shares_.resize(kSharesOfBatch);
  for (Share& share : shares_) {
    share.workspace = crf_->make_workspace();
    share.pass = PlaceMaps::make_pass(mapper_);
  }
}

void StructCkn::turn_filters() {
  begin_turning();
  std::vector<std::uint32_t> samples(sequences_.size());
  std::iota(samples.begin(), samples.end(), 0U);
  rng_.shuffle(std::span(samples));
  const auto long_ones = std::stable_partition(samples.begin(), samples.end(), [&](auto sample) {
    return sequences_.length(sample) <= options_.batch_places;
  });
  const std::span<const std::uint32_t> short_ones(samples.begin(), long_ones);
  std::size_t places = 0;
  for (std::uint32_t sample : short_ones) places += sequences_.length(sample);
  const std::size_t batches =
      short_ones.empty() ? 0
                         : std::max({std::size_t{1}, short_ones.size() / options_.batch,
                                     std::min(short_ones.size(), places / kMostPlacesInBatch)});
  const auto turns = batches + static_cast<std::size_t>(samples.end() - long_ones);
  const auto progress = [&](std::size_t turn) {
    const double round =
        static_cast<double>(rounds_done_) + static_cast<double>(turn) / static_cast<double>(turns);
    return round / static_cast<double>(options_.rounds);
  };
  for (std::size_t b = 0; b < batches; ++b) {
    turn_by_samples(part_of(short_ones, b, batches), progress(b));
  }
  for (std::size_t turn = batches; turn < turns; ++turn) {
    turn_by_places(samples[short_ones.size() + turn - batches], progress(turn), progress(turn + 1));
  }
}

void StructCkn::turn_by_samples(std::span<const std::uint32_t> samples, double progress) {
  take_step(sum_shares(samples, [&](auto own, Share& share) { add_samples(own, share); }),
            progress);
}

void StructCkn::turn_by_places(std::uint32_t sample, double progress, double progress_after) {
  const PlaceRange range{sequences_.begin(sample), sequences_.end(sample)};
  fill_rows(mapper_, maps_, range, sequences_, workers_);
  scale_rows(mapper_.scaler, range, sequences_, workers_);
  of_labels_.resize(sequences_.length(sample) * sequences_.labels());
  fill_label_gradient(sample, shares_[0], of_labels_);

  std::vector<std::uint32_t> places(sequences_.length(sample));
  std::iota(places.begin(), places.end(), static_cast<std::uint32_t>(range.begin));
  rng_.shuffle(std::span(places));
  const std::size_t batches = places.size() / options_.batch_places;
  for (std::size_t b = 0; b < batches; ++b) {
    const double done = static_cast<double>(b) / static_cast<double>(batches);
    take_step(sum_shares(part_of(std::span<const std::uint32_t>(places), b, batches),
                         [&](auto own, Share& share) { add_places(own, range.begin, share); }),
              progress + done * (progress_after - progress));
  }
}

void StructCkn::take_step(const Gradient& gradient, double progress) {
  for (std::size_t layer = 0; layer < gradient.filters.size(); ++layer) {
    kernels::Matrix<float> filters = mapper_.network.layer(layer).filters();
    descents_[layer].step(filters, gradient.filters[layer], progress);
    mapper_.network.set_filters(layer, std::move(filters));
  }
  for (std::size_t c = 0; c < gradient.tables.size(); ++c) {
    kernels::Matrix<float> table = mapper_.embedding->table(c);
    table_descents_[c].step(table, gradient.tables[c], progress);
    mapper_.embedding->set_table(c, std::move(table));
  }
}

StructCkn::Gradient StructCkn::gradient(std::span<const std::uint32_t> samples) {
  begin_turning();
  return sum_shares(samples, [&](auto own, Share& share) { add_samples(own, share); });
}

// add(items, share) adds to the share's gradient what its items give. Shares do not depend on the
// number of threads, so neither does the sum.
template <class Add>
StructCkn::Gradient StructCkn::sum_shares(std::span<const std::uint32_t> items, Add add) {
  workers_.run(shares_.size(), [&](std::size_t k, std::size_t) {
    shares_[k].gradient = MapperGradient(mapper_);
    const auto own = part_of(items, k, shares_.size());
    if (!own.empty()) add(own, shares_[k]);
  });
  MapperGradient& sum = shares_[0].gradient;
  for (std::size_t k = 1; k < shares_.size(); ++k) sum.add(shares_[k].gradient);
  Gradient gradient;
  for (std::size_t layer = 0; layer < mapper_.network.depth(); ++layer) {
    gradient.filters.push_back(mapper_.network.filter_gradient(layer, sum.layers));
  }
  gradient.tables = std::move(sum.tables);
  return gradient;
}

void StructCkn::add_samples(std::span<const std::uint32_t> samples, Share& share) {
  const std::size_t features = sequences_.features();
  const std::size_t labels = sequences_.labels();
  share.places.clear();
  for (std::uint32_t sample : samples) {
    for (std::size_t t = sequences_.begin(sample); t < sequences_.end(sample); ++t) {
      share.places.push_back(static_cast<std::uint32_t>(t));
    }
  }
  const auto output = maps_.forward(mapper_, share.places, share.pass);
  share.of_labels.resize(share.places.size() * labels);
  std::size_t at = 0;
  for (std::uint32_t sample : samples) {
    const std::size_t length = sequences_.length(sample);
    for (std::size_t t = 0; t < length; ++t) {
      const auto row = sequences_.row(sequences_.begin(sample) + t);
      std::ranges::copy(output.subspan((at + t) * features, features), row.begin());
      mapper_.scaler.apply(row);
    }
    fill_label_gradient(sample, share,
                        std::span(share.of_labels).subspan(at * labels, length * labels));
    at += length;
  }
  pull_back(output, share);
}

// `first` is the sample's first place.
void StructCkn::add_places(std::span<const std::uint32_t> places, std::size_t first,
                           Share& share) const {
  const std::size_t labels = sequences_.labels();
  share.of_labels.resize(places.size() * labels);
  for (std::size_t k = 0; k < places.size(); ++k) {
    std::ranges::copy(std::span(of_labels_).subspan((places[k] - first) * labels, labels),
                      share.of_labels.begin() + static_cast<std::ptrdiff_t>(k * labels));
  }
  pull_back(maps_.forward(mapper_, places, share.pass), share);
}

// From the gradient of labels to that of filters, through weights, scaler and network.
void StructCkn::pull_back(std::span<const float> output, Share& share) const {
  const std::size_t features = sequences_.features();
  const std::size_t labels = sequences_.labels();
  const std::size_t places = output.size() / features;
  share.of_features.resize(output.size());
  kernels::hot_loops<float>().multiply({places, features, labels}, kernels::Transposed::kNone,
                                       share.of_labels.data(), weights_by_label_.values.data(),
                                       kernels::Into::kReplace, share.of_features.data());
  for (std::size_t k = 0; k < places; ++k) {
    mapper_.scaler.pull_back(output.subspan(k * features, features),
                             std::span(share.of_features).subspan(k * features, features));
  }
  PlaceMaps::backward(mapper_, share.of_features, share.pass, share.gradient);
}

void StructCkn::fill_label_gradient(std::uint32_t sample, Share& share,
                                    std::span<float> gradient) const {
  const std::size_t parts = crf_->parts(sample);
  share.scores.resize(parts);
  share.moments.resize(parts);
  share.truth.resize(parts);
  crf_->fill_scores(sample, trainer_->weights(), share.scores);
  if (trainer_->surrogate() == Surrogate::kMargin) {
    crf_->add_loss(sample, share.scores);
    crf_->most_likely(sample, share.scores, share.moments, *share.workspace);
  } else {
    share.beliefs.resize(crf_->belief_size(sample).total());
    crf_->infer(sample, share.scores, share.beliefs, *share.workspace);
    crf_->fill_moments(sample, share.beliefs, share.moments);
  }
  crf_->fill_truth(sample, share.truth);
  for (std::size_t k = 0; k < gradient.size(); ++k) {
    gradient[k] = static_cast<float>(share.moments[k] - share.truth[k]);
  }
}

StructCknModel StructCkn::model() const {
  return {mapper_, options_.order, crf_->plain_weights(trainer_->weights())};
}

namespace {

void require_kind(const StructCknModel& model, const MapSequences& data) {
  model.mapper.require_readable(data);
  if (data.graphs.empty() == (model.order > 0) || data.begins.empty()) return;
  fail("graphs",
       model.order > 0 ? "there are some, but the model is of chains"
                       : "there are none, but the model is of graphs",
       "give samples as the model was trained on");
}

}  // namespace

std::vector<std::uint32_t> predict(const StructCknModel& model, const MapSequences& data,
                                   Workers& workers, const GraphSearchOptions& search) {
  require_kind(model, data);
  require_sound(data);
  const LabelScorer scorer(model.mapper, model.weights, data.labels);
  const std::vector<double> scores =
      scorer.scores(PlaceMaps(data, model.mapper, PlaceMaps::Wanted::kOnce), workers);
  const Sequences sequences = rows_for(data, 0);
  std::unique_ptr<RowCrf> crf;
  if (model.order > 0) {
    crf = std::make_unique<ChainCrf>(sequences, model.order);
  } else {
    crf = std::make_unique<ChoiceGraphCrf>(sequences, data.graphs, search);
  }
  std::vector<std::uint32_t> labels(data.truth.size());
  workers.run(crf->samples(), [&](std::size_t i, std::size_t) {
    const auto of_rows = std::span(scores).subspan(sequences.begin(i) * data.labels,
                                                   sequences.length(i) * data.labels);
    const auto own = crf->predict(i, scorer.other_weights(), of_rows);
    std::copy(own.begin(), own.end(),
              labels.begin() + static_cast<std::ptrdiff_t>(sequences.begin(i)));
  });
  return labels;
}

}  // namespace skein::learning
