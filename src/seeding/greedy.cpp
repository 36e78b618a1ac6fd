#include "seeding/greedy.h"

#include <algorithm>
#include <utility>

#include "base/progress.h"
#include "seeding/crew_offers.h"
#include "seeding/greedy_round.h"

namespace skein::seeding {
namespace {

using schedule::Schedule;

constexpr double kPenaltyShare = 0.1;  // of an uncovered flight, added to its price

int rounds_for(const Schedule& schedule, const GreedyOptions& options) {
  const std::size_t flights = std::max<std::size_t>(schedule.flights().size(), 1);
  const auto affordable = static_cast<int>(options.max_flights_planned / flights);
  return std::max(1, std::min(options.max_rounds, affordable));
}

void move_prices(const RoundResult& round, double step, Cost uncovered_flight,
                 FlightPrices& prices) {
  for (const Offer& offer : round.pairings) share_cost(offer.pairing, step, prices);
  for (FlightId flight : round.uncovered) prices[flight] += kPenaltyShare * uncovered_flight;
}

OpenFlights open_flights(const Schedule& schedule, const GreedyOptions& options) {
  OpenFlights open(schedule);
  for (FlightId flight : options.operated_elsewhere) open.close(flight);
  return open;
}

GreedyStop why_stopped(bool complete) {
  if (complete) return GreedyStop::kFinished;
  return interrupted() ? GreedyStop::kInterrupted : GreedyStop::kTimeLimit;
}

}  // namespace

GreedyResult plan_greedily(const Schedule& schedule, const pairing::Rules& rules,
                           const GreedyOptions& options) {
  const Cost uncovered_flight = rules.cost.uncovered_flight;
  const std::size_t flights = schedule.flights().size();
  const int rounds = rounds_for(schedule, options);
  const CrewOffers offers(schedule, rules, options.search, options.ways_out, options.beliefs);
  FlightPrices prices(flights, options.first_price);
  Progress progress("first plan", static_cast<std::size_t>(rounds) * flights, "flights");
  GreedySummary summary;
  RoundResult best;
  bool complete = true;
  while (complete && summary.rounds < rounds) {
    const std::size_t before = static_cast<std::size_t>(summary.rounds) * flights;
    RoundResult round =
        GreedyRound(open_flights(schedule, options), offers, prices, options.deadline,
                    [&](std::size_t done) { progress.advance_to(before + done); })
            .run();
    complete = round.complete;
    move_prices(round, options.price_step, uncovered_flight, prices);
    const Cost cost = round.cost(uncovered_flight);
    const Cost belief = round.belief();
    if (++summary.rounds > 1 && cost + belief >= summary.cost + summary.belief) continue;
    summary.cost = cost;
    summary.belief = belief;
    best = std::move(round);
  }
  summary.stopped = why_stopped(complete);
  summary.pairings = best.pairings.size();
  summary.uncovered = std::move(best.uncovered);
  return {plan_of(std::move(best.pairings)), std::move(summary)};
}

}  // namespace skein::seeding
