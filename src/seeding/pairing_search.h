// Finds one good pairing that begins in a given way: a beam search over the next open flights, and
// over deadheads towards the base. It looks ahead to the end of the pairing, so that a crew takes
// no flight from which it cannot come home.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "base/ids.h"
#include "base/units.h"
#include "pairing/pairing.h"
#include "pricing/crew_model.h"
#include "seeding/connection_costs.h"
#include "seeding/open_flights.h"
#include "seeding/routes.h"

namespace skein::seeding {

struct SearchOptions {
  // Beginnings kept per number of legs. More find better pairings; time grows in proportion.
  std::size_t width = 4;
  // Next open flights that a crew considers within a duty, and after a rest. Raise them where many
  // flights leave at the same time.
  std::size_t connections = 4;
  std::size_t rests = 4;
  // Longest time away from work, on top of the minimum rest. Raise it for stations that are served
  // once in many days.
  Minutes longest_wait = hours(96);
  // Ways home that it considers as a passenger, within a duty and after a rest. Raise it where the
  // soonest ones are often illegal.
  std::size_t ways_home = 2;
  // Once a way home is known, legs that the search goes on without a better one. More find more
  // pairings over several days, in more time.
  std::size_t patience = 4;
  // Longest pairing, in legs: an end to the search where the rules set none.
  std::size_t max_legs = 30;
};

// The beginning of a pairing.
struct Beginning {
  std::vector<pairing::Leg> legs;
  pricing::CrewState state;  // after them
};

// What it may cost to have a flight operated.
using FlightPrices = IdVector<FlightId, Cost>;

struct FoundPairing {
  std::vector<pairing::Leg> legs;
  Cost cost;
  Cost belief;  // what its connections are charged for being unlikely; 0 without predictions
  // Cost and belief minus the prices of the flights it operates; the search makes it small.
  Cost score;
};

class PairingSearch {
 public:
  // Everything must live as long as the search. `beliefs` is null where nothing is predicted.
  PairingSearch(const pricing::CrewModel& model, const Routes& routes, const OpenFlights& open,
                const FlightPrices& prices, const SearchOptions& options,
                ConnectionCosts* beliefs = nullptr);

  // The best pairing found that begins in one of the given ways and operates flights of `fleet`;
  // nothing where none came home.
  std::optional<FoundPairing> best(const std::vector<Beginning>& beginnings, FleetId fleet);

 private:
  struct Label {
    pricing::CrewState state;
    Cost prices;  // of the flights operated so far
    Cost belief;  // of the connections so far
    // After the last of these flights; null before the first, and as long as nobody needs it.
    const BelievedNext* believed;
    Cost score;
    pairing::Leg leg;
    std::size_t beginning;
    std::size_t parent;  // kNoParent right after the beginning
  };
  // When the next leg may leave.
  struct Window {
    Instant from;
    Instant until;
  };

  void begin(const std::vector<Beginning>& beginnings);
  Label label_of(const Beginning& beginning, std::size_t number);
  void expand(std::size_t parent, FleetId fleet);
  Window connection_window(const pricing::CrewState& state) const;
  Window rest_window(const pricing::CrewState& state) const;
  void add_open_flights(std::size_t parent, FleetId fleet, Window window, std::size_t most);
  void add_deadheads_home(std::size_t parent, Window window);
  void add_likely_flights(std::size_t parent, FleetId fleet);
  bool try_leg(std::size_t parent, pairing::Leg leg);
  void charge(Label& label, const Label& before) const;
  void look_ahead(Label& label);
  Cost price_of(pairing::Leg leg) const;
  Cost score_at_end(const Label& label) const;
  void add(const Label& label);
  void keep_best();
  FoundPairing trace(std::size_t last, const std::vector<Beginning>& beginnings) const;

  const pricing::CrewModel& model_;
  const Routes& routes_;
  const OpenFlights& open_;
  const FlightPrices& prices_;
  SearchOptions options_;
  ConnectionCosts* beliefs_;

  std::vector<FlightId> tried_;      // of the label that is expanded, because they are likely
  std::vector<Label> labels_;        // all that were made
  std::vector<std::size_t> beam_;    // those to expand
  std::vector<std::size_t> added_;   // those with one leg more
  std::optional<std::size_t> best_;  // among those that may end
  Cost best_score_;                  // its, with its end
};

}  // namespace skein::seeding
