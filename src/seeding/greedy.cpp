#include "seeding/greedy.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "base/progress.h"
#include "seeding/crew_offers.h"
#include "seeding/greedy_round.h"

namespace skein::seeding {
namespace {

using pairing::Leg;
using pairing::Role;
using schedule::Schedule;

constexpr double kPenaltyShare = 0.1;  // of an uncovered flight, added to its price

int rounds_for(const Schedule& schedule, const GreedyOptions& options) {
  const std::size_t flights = std::max<std::size_t>(schedule.flights().size(), 1);
  const auto affordable = static_cast<int>(options.max_flights_planned / flights);
  return std::max(1, std::min(options.max_rounds, affordable));
}

void share_cost(const FoundPairing& pairing, double step, FlightPrices& prices) {
  Cost above = pairing.cost + pairing.belief;
  int operated = 0;
  for (const Leg& leg : pairing.legs) {
    if (leg.role != Role::kOperate) continue;
    above -= prices[leg.flight];
    ++operated;
  }
  for (const Leg& leg : pairing.legs) {
    if (leg.role == Role::kOperate) prices[leg.flight] += step / operated * above;
  }
}

void move_prices(const RoundResult& round, double step, Cost uncovered_flight,
                 FlightPrices& prices) {
  for (const Offer& offer : round.pairings) share_cost(offer.pairing, step, prices);
  for (FlightId flight : round.uncovered) prices[flight] += kPenaltyShare * uncovered_flight;
}

// The pairings in order of their first departures, numbered from 1.
plan::Plan plan_of(std::vector<Offer> offers) {
  std::sort(offers.begin(), offers.end(), [](const Offer& a, const Offer& b) {
    const auto key = [](const Offer& offer) {
      const auto first_operated =
          std::find_if(offer.pairing.legs.begin(), offer.pairing.legs.end(),
                       [](const Leg& leg) { return leg.role == Role::kOperate; });
      return std::tuple(offer.pairing.legs.front().flight, first_operated->flight);
    };
    return key(a) < key(b);
  });
  plan::Plan plan;
  for (Offer& offer : offers) {
    const std::string name = fmt::format("{}", plan.pairings.size() + 1);
    plan.pairings.push_back({name, offer.base, std::move(offer.pairing.legs)});
  }
  return plan;
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
        GreedyRound(schedule, offers, prices, options.operated_elsewhere, options.deadline,
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
