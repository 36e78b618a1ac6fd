#include "optimizer/near_pairings.h"

#include <algorithm>
#include <utility>

namespace skein::optimizer {
namespace {

constexpr double kThresholdStep = 0.6;
constexpr double kLeastThreshold = 1.0;

}  // namespace

NearPairings add_near(Master& master, pricing::Pricer& pricer, const pricing::Prices& prices,
                      pricing::EnumerationOptions limits) {
  const double highest = limits.threshold;
  for (; limits.threshold > kLeastThreshold; limits.threshold *= kThresholdStep) {
    pricing::AllPairings all = pricer.enumerate(prices, limits);
    if (all.too_many) continue;
    for (pricing::PricedPairing& pairing : all.pairings) {
      master.add({pricer.groups()[pairing.group].base_index, std::move(pairing.legs)});
    }
    return {limits.threshold, all.complete};
  }
  return {std::min(highest, kLeastThreshold), false};
}

}  // namespace skein::optimizer
