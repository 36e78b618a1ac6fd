// One pass of the greedy planner over the whole month, at given prices.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "base/clock.h"
#include "base/ids.h"
#include "base/units.h"
#include "plan/plan.h"
#include "seeding/crew_offers.h"
#include "seeding/open_flights.h"

namespace skein::seeding {

struct RoundResult {
  std::vector<Offer> pairings;      // in the order in which they were taken
  std::vector<FlightId> uncovered;  // in order of departure
  bool complete = true;             // false where the deadline cut it

  // Of the pairings, and of the flights that none operates.
  Cost cost(Cost uncovered_flight) const;
  // What the connections were charged for being unlikely.
  Cost belief() const;
};

// Moves the prices of a pairing's flights towards what it costs (greedy.h).
void share_cost(const FoundPairing& pairing, double step, FlightPrices& prices);

// The pairings in order of their first departures, numbered from 1.
plan::Plan plan_of(std::vector<Offer> offers);

class GreedyRound {
 public:
  // Told now and then how many flights are dealt with.
  using Report = std::function<void(std::size_t flights)>;

  // All must live as long as this. Plans crews for the flights that are open.
  GreedyRound(OpenFlights open, const CrewOffers& offers, const FlightPrices& prices,
              const Deadline& deadline, Report report);

  // All offers are added to `seen` as well, where it is given.
  RoundResult run(std::vector<Offer>* seen = nullptr) &&;

 private:
  void chain();
  void ask_all();
  void ask_again(FlightId start);
  void hold(Offer offer);
  Offer best_held();
  bool still_open(const Offer& offer) const;
  void fetch();
  void take(Offer offer);
  bool must_stop();

  const CrewOffers& offers_;
  const FlightPrices& prices_;
  const Deadline& deadline_;
  Report report_;
  OpenFlights open_;
  std::size_t flights_ = 0;  // that were open at first
  std::vector<Offer> held_;  // a heap, the best offer first
  std::size_t operated_ = 0;
  RoundResult result_;
  std::vector<Offer>* seen_ = nullptr;
};

}  // namespace skein::seeding
