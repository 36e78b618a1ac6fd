#include "support/random_sequences.h"

namespace skein::test {

using learning::Feature;
using learning::Sequences;

Sequences random_sequences(Rng& rng, std::size_t count, std::size_t labels) {
  Sequences sequences(labels, 2 * labels);
  for (std::size_t s = 0; s < count; ++s) {
    sequences.begin_sequence();
    std::size_t label = rng.below(labels);
    for (int t = rng.between(1, 5); t > 0; --t) {
      std::vector<Feature> features;
      for (std::uint32_t f = 0; f < 2 * labels; ++f) {
        if (rng.chance(f % labels == label ? 0.7 : 0.2)) {
          features.push_back({f, static_cast<float>(0.5 + rng.uniform())});
        }
      }
      sequences.add_place(static_cast<std::uint32_t>(label), features);
      label = rng.chance(0.7) ? (label + 1) % labels : rng.below(labels);
    }
  }
  return sequences;
}

std::vector<double> random_weights(Rng& rng, std::size_t size) {
  std::vector<double> w(size);
  for (double& value : w) value = 0.5 * rng.normal();
  return w;
}

}  // namespace skein::test
