#include "learning/feature_mapper.h"

#include <algorithm>
#include <numeric>

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

kernels::Numbers<float> maps_of(std::span<const float> maps, std::size_t map_size,
                                std::span<const std::uint32_t> places) {
  kernels::Numbers<float> chosen(places.size() * map_size);
  for (std::size_t k = 0; k < places.size(); ++k) {
    std::ranges::copy(maps.subspan(places[k] * map_size, map_size),
                      chosen.begin() + static_cast<std::ptrdiff_t>(k * map_size));
  }
  return chosen;
}

// Whether less than half of some maps' patches differ from each other.
bool are_patches_repeated(const MapSequences& data, const kernels::Network<float>& network) {
  const auto places = spread_places(kMapsToLookAt, data.truth.size());
  const kernels::Inputs<float> some =
      network.prepare(maps_of(data.maps, data.shape.size(), places));
  return 2 * some.patches.directions.rows < some.patches.rows_of.size();
}

bool should_keep_patches(const MapSequences& data, const kernels::Network<float>& network) {
  const std::size_t size = patch_size(data.shape, network.layer(0).options().patch);
  return data.truth.size() * data.shape.positions() * size <= kFewNumbers ||
         are_patches_repeated(data, network);
}

template <class Use>
void for_blocks(const PlaceRange& range, Workers& workers, Use use) {
  const std::size_t blocks = (range.end - range.begin + kMapsAtOnce - 1) / kMapsAtOnce;
  workers.run(blocks, [&](std::size_t block, std::size_t worker) {
    const std::size_t begin = range.begin + block * kMapsAtOnce;
    use(PlaceRange{begin, std::min(range.end, begin + kMapsAtOnce)}, worker);
  });
}

}  // namespace

PlaceMaps::PlaceMaps(const MapSequences& data, const kernels::Network<float>& network)
    : count_(data.truth.size()), map_size_(data.shape.size()) {
  if (should_keep_patches(data, network)) {
    patches_ = network.prepare(data.maps);
  } else {
    maps_ = data.maps;
  }
}

void PlaceMaps::learn_filters(kernels::Network<float>& network, Rng& rng) const {
  if (maps_.empty()) return network.learn_filters(patches_, rng);
  const kernels::MapShape& shape = network.options().input;
  const auto places = spread_places(kernels::kPatchesToLearnFrom / shape.positions() + 1, count_);
  network.learn_filters(
      {places.size(), kernels::all_patches<float>(maps_of(maps_, map_size_, places), shape,
                                                  network.layer(0).options().patch)},
      rng);
}

std::span<const float> PlaceMaps::forward(const FeatureMapper& mapper,
                                          std::span<const std::uint32_t> places, Pass& pass) const {
  if (maps_.empty()) return mapper.network.forward(patches_, places, pass.network);
  pass.maps = maps_of(maps_, map_size_, places);
  return mapper.network.forward(pass.maps, pass.network);
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
