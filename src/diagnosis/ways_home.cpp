#include "diagnosis/ways_home.h"

#include <algorithm>
#include <limits>

#include "diagnosis/front.h"

namespace skein::diagnosis {
namespace {

constexpr Instant kAnyTime(std::numeric_limits<std::int32_t>::min());
constexpr auto kLeavesEarlier = [](const auto& a, const auto& b) {
  return a.departure < b.departure;
};

}  // namespace

WaysHome::WaysHome(const TravelRules& rules, const Crews& crews, pricing::FlightRange range,
                   const WayLimits& limits)
    : rules_(rules),
      crews_(crews),
      limits_(limits),
      ranges_(rules.connections().flights()),
      coming_(rules.schedule().stations().size()),
      starts_(rules.schedule().stations().size()) {
  // From the latest arrival on: what follows a flight leaves, and so arrives, after it.
  std::vector<FlightId> flights;
  for (std::size_t i = range.begin; i < range.end; ++i) flights.emplace_back(i);
  std::stable_sort(flights.begin(), flights.end(), [&](FlightId a, FlightId b) {
    return rules.times(a).arrival > rules.times(b).arrival;
  });
  for (FlightId flight : flights) arrive(flight);
}

std::span<const WayHome> WaysHome::from(FlightId flight) const {
  const auto [begin, end] = ranges_[flight];
  return std::span(ways_).subspan(begin, end - begin);
}

std::vector<FlightId> WaysHome::flights_after(const WayHome& way) const {
  std::vector<FlightId> flights;
  for (std::int32_t at = way.after; at != WayHome::kLast;
       at = ways_[static_cast<std::size_t>(at)].after) {
    flights.push_back(ways_[static_cast<std::size_t>(at)].flight);
  }
  return flights;
}

void WaysHome::arrive(FlightId flight) {
  front_.clear();
  end_pairing(flight);
  rules_.for_each_soon(flight, [&](FlightId next) {
    const auto [begin, end] = ranges_[next];
    for (std::size_t way = begin; way < end; ++way) {
      sit(flight, static_cast<std::int32_t>(way));
      rest(flight, static_cast<std::int32_t>(way));
    }
  });
  begin_rests(flight);
  const std::size_t begin = ways_.size();
  ways_.insert(ways_.end(), front_.begin(), front_.end());
  ranges_[flight] = {begin, ways_.size()};
  const auto end = static_cast<std::int32_t>(ways_.size());
  for (auto way = static_cast<std::int32_t>(begin); way < end; ++way) start_duty(way);
}

void WaysHome::end_pairing(FlightId flight) {
  const pricing::LegTimes& leg = rules_.times(flight);
  WayHome way{flight, WayHome::kLast, 0, Minutes(0), 0, 0, leg.arrival, kAnyTime, 0};
  if (leg.destination == crews_.base) {
    add(way);
  } else if (leg.arrival >= rules_.carry_out_from()) {
    // It flies on, on the day after at the soonest.
    way.need = rules_.need(Change::kCarryOut, 1);
    way.duties = 1;
    way.days = 1;
    add(way);
  }
}

void WaysHome::begin_rests(FlightId flight) {
  const pricing::LegTimes& leg = rules_.times(flight);
  if (leg.destination == crews_.base) return;
  take_starts(leg.destination, leg.arrival + rules_.settled_gap());
  std::vector<Start>& starts = starts_[leg.destination];
  if (limits_.by_cost) {
    std::erase_if(starts, [&](const Start& start) {
      const double later = ways_[static_cast<std::size_t>(start.way)].cost;
      const Minutes gap = start.departure - leg.arrival;
      return later + rules_.connections().least_gap_cost_from(gap) >= limits_.most_cost;
    });
  }
  for (const Start& start : starts) rest(flight, start.way);
}

WayHome WaysHome::extended(FlightId flight, std::int32_t next_way) const {
  WayHome longer = ways_[static_cast<std::size_t>(next_way)];
  const FlightId next = longer.flight;
  longer.after = next_way;
  longer.flight = flight;
  longer.need = std::max(longer.need, rules_.connection_need(flight, next));
  longer.cost += rules_.ride_cost(next) + rules_.connections().cost(flight, next);
  if (crews_.starts.local_day(flight) != crews_.starts.local_day(next)) ++longer.days;
  return longer;
}

void WaysHome::sit(FlightId flight, std::int32_t next_way) {
  const WayHome& way = ways_[static_cast<std::size_t>(next_way)];
  const Minutes gap = rules_.times(way.flight).departure - rules_.times(flight).arrival;
  if (rules_.is_rest(rules_.rest_in(gap))) return;
  if (rules_.span_need(rules_.span(flight, way.last_arrival)) == kForbidden) return;
  WayHome longer = extended(flight, next_way);
  longer.need = std::max(longer.need, rules_.sit_need(gap));
  if (rules_.sits_count()) {
    longer.longest_sit = std::max(longer.longest_sit, rules_.rest_in(gap));
  }
  add(longer);
}

void WaysHome::rest(FlightId flight, std::int32_t next_way) {
  const WayHome& way = ways_[static_cast<std::size_t>(next_way)];
  const pricing::LegTimes& leg = rules_.times(flight);
  if (leg.destination == crews_.base) return;
  const Minutes length = rules_.rest_in(rules_.times(way.flight).departure - leg.arrival);
  const int rest_need = rules_.rest_need(length);
  if (rest_need == kForbidden) return;
  WayHome longer = extended(flight, next_way);
  longer.need = std::max({longer.need, duty_need(way), rest_need});
  longer.cost += rules_.idle_duty_cost();
  longer.last_arrival = leg.arrival;
  longer.earliest_report = kAnyTime;
  if (rules_.work().rest_covers_previous_duty) {
    longer.earliest_report = leg.arrival + rules_.work().debriefing - length;
  }
  ++longer.duties;
  add(longer);
}

// Of a duty that starts with the flight of the way.
int WaysHome::duty_need(const WayHome& way) const {
  const bool is_covered = rules_.report(way.flight) >= way.earliest_report;
  return std::max(rules_.span_need(rules_.span(way.flight, way.last_arrival)),
                  rules_.need(Change::kRestCoversDuty, is_covered ? 0 : 1));
}

void WaysHome::start_duty(std::int32_t index) {
  const WayHome& way = ways_[static_cast<std::size_t>(index)];
  const int need = std::max(way.need, duty_need(way));
  if (need == kForbidden || rules_.duties_need(way.duties + 2) == kForbidden) return;
  const pricing::LegTimes& leg = rules_.times(way.flight);
  std::vector<Start>& heap = coming_[leg.origin];
  heap.push_back({leg.departure, index, need});
  std::push_heap(heap.begin(), heap.end(), kLeavesEarlier);
}

void WaysHome::take_starts(StationId station, Instant from) {
  std::vector<Start>& heap = coming_[station];
  while (!heap.empty() && heap.front().departure >= from) {
    // Between equals the crew that waits less.
    add_to_front(
        starts_[station], heap.front(),
        [this](const Start& a, const Start& b) { return starts_as_well(a, b); }, kLeavesEarlier);
    std::pop_heap(heap.begin(), heap.end(), kLeavesEarlier);
    heap.pop_back();
  }
}

void WaysHome::add(const WayHome& way) {
  // The duty begins no later than with this flight.
  if (way.need == kForbidden || duty_need(way) == kForbidden ||
      rules_.duties_need(way.duties + 1) == kForbidden ||
      rules_.days_need(way.days + 1) == kForbidden ||
      !rules_.is_consistent(way.need, way.longest_sit) ||
      (limits_.by_cost && way.cost >= limits_.most_cost)) {
    return;
  }
  add_to_front(
      front_, way, [this](const WayHome& a, const WayHome& b) { return as_good(a, b); },
      [](const WayHome& a, const WayHome& b) { return a.cost < b.cost; });
}

bool WaysHome::as_good(const WayHome& a, const WayHome& b) const {
  return a.duties <= b.duties && a.days <= b.days && a.need <= b.need &&
         a.longest_sit <= b.longest_sit &&
         (!rules_.reports_count() || a.last_arrival <= b.last_arrival) &&
         a.earliest_report <= b.earliest_report && (!limits_.by_cost || a.cost <= b.cost);
}

bool WaysHome::starts_as_well(const Start& a, const Start& b) const {
  const WayHome& mine = ways_[static_cast<std::size_t>(a.way)];
  const WayHome& other = ways_[static_cast<std::size_t>(b.way)];
  // The flight before the rest may be on the same day as the earlier of the two.
  const bool fewer_days = mine.days < other.days ||
                          (mine.days == other.days && crews_.starts.local_day(mine.flight) <=
                                                          crews_.starts.local_day(other.flight));
  // A longer rest covers a longer duty.
  const bool covers = !rules_.work().rest_covers_previous_duty || a.departure >= b.departure;
  const bool cheaper =
      mine.cost + rules_.ride_cost(mine.flight) <= other.cost + rules_.ride_cost(other.flight) &&
      a.departure <= b.departure;
  return fewer_days && covers && mine.duties <= other.duties && a.need <= b.need &&
         mine.longest_sit <= other.longest_sit && (!limits_.by_cost || cheaper);
}

}  // namespace skein::diagnosis
