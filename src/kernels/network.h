// Convolutional kernel networks: layers, one on the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/random.h"
#include "base/workers.h"
#include "kernels/layer.h"

namespace skein::kernels {

struct NetworkOptions {
  MapShape input;
  std::vector<LayerOptions> layers{LayerOptions{}};

  friend bool operator==(const NetworkOptions&, const NetworkOptions&) = default;
};

// Patches that filters are learnt from at first; a sample, drawn at random.
constexpr std::size_t kPatchesToLearnFrom = 100'000;

// Maps, with their patches as the first layer wants them.
template <class Scalar>
struct Inputs {
  std::size_t count = 0;
  Patches<Scalar> patches;
};

// How far maps go: through all of the network, or all but the last product with kappa(Z'Z)^(-1/2),
// for those who know what it does to them.
enum class Ending { kWhole, kPooled };

template <class Scalar>
class Network {
 public:
  using LayerPass = typename Layer<Scalar>::Pass;
  struct Pass {
    PatchSelection<Scalar> selection;
    std::vector<LayerPass> layers;
    std::vector<Numbers<Scalar>> outputs;    // by layer
    std::vector<Numbers<Scalar>> gradients;  // of them
  };
  using Gradient = std::vector<typename Layer<Scalar>::Gradient>;

  explicit Network(const NetworkOptions& options);

  const NetworkOptions& options() const { return options_; }
  std::size_t depth() const { return layers_.size(); }
  const Layer<Scalar>& layer(std::size_t k) const { return layers_[k]; }
  MapShape output() const { return layers_.back().output(); }
  std::size_t parameters() const;

  // Each patch that differs from the others stands there once.
  Inputs<Scalar> prepare(std::span<const Scalar> maps) const;

  // Filters of all layers from such maps, without labels.
  void learn_filters(const Inputs<Scalar>& inputs, Rng& rng);
  void set_filters(std::size_t layer, Matrix<Scalar> filters);

  Pass make_pass() const;
  // Outputs of the chosen maps, one after the other; they stand in the pass.
  std::span<const Scalar> forward(const Inputs<Scalar>& inputs, std::span<const std::uint32_t> maps,
                                  Pass& pass, Ending ending = Ending::kWhole) const;
  // Of all maps that have these patches.
  std::span<const Scalar> forward(Patches<Scalar> patches, Pass& pass,
                                  Ending ending = Ending::kWhole) const;
  // Of such maps, each of their patches by itself.
  std::span<const Scalar> forward(std::span<const Scalar> maps, Pass& pass,
                                  Ending ending = Ending::kWhole) const;
  Gradient no_gradient() const;
  // Adds to `into` what a function gains, given what it gains with the outputs of `forward`. After
  // a `forward` of maps that are not prepared, their gradient can be added to `input_gradient`.
  void backward(Pass& pass, std::span<const Scalar> output_gradient, Gradient& into,
                std::span<Scalar> input_gradient = {}) const;
  Matrix<Scalar> filter_gradient(std::size_t layer, const Gradient& gradient) const {
    return layers_[layer].filter_gradient(gradient[layer]);
  }

 private:
  void take_patches(std::size_t layer, Pass& pass) const;
  void feed(std::size_t layer, std::size_t maps, Pass& pass) const;
  std::span<const Scalar> feed_all(std::size_t maps, Pass& pass, Ending ending) const;

  NetworkOptions options_;
  std::vector<Layer<Scalar>> layers_;
};

}  // namespace skein::kernels
