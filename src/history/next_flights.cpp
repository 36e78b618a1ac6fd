#include "history/next_flights.h"

#include <algorithm>

namespace skein::history {

using pairing::Leg;
using pricing::CrewModel;
using pricing::CrewState;
using schedule::Flight;

NextFlights::NextFlights(const schedule::Schedule& schedule, const pairing::Rules& rules,
                         const NextFlightOptions& options)
    : schedule_(schedule),
      work_(rules.work),
      options_(options),
      least_rest_gap_(rules.work.min_rest + rules.work.briefing + rules.work.debriefing),
      accepted_(schedule, rules.work),
      fleets_(schedule.fleets().size()),
      departures_(schedule.stations().size() * fleets_),
      arrivals_(departures_.size()) {
  for (const FlightId id : schedule.flight_ids()) {
    const Flight& flight = schedule.flight(id);
    departures_[flight.origin.index() * fleets_ + flight.fleet.index()].push_back(id);
    arrivals_[flight.destination.index() * fleets_ + flight.fleet.index()].push_back(id);
  }
  for (std::vector<FlightId>& landing : arrivals_) {
    std::ranges::stable_sort(landing, {}, [&](FlightId id) { return schedule.flight(id).arrival; });
  }
}

bool NextFlights::may_follow(FlightId flight, FlightId next) const {
  const Minutes gap = schedule_.flight(next).departure - schedule_.flight(flight).arrival;
  if (gap < work_.min_connection) return accepted_.contain(flight, next);
  return gap >= least_rest_gap_ || !work_.max_sit || gap <= *work_.max_sit;
}

std::vector<NextFlight> NextFlights::after(FlightId flight, const CrewModel* model,
                                           const CrewState* state) const {
  const Flight& landed = schedule_.flight(flight);
  const std::vector<FlightId>& all = departures(landed.destination, landed.fleet);
  const Instant last = landed.arrival + options_.within;
  std::vector<NextFlight> found;
  std::size_t rank = 0;
  auto next = std::ranges::lower_bound(all, landed.arrival, {},
                                       [&](FlightId id) { return schedule_.flight(id).departure; });
  for (; next != all.end() && schedule_.flight(*next).departure <= last; ++next) {
    if (!may_follow(flight, *next)) continue;
    NextFlight candidate{*next, rank++, std::nullopt};
    if (state != nullptr) {
      candidate.after = model->extend(*state, Leg{*next});
      if (!candidate.after) continue;
    }
    found.push_back(candidate);
    if (found.size() == options_.most) break;
  }
  return found;
}

}  // namespace skein::history
