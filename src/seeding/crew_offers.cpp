#include "seeding/crew_offers.h"

#include <cstddef>
#include <utility>

namespace skein::seeding {
namespace {

using pairing::Leg;
using pairing::Role;
using schedule::Schedule;

// Flights that have to be fetched are few and hard: the search keeps this many times more.
constexpr std::size_t kFetchWidth = 4;

}  // namespace

CrewOffers::CrewOffers(const Schedule& schedule, const pairing::Rules& rules,
                       const SearchOptions& search, const WaysOutOptions& ways_out,
                       ConnectionCosts* beliefs)
    : schedule_(schedule),
      chain_search_(search),
      fetch_search_(search),
      ways_out_(ways_out),
      beliefs_(beliefs) {
  fetch_search_.width *= kFetchWidth;
  for (StationId base : schedule.bases()) bases_.try_emplace(base, schedule, rules, base);
}

std::optional<Offer> CrewOffers::chain(const OpenFlights& open, const FlightPrices& prices,
                                       FlightId flight) const {
  const auto base = bases_.find(schedule_.flight(flight).origin);
  if (base == bases_.end()) return std::nullopt;
  const Leg leg{flight, Role::kOperate};
  const auto state = base->second.model.start(leg);
  if (!state) return std::nullopt;
  return best(base->second, open, prices, flight, {{{leg}, *state}}, chain_search_);
}

std::optional<Offer> CrewOffers::fetch(const OpenFlights& open, const FlightPrices& prices,
                                       FlightId flight) const {
  std::optional<Offer> cheapest;
  for (const auto& [station, base] : bases_) {
    auto offer = best(base, open, prices, flight,
                      ways_out(base.model, base.routes, open, flight, ways_out_), fetch_search_);
    if (!offer || (cheapest && cheapest->pairing.score <= offer->pairing.score)) continue;
    cheapest = std::move(offer);
  }
  return cheapest;
}

Cost CrewOffers::belief_of(StationId station, const std::vector<Leg>& legs) const {
  const pricing::CrewModel& model = bases_.at(station).model;
  return belief_of_pairing(model, legs, *beliefs_);
}

std::optional<Offer> CrewOffers::best(const Base& base, const OpenFlights& open,
                                      const FlightPrices& prices, FlightId flight,
                                      const std::vector<Beginning>& beginnings,
                                      const SearchOptions& options) const {
  PairingSearch search(base.model, base.routes, open, prices, options, beliefs_);
  auto found = search.best(beginnings, schedule_.flight(flight).fleet);
  if (!found) return std::nullopt;
  return Offer{base.model.base(), std::move(*found)};
}

}  // namespace skein::seeding
