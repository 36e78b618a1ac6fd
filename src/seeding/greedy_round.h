// One pass of the greedy planner over the whole month, at given prices.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "base/clock.h"
#include "base/ids.h"
#include "base/units.h"
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

class GreedyRound {
 public:
  // Told now and then how many flights are dealt with.
  using Report = std::function<void(std::size_t flights)>;

  // All must live as long as this. Other pairings operate the flights `operated_elsewhere`.
  GreedyRound(const schedule::Schedule& schedule, const CrewOffers& offers,
              const FlightPrices& prices, const std::vector<FlightId>& operated_elsewhere,
              const Deadline& deadline, Report report);

  RoundResult run() &&;

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

  const schedule::Schedule& schedule_;
  const CrewOffers& offers_;
  const FlightPrices& prices_;
  const Deadline& deadline_;
  Report report_;
  OpenFlights open_;
  std::vector<Offer> held_;  // a heap, the best offer first
  std::size_t operated_ = 0;
  RoundResult result_;
};

}  // namespace skein::seeding
