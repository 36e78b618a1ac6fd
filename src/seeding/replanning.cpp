#include "seeding/replanning.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/random.h"
#include "pairing/cost.h"
#include "seeding/best_partition.h"
#include "seeding/crew_offers.h"
#include "seeding/greedy_round.h"

namespace skein::seeding {
namespace {

using pairing::Leg;
using pairing::Pairing;
using pairing::Role;
using schedule::Flight;
using schedule::Schedule;

// Crews that leave this much later than another arrives are not its neighbours.
constexpr Minutes kNear = hours(4);
constexpr std::size_t kNoOffer = ~std::size_t{0};

class Replanning {
 public:
  Replanning(const Schedule& schedule, const pairing::Rules& rules, const ReplanOptions& options)
      : schedule_(schedule),
        rules_(rules),
        options_(options),
        offers_(schedule, rules, options.search, options.ways_out, options.beliefs),
        departures_(schedule),
        prices_(schedule.flights().size()),
        operated_by_(schedule.flights().size(), kNoOffer),
        rng_(options.seed) {}

  ReplannedPlan run(const plan::Plan& plan) && {
    for (const Pairing& pairing : plan.pairings) place(priced(pairing));
    summary_.before = total();
    for (int pass = 0; pass < options_.passes && !options_.deadline.passed(); ++pass) {
      run_pass();
    }
    summary_.after = total();
    return {plan_of_all(), summary_};
  }

 private:
  Offer priced(const Pairing& pairing) const {
    Offer offer{pairing.base, {pairing.legs, Cost(), Cost(), Cost()}};
    offer.pairing.cost = pairing_cost(schedule_, rules_, pairing.legs).total();
    if (options_.beliefs != nullptr) {
      offer.pairing.belief = offers_.belief_of(pairing.base, pairing.legs);
    }
    return offer;
  }

  static Cost charge(const Offer& offer) { return offer.pairing.cost + offer.pairing.belief; }

  Cost total() const {
    Cost sum;
    for (const Offer& offer : plan_) {
      if (!offer.pairing.legs.empty()) sum += charge(offer);
    }
    const auto open = std::count(operated_by_.begin(), operated_by_.end(), kNoOffer);
    return sum + static_cast<double>(open) * rules_.cost.uncovered_flight;
  }

  void place(Offer offer) {
    std::size_t number = plan_.size();
    if (free_.empty()) {
      plan_.emplace_back();
    } else {
      number = free_.back();
      free_.pop_back();
    }
    set_operator(offer, number);
    plan_[number] = std::move(offer);
  }

  void remove(std::size_t number) {
    set_operator(plan_[number], kNoOffer);
    plan_[number].pairing.legs.clear();
    free_.push_back(number);
  }

  void set_operator(const Offer& offer, std::size_t number) {
    for (const Leg& leg : offer.pairing.legs) {
      if (leg.role == Role::kOperate) operated_by_[leg.flight] = number;
    }
  }

  // Middles are named by a flight: pairings change while the pass goes on.
  void run_pass() {
    std::vector<std::pair<double, FlightId>> middles;
    for (const Offer& offer : plan_) {
      if (offer.pairing.legs.empty()) continue;
      middles.emplace_back(-charge(offer).amount() / operated(offer), first_operated(offer));
    }
    std::sort(middles.begin(), middles.end());
    const auto most =
        static_cast<std::size_t>(std::ceil(options_.middles * static_cast<double>(middles.size())));
    if (middles.size() > most) middles.resize(most);
    for (const auto& [charge_per_flight, middle] : middles) {
      if (options_.deadline.passed()) return;
      if (operated_by_[middle] != kNoOffer) plan_anew(neighbours_of(operated_by_[middle]));
    }
  }

  static double operated(const Offer& offer) {
    return static_cast<double>(
        std::count_if(offer.pairing.legs.begin(), offer.pairing.legs.end(),
                      [](const Leg& leg) { return leg.role == Role::kOperate; }));
  }

  static FlightId first_operated(const Offer& offer) {
    const auto& legs = offer.pairing.legs;
    return std::find_if(legs.begin(), legs.end(),
                        [](const Leg& leg) { return leg.role == Role::kOperate; })
        ->flight;
  }

  // A pairing, and those that meet it most often.
  std::vector<std::size_t> neighbours_of(std::size_t middle) const {
    std::map<std::size_t, int> meetings;
    for (const Leg& leg : plan_[middle].pairing.legs) {
      const Flight& flight = schedule_.flight(leg.flight);
      count_departures(flight.destination, flight.fleet, flight.arrival, meetings);
      count_departures(flight.origin, flight.fleet, flight.departure - kNear, meetings);
    }
    meetings.erase(middle);
    std::vector<std::pair<int, std::size_t>> by_count;
    for (const auto& [number, count] : meetings) by_count.emplace_back(-count, number);
    std::sort(by_count.begin(), by_count.end());
    std::vector<std::size_t> part = {middle};
    for (const auto& [count, number] : by_count) {
      if (part.size() == options_.part_pairings) break;
      part.push_back(number);
    }
    return part;
  }

