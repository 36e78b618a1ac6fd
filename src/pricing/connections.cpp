#include "pricing/connections.h"

#include <algorithm>
#include <numeric>

#include "pairing/cost.h"

namespace skein::pricing {
namespace {

using schedule::Flight;

// The part of `flights` (all of one station) for which `holds` is false, then true: the first place
// where it is true.
template <class Predicate>
std::uint32_t first_where(const std::vector<FlightId>& flights,
                          std::pair<std::uint32_t, std::uint32_t> range, Predicate holds) {
  const auto begin = flights.begin() + range.first;
  const auto end = flights.begin() + range.second;
  const auto found = std::partition_point(begin, end, [&](FlightId id) { return !holds(id); });
  return static_cast<std::uint32_t>(found - flights.begin());
}

// Where each station's flights begin and end in a list that is sorted by station.
template <class StationOf>
IdVector<StationId, std::pair<std::uint32_t, std::uint32_t>> ranges(
    const std::vector<FlightId>& flights, std::size_t stations, StationOf station_of) {
  IdVector<StationId, std::pair<std::uint32_t, std::uint32_t>> result(stations);
  for (std::uint32_t i = 0; i < flights.size(); ++i) {
    auto& [begin, end] = result[station_of(flights[i])];
    if (begin == end) begin = i;
    end = i + 1;
  }
  return result;
}

}  // namespace

Connections::Connections(const schedule::Schedule& schedule, const pairing::Rules& rules)
    : schedule_(schedule),
      rules_(rules),
      least_rest_gap_(std::max(rules.work.min_connection,
                               rules.work.min_rest + rules.work.briefing + rules.work.debriefing)),
      guarantee_per_minute_(rules.cost.guarantee_rate.per_hour() / 60),
      changes_cost_(rules.cost.aircraft_change != Cost(0)),
      accepted_(schedule, rules.work),
      wishes_(schedule.flights().size(), rules.wishes) {
  times_.reserve(schedule.flights().size());
  for (const Flight& flight : schedule.flights()) {
    times_.push_back({flight.departure, flight.arrival, flight.origin, flight.destination});
  }
  least_leg_ = Minutes(1);
  if (!times_.empty()) {
    const auto shortest = std::min_element(
        times_.begin(), times_.end(),
        [](const LegTimes& a, const LegTimes& b) { return a.duration() < b.duration(); });
    least_leg_ = std::max(least_leg_, shortest->duration()) + least_connection();
  }
  sort_by_station();
  find_successors();
  find_rested();
  tabulate_gap_costs();
}

void Connections::sort_by_station() {
  for (FlightId id : schedule_.flight_ids()) by_departure_.push_back(id);
  by_arrival_ = by_departure_;
  std::stable_sort(by_departure_.begin(), by_departure_.end(),
                   [&](FlightId a, FlightId b) { return times_[a].origin < times_[b].origin; });
  std::stable_sort(by_arrival_.begin(), by_arrival_.end(), [&](FlightId a, FlightId b) {
    return std::pair(times_[a].destination, times_[a].arrival) <
           std::pair(times_[b].destination, times_[b].arrival);
  });
  const std::size_t stations = schedule_.stations().size();
  station_departures_ =
      ranges(by_departure_, stations, [&](FlightId id) { return times_[id].origin; });
  station_arrivals_ =
      ranges(by_arrival_, stations, [&](FlightId id) { return times_[id].destination; });
}

void Connections::find_successors() {
  const pairing::WorkRules& work = rules_.work;
  for (const LegTimes& leg : times_) {
    const auto range = station_departures_[leg.destination];
    const auto first_after = [&](Minutes gap) {
      return first_where(by_departure_, range,
                         [&](FlightId id) { return times_[id].departure >= leg.arrival + gap; });
    };
    Successors after;
    after.sits_begin = first_after(work.min_connection);
    after.rests_begin = first_after(least_rest_gap_);
    after.rests_end = range.second;
    after.sits_end = after.rests_begin;
    if (work.max_sit) {
      after.sits_end = std::min(after.sits_end, first_after(*work.max_sit + Minutes(1)));
    }
    after.sits_end = std::max(after.sits_end, after.sits_begin);
    successors_.push_back(after);
  }
}

void Connections::find_rested() {
  for (const LegTimes& leg : times_) {
    const auto range = station_arrivals_[leg.origin];
    rested_.push_back({range.first, first_where(by_arrival_, range, [&](FlightId id) {
                         return times_[id].arrival + least_rest_gap_ > leg.departure;
                       })});
  }
}

void Connections::tabulate_gap_costs() {
  if (times_.empty()) return;
  const Minutes longest = times_.items().back().departure - times_.items().front().departure;
  for (Minutes gap; gap <= longest; gap += Minutes(1)) {
    gap_costs_.push_back(pairing::gap_cost(rules_.cost, gap).amount());
  }
  least_gap_costs_ = gap_costs_;
  for (std::size_t i = least_gap_costs_.size() - 1; i-- > 0;) {
    least_gap_costs_[i] = std::min(least_gap_costs_[i], least_gap_costs_[i + 1]);
  }
}

double Connections::aircraft_change(FlightId flight, FlightId next, Minutes gap) const {
  return pairing::aircraft_change_cost(rules_.cost, schedule_.flight(flight),
                                       schedule_.flight(next), gap)
      .amount();
}

bool Connections::may_sit(FlightId flight, FlightId next) const {
  const auto later = sits(flight);
  if (std::binary_search(later.begin(), later.end(), next)) return true;
  const auto named = accepted(flight);
  return std::any_of(named.begin(), named.end(),
                     [&](const auto& connection) { return connection.second == next; });
}

}  // namespace skein::pricing
