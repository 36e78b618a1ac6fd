#include "optimizer/proof.h"

#include <algorithm>
#include <map>

namespace skein::optimizer {

Proof blend(const Proof& from, const Proof& to, double share) {
  std::map<std::array<FlightId, 3>, double> cuts;
  for (const PricedCut& cut : from.cuts) cuts[cut.flights] += (1 - share) * cut.price;
  for (const PricedCut& cut : to.cuts) cuts[cut.flights] += share * cut.price;
  Proof blended{pricing::blend(from.prices, to.prices, share), {}};
  for (const auto& [flights, price] : cuts) {
    if (price > 0) blended.cuts.push_back({flights, price});
  }
  return blended;
}

CutCharges::CutCharges(const std::vector<PricedCut>& cuts, std::size_t flights)
    : cuts_(cuts), by_flight_(flights, {}) {
  for (std::size_t c = 0; c < cuts.size(); ++c) {
    for (FlightId flight : cuts[c].flights) {
      by_flight_[flight].push_back(static_cast<std::uint32_t>(c));
    }
  }
}

double CutCharges::of(std::span<const pairing::Leg> legs) const {
  std::vector<std::uint32_t> met;
  for (const pairing::Leg& leg : legs) {
    if (leg.role != pairing::Role::kOperate) continue;
    const auto& cuts = by_flight_[leg.flight];
    met.insert(met.end(), cuts.begin(), cuts.end());
  }
  std::sort(met.begin(), met.end());
  double charge = 0;
  for (std::size_t i = 1; i < met.size(); ++i) {
    const bool is_second = met[i] == met[i - 1] && (i < 2 || met[i] != met[i - 2]);
    if (is_second) charge += cuts_[met[i]].price;
  }
  return charge;
}

}  // namespace skein::optimizer
