#include "optimizer/lost_flights.h"

#include <algorithm>

namespace skein::optimizer {
namespace {

constexpr double kAnyCost = 1e6;  // no pairing of one flight costs as much

FlightId last_operated(const pricing::PricedPairing& pairing) {
  const auto last =
      std::find_if(pairing.legs.rbegin(), pairing.legs.rend(),
                   [](const pairing::Leg& leg) { return leg.role == pairing::Role::kOperate; });
  return last->flight;
}

}  // namespace

std::vector<FlightId> lost_flights(const pairing::Rules& rules, pricing::Pricer& pricer,
                                   const std::vector<Candidate>& plan, pricing::OpenFlights open) {
  for (const Candidate& pairing : plan) mark_operated(pairing, 0, open);
  if (!rules.wishes.empty() || std::count(open.begin(), open.end(), 1) == 0) return {};
  pricing::Prices prices;
  for (char is_open : open) prices.flight.push_back(is_open ? kAnyCost : 0);
  pricing::PricingOptions one;
  one.pairings_per_flight = 1;
  pricer.set_open(open);
  for (const pricing::PricedPairing& pairing : pricer.price(prices, one)) {
    open[last_operated(pairing)] = 0;
  }
  pricer.open_month();
  std::vector<FlightId> lost;
  for (std::size_t index = 0; index < open.size(); ++index) {
    if (open[FlightId(index)]) lost.emplace_back(index);
  }
  return lost;
}

}  // namespace skein::optimizer
