// What the crews of all bases offer for an open flight: the best pairing found that operates it.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "base/ids.h"
#include "pairing/rules.h"
#include "pricing/crew_model.h"
#include "seeding/open_flights.h"
#include "seeding/pairing_search.h"
#include "seeding/routes.h"
#include "seeding/ways_out.h"

namespace skein::seeding {

struct Offer {
  StationId base;
  FoundPairing pairing;
};

class CrewOffers {
 public:
  // All must live as long as this; `beliefs` is null where nothing is predicted.
  CrewOffers(const schedule::Schedule& schedule, const pairing::Rules& rules,
             const SearchOptions& search, const WaysOutOptions& ways_out,
             ConnectionCosts* beliefs = nullptr);

  // A pairing that starts with the flight, from the base where it leaves.
  std::optional<Offer> chain(const OpenFlights& open, const FlightPrices& prices,
                             FlightId flight) const;
  // A pairing from any base that goes out to the flight.
  std::optional<Offer> fetch(const OpenFlights& open, const FlightPrices& prices,
                             FlightId flight) const;

  // What the connections of a legal pairing are charged for being unlikely; there must be beliefs.
  Cost belief_of(StationId base, const std::vector<pairing::Leg>& legs) const;

 private:
  struct Base {
    Base(const schedule::Schedule& schedule, const pairing::Rules& rules, StationId base)
        : model(schedule, rules, base), routes(schedule, rules.work.min_connection, base) {}

    pricing::CrewModel model;
    Routes routes;
  };

  std::optional<Offer> best(const Base& base, const OpenFlights& open, const FlightPrices& prices,
                            FlightId flight, const std::vector<Beginning>& beginnings,
                            const SearchOptions& options) const;

  const schedule::Schedule& schedule_;
  SearchOptions chain_search_;
  SearchOptions fetch_search_;
  WaysOutOptions ways_out_;
  ConnectionCosts* beliefs_;
  std::map<StationId, Base> bases_;
};

}  // namespace skein::seeding
