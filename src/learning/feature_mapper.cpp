#include "learning/feature_mapper.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "base/input_error.h"

namespace skein::learning {
namespace {

constexpr std::size_t kMapsAtOnce = 1024;
// Where the patches of all maps have no more numbers, those that differ fit into memory anyway.
constexpr std::size_t kFewNumbers = std::size_t{1} << 26;
constexpr std::size_t kMapsToLookAt = 256;

// So many of all places, at equal distances.
std::vector<std::uint32_t> spread_places(std::size_t wanted, std::size_t count) {
  std::vector<std::uint32_t> places(std::min(wanted, count));
  for (std::size_t k = 0; k < places.size(); ++k) {
    places[k] = static_cast<std::uint32_t>(k * count / places.size());
  }
  return places;
}

// What stands at the chosen places, `size` items each.
template <class Items>
Items chosen_of(const Items& all, std::size_t size, std::span<const std::uint32_t> places) {
  Items chosen;
  chosen.reserve(places.size() * size);
  for (std::uint32_t place : places) {
    const auto from = all.begin() + static_cast<std::ptrdiff_t>(place * size);
    chosen.insert(chosen.end(), from, from + static_cast<std::ptrdiff_t>(size));
  }
  return chosen;
}

// Whether less than half of some maps' patches differ from each other.
bool are_patches_repeated(const MapSequences& data, const kernels::Network<float>& network) {
  const auto places = spread_places(kMapsToLookAt, data.truth.size());
  const kernels::Inputs<float> some =
      network.prepare(chosen_of(data.maps, data.shape.size(), places));
  return 2 * some.patches.directions.rows < some.patches.rows_of.size();
}

bool should_search_patches(const MapSequences& data, const FeatureMapper& mapper) {
  if (mapper.embedding) return false;
  const kernels::Network<float>& network = mapper.network;
  const std::size_t size = patch_size(data.shape, network.layer(0).options().patch);
  return data.truth.size() * data.shape.positions() * size <= kFewNumbers ||
         are_patches_repeated(data, network);
}

}  // namespace

kernels::MapShape FeatureMapper::input() const {
  kernels::MapShape shape = network.options().input;
  if (embedding) shape.channels = embedding->options().numbers;
  return shape;
}

void FeatureMapper::require_readable(const MapSequences& data) const {
  const kernels::MapShape own = input();
  if (data.shape != own) {
    throw InputError(
        {"", 0, "maps",
         fmt::format("are of {} x {} x {}, where the model reads {} x {} x {}", data.shape.rows,
                     data.shape.columns, data.shape.channels, own.rows, own.columns, own.channels),
         "give maps of the model's size, or train a model on such maps"});
  }
  const kernels::EmbeddingOptions names =
      embedding ? embedding->options() : kernels::EmbeddingOptions{};
  kernels::require_known(names, data.truth.size() * own.positions(), data.ids);
}

MapperGradient::MapperGradient(const FeatureMapper& mapper) : layers(mapper.network.no_gradient()) {
  if (mapper.embedding) tables = mapper.embedding->no_gradient();
}

void MapperGradient::add(const MapperGradient& other) {
  for (std::size_t k = 0; k < layers.size(); ++k) layers[k].add(other.layers[k]);
  for (std::size_t c = 0; c < tables.size(); ++c) {
    for (std::size_t i = 0; i < tables[c].values.size(); ++i) {
      tables[c].values[i] += other.tables[c].values[i];
    }
  }
}

PlaceMaps::PlaceMaps(const MapSequences& data, const FeatureMapper& mapper, Wanted wanted)
    : count_(data.truth.size()),
      map_size_(data.shape.size()),
      repeated_(should_search_patches(data, mapper)),
      keeps_maps_(!repeated_ || wanted == Wanted::kOnce) {
  if (keeps_maps_) {
    maps_ = data.maps;
    ids_ = data.ids;
  } else {
    patches_ = mapper.network.prepare(data.maps);
  }
}

void PlaceMaps::learn_filters(FeatureMapper& mapper, Rng& rng) const {
  kernels::Network<float>& network = mapper.network;
  if (!keeps_maps_) return network.learn_filters(patches_, rng);
  const kernels::MapShape& shape = network.options().input;
  const auto places = spread_places(kernels::kPatchesToLearnFrom / shape.positions() + 1, count_);
  Pass pass;
  make_maps(mapper, places, pass);
  network.learn_filters({places.size(), kernels::all_patches<float>(
                                            pass.maps, shape, network.layer(0).options().patch)},
                        rng);
}

void PlaceMaps::make_maps(const FeatureMapper& mapper, std::span<const std::uint32_t> places,
                          Pass& pass) const {
  pass.maps = chosen_of(maps_, map_size_, places);
  if (!mapper.embedding) return;
  pass.ids = chosen_of(ids_, ids_.size() / count_, places);
  kernels::Numbers<float> whole(places.size() * mapper.network.options().input.size());
  mapper.embedding->forward(pass.ids, pass.maps, whole);
  pass.maps = std::move(whole);
}

std::span<const float> PlaceMaps::forward(const FeatureMapper& mapper,
                                          std::span<const std::uint32_t> places, Pass& pass,
                                          kernels::Ending ending) const {
  if (!keeps_maps_) return mapper.network.forward(patches_, places, pass.network, ending);
  make_maps(mapper, places, pass);
  if (!repeated_) return mapper.network.forward(pass.maps, pass.network, ending);
  return mapper.network.forward(mapper.network.prepare(pass.maps).patches, pass.network, ending);
}

void PlaceMaps::backward(const FeatureMapper& mapper, std::span<const float> output_gradient,
                         Pass& pass, MapperGradient& into) {
  pass.of_maps.assign(mapper.embedding ? pass.maps.size() : 0, 0.0F);
  mapper.network.backward(pass.network, output_gradient, into.layers, pass.of_maps);
  if (mapper.embedding) mapper.embedding->backward(pass.ids, pass.of_maps, into.tables);
}

void for_blocks(const PlaceRange& range, Workers& workers,
                const std::function<void(const PlaceRange&, std::size_t)>& use) {
  const std::size_t blocks = (range.end - range.begin + kMapsAtOnce - 1) / kMapsAtOnce;
  workers.run(blocks, [&](std::size_t block, std::size_t worker) {
    const std::size_t begin = range.begin + block * kMapsAtOnce;
    use(PlaceRange{begin, std::min(range.end, begin + kMapsAtOnce)}, worker);
  });
}

void fill_rows(const FeatureMapper& mapper, const PlaceMaps& maps, const PlaceRange& range,
               Sequences& sequences, Workers& workers) {
  std::vector<PlaceMaps::Pass> passes(workers.size(), PlaceMaps::make_pass(mapper));
  const std::size_t features = sequences.features();
  for_blocks(range, workers, [&](const PlaceRange& block, std::size_t worker) {
    std::vector<std::uint32_t> places(block.end - block.begin);
    std::iota(places.begin(), places.end(), static_cast<std::uint32_t>(block.begin));
    const auto output = maps.forward(mapper, places, passes[worker]);
    for (std::size_t k = 0; k < places.size(); ++k) {
      std::ranges::copy(output.subspan(k * features, features), sequences.row(places[k]).begin());
    }
  });
}

void scale_rows(const FeatureScaler& scaler, const PlaceRange& range, Sequences& sequences,
                Workers& workers) {
  for_blocks(range, workers, [&](const PlaceRange& block, std::size_t) {
    for (std::size_t t = block.begin; t < block.end; ++t) scaler.apply(sequences.row(t));
  });
}

}  // namespace skein::learning
