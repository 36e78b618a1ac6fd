// Random numbers that are the same on every machine and compiler: the standard library fixes its
// engines but not its distributions, so both are ours.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace skein {

// xoshiro256** (Blackman and Vigna, 2018), seeded through SplitMix64.
class Rng {
 public:
  explicit Rng(std::uint64_t seed);

  // An independent stream for one part of the work, so that parts can be done in any order.
  Rng split(std::string_view purpose, std::uint64_t number = 0) const;

  // All that the next numbers depend on, to go on later.
  static constexpr std::size_t kStateWords = 5;
  std::array<std::uint64_t, kStateWords> state() const;
  void restore(const std::array<std::uint64_t, kStateWords>& state);

  std::uint64_t next();
  // Uniform in 0, ..., bound-1; bound > 0.
  std::uint64_t below(std::uint64_t bound);
  // Uniform in least, ..., most.
  int between(int least, int most);
  // Uniform in [0, 1).
  double uniform();
  bool chance(double probability) { return uniform() < probability; }
  // Standard normal.
  double normal();
  // Index drawn in proportion to the weights; at least one must be positive.
  std::size_t pick(std::span<const double> weights);

  template <class T>
  void shuffle(std::span<T> items) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
  }

 private:
  std::uint64_t seed_;
  std::uint64_t state_[4];
};

}  // namespace skein