  void count_departures(StationId station, FleetId fleet, Instant from,
                        std::map<std::size_t, int>& meetings) const {
    for (const OpenFlights::Departure& next : departures_.departures(station, fleet, from)) {
      if (next.departure > from + kNear) return;
      if (operated_by_[next.flight] != kNoOffer) ++meetings[operated_by_[next.flight]];
    }
  }

  void plan_anew(const std::vector<std::size_t>& part) {
    ++summary_.parts;
    const std::vector<FlightId> flights = flights_of(part);
    std::vector<Offer> pool;
    for (std::size_t number : part) pool.push_back(plan_[number]);
    for (int round = 0; round < options_.rounds; ++round) {
      const RoundResult result = GreedyRound(OpenFlights(schedule_, flights), offers_, prices_,
                                             options_.deadline, [](std::size_t) {})
                                     .run(&pool);
      if (!result.complete) return;
      for (const Offer& offer : result.pairings) {
        share_cost(offer.pairing, options_.price_step, prices_);
      }
    }
    Cost now;
    for (std::size_t number : part) now += charge(plan_[number]);
    const auto best = choose(flights, pool, now);
    if (!best) return;
    ++summary_.improved;
    for (std::size_t number : part) remove(number);
    for (std::size_t chosen : *best) place(pool[chosen]);
  }

  // The cheapest pairings of the pool that operate each flight once, where they cost less than now.
  std::optional<std::vector<std::size_t>> choose(const std::vector<FlightId>& flights,
                                                 std::vector<Offer>& pool, Cost now) const {
    drop_repeated(pool);
    PartitionProblem problem;
    problem.items = flights.size();
    problem.below = now.amount();
    for (const Offer& offer : pool) {
      PartitionSet set;
      set.cost = charge(offer).amount();
      for (const Leg& leg : offer.pairing.legs) {
        if (leg.role != Role::kOperate) continue;
        const auto place = std::lower_bound(flights.begin(), flights.end(), leg.flight);
        set.items.push_back(static_cast<std::uint32_t>(place - flights.begin()));
      }
      problem.sets.push_back(std::move(set));
    }
    return best_partition(problem);
  }

  static void drop_repeated(std::vector<Offer>& pool) {
    const auto key = [](const Offer& offer) {
      std::vector<std::pair<FlightId, Role>> legs;
      for (const Leg& leg : offer.pairing.legs) legs.emplace_back(leg.flight, leg.role);
      return std::pair(offer.base, std::move(legs));
    };
    std::set<decltype(key(pool.front()))> seen;
    std::erase_if(pool, [&](const Offer& offer) { return !seen.insert(key(offer)).second; });
  }

  // In order of departure; their prices are set.
  std::vector<FlightId> flights_of(const std::vector<std::size_t>& part) {
    std::vector<FlightId> flights;
    for (std::size_t number : part) {
      const std::size_t before = flights.size();
      for (const Leg& leg : plan_[number].pairing.legs) {
        if (leg.role == Role::kOperate) flights.push_back(leg.flight);
      }
      const double share = 1.0 / static_cast<double>(flights.size() - before);
      for (std::size_t i = before; i < flights.size(); ++i) {
        const double noise = 1 + options_.price_noise * (2 * rng_.uniform() - 1);
        prices_[flights[i]] = noise * share * charge(plan_[number]);
      }
    }
    std::sort(flights.begin(), flights.end());
    return flights;
  }

  plan::Plan plan_of_all() {
    std::erase_if(plan_, [](const Offer& offer) { return offer.pairing.legs.empty(); });
    return plan_of(std::move(plan_));
  }

  const Schedule& schedule_;
  const pairing::Rules& rules_;
  const ReplanOptions& options_;
  CrewOffers offers_;
  OpenFlights departures_;   // all flights, to look them up by station and time
  FlightPrices prices_;      // of the flights of a part
  std::vector<Offer> plan_;  // with empty places
  std::vector<std::size_t> free_;
  IdVector<FlightId, std::size_t> operated_by_;
  Rng rng_;
  ReplanSummary summary_;
};

}  // namespace

ReplannedPlan replan(const Schedule& schedule, const pairing::Rules& rules, const plan::Plan& plan,
                     const ReplanOptions& options) {
  return Replanning(schedule, rules, options).run(plan);
}

}  // namespace skein::seeding
