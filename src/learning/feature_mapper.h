// From the maps of places to the rows of features that the structured layer reads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/random.h"
#include "base/workers.h"
#include "kernels/embedding.h"
#include "kernels/network.h"
#include "learning/feature_scaler.h"
#include "learning/map_sequences.h"
#include "learning/sequences.h"

namespace skein::learning {

struct FeatureMapper {
  kernels::Network<float> network;
  FeatureScaler scaler;
  std::optional<kernels::Embedding<float>> embedding = std::nullopt;  // of names in the maps

  // Of the maps, without their names.
  kernels::MapShape input() const;
  // Throws InputError for maps and names of another kind.
  void require_readable(const MapSequences& data) const;
};

// What a function gains with the parameters of a mapper, as parts that can be added up.
struct MapperGradient {
  kernels::Network<float>::Gradient layers;
  kernels::Embedding<float>::Gradient tables;

  MapperGradient() = default;
  explicit MapperGradient(const FeatureMapper& mapper);
  void add(const MapperGradient& other);
};

// The maps of all places, as a network wants them. Where patches come again and again, as in
// images of few values, each that differs is kept once; else the maps are kept as they are, and
// patches, which take much more memory, are made of a few maps at a time. So it is with names,
// whose vectors change; and with maps that are wanted once, for which a search among the patches
// of all would take longer than it saves.
class PlaceMaps {
 public:
  enum class Wanted { kAgain, kOnce };

  struct Pass {
    kernels::Network<float>::Pass network;
    std::vector<std::uint32_t> ids;
    kernels::Numbers<float> maps;
    kernels::Numbers<float> of_maps;  // their gradient
  };

  PlaceMaps(const MapSequences& data, const FeatureMapper& mapper, Wanted wanted = Wanted::kAgain);

  std::size_t count() const { return count_; }
  // Without labels.
  void learn_filters(FeatureMapper& mapper, Rng& rng) const;
  static Pass make_pass(const FeatureMapper& mapper) {
    return {mapper.network.make_pass(), {}, {}, {}};
  }
  // Outputs of the network for some places, one after the other; they stand in the pass.
  std::span<const float> forward(const FeatureMapper& mapper, std::span<const std::uint32_t> places,
                                 Pass& pass,
                                 kernels::Ending ending = kernels::Ending::kWhole) const;

  // After `forward` with the same pass, of maps that are wanted again: adds to `into`, given the
  // gradient of the outputs.
  static void backward(const FeatureMapper& mapper, std::span<const float> output_gradient,
                       Pass& pass, MapperGradient& into);

 private:
  void make_maps(const FeatureMapper& mapper, std::span<const std::uint32_t> places,
                 Pass& pass) const;

  std::size_t count_;
  std::size_t map_size_;
  bool repeated_;  // whether patches come again and again
  bool keeps_maps_;
  kernels::Inputs<float> patches_;  // that differ; unless maps are kept
  kernels::Numbers<float> maps_;
  std::vector<std::uint32_t> ids_;
};

// A number of places of all, one after the other.
struct PlaceRange {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// Calls use(a few places one after the other, thread) until all of the range are done.
void for_blocks(const PlaceRange& range, Workers& workers,
                const std::function<void(const PlaceRange&, std::size_t)>& use);

// Rows of places as the network makes them; and scaled.
void fill_rows(const FeatureMapper& mapper, const PlaceMaps& maps, const PlaceRange& range,
               Sequences& sequences, Workers& workers);
void scale_rows(const FeatureScaler& scaler, const PlaceRange& range, Sequences& sequences,
                Workers& workers);

}  // namespace skein::learning
