#include "base/random.h"

#include <bit>
#include <cmath>
#include <numbers>

namespace skein {
namespace {

std::uint64_t split_mix(std::uint64_t& state) {
  state += 0x9e3779b97f4a7c15u;
  std::uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

}  // namespace

Rng::Rng(std::uint64_t seed) : seed_(seed) {
  for (std::uint64_t& word : state_) word = split_mix(seed);
}

Rng Rng::split(std::string_view purpose, std::uint64_t number) const {
  std::uint64_t hash = seed_;
  for (char c : purpose) {
    hash ^= static_cast<unsigned char>(c);
    hash = split_mix(hash);
  }
  hash ^= number;
  return Rng(split_mix(hash));
}

std::array<std::uint64_t, Rng::kStateWords> Rng::state() const {
  return {seed_, state_[0], state_[1], state_[2], state_[3]};
}

void Rng::restore(const std::array<std::uint64_t, kStateWords>& state) {
  seed_ = state[0];
  for (std::size_t k = 1; k < kStateWords; ++k) state_[k - 1] = state[k];
}

std::uint64_t Rng::next() {
  const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
  const std::uint64_t shifted = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= shifted;
  state_[3] = std::rotl(state_[3], 45);
  return result;
}

std::uint64_t Rng::below(std::uint64_t bound) {
  // Rejection keeps it exactly uniform: numbers below 2^64 mod bound are drawn again.
  const std::uint64_t rejected = (0 - bound) % bound;
  std::uint64_t value = next();
  while (value < rejected) value = next();
  return value % bound;
}

int Rng::between(int least, int most) {
  return least + static_cast<int>(below(static_cast<std::uint64_t>(most - least) + 1));
}

double Rng::uniform() {
  return static_cast<double>(next() >> 11) * 0x1.0p-53;
}

double Rng::normal() {
  // Box and Muller; 1 - uniform() is never 0.
  const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));
  return radius * std::cos(2.0 * std::numbers::pi * uniform());
}

std::size_t Rng::pick(std::span<const double> weights) {
  double total = 0;
  for (double weight : weights) total += weight;
  double rest = uniform() * total;
  std::size_t last_positive = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (weights[i] <= 0) continue;
    last_positive = i;
    rest -= weights[i];
    if (rest < 0) return i;
  }
  return last_positive;
}

}  // namespace skein
