#include "learning/sampler.h"

namespace skein::learning {

WeightedSampler::WeightedSampler(std::size_t samples, double weight) : sums_(2 * samples, weight) {
  for (std::size_t k = samples; k-- > 1;) sums_[k] = sums_[2 * k] + sums_[2 * k + 1];
}

void WeightedSampler::set(std::size_t sample, double weight) {
  std::size_t k = size() + sample;
  sums_[k] = weight;
  for (k /= 2; k >= 1; k /= 2) sums_[k] = sums_[2 * k] + sums_[2 * k + 1];
}

std::size_t WeightedSampler::draw(Rng& rng, double uniform_share) const {
  if (rng.uniform() < uniform_share || size() < 2 || sum() <= 0) return rng.below(size());
  double left = rng.uniform() * sum();
  std::size_t k = 1;
  while (k < size()) {
    k *= 2;
    if (left >= sums_[k] && sums_[k + 1] > 0) left -= sums_[k++];
  }
  return k - size();
}

}  // namespace skein::learning
