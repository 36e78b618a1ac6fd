#include "diagnosis/ways_out.h"

#include <algorithm>

#include "diagnosis/front.h"

namespace skein::diagnosis {
namespace {

// Heaps have the greatest on top: the rest that ends soonest.
constexpr auto kEndsLater = [](const auto& a, const auto& b) { return a.ready > b.ready; };

}  // namespace

WaysOut::WaysOut(const TravelRules& rules, const Crews& crews, pricing::FlightRange range,
                 const WayLimits& limits)
    : rules_(rules),
      crews_(crews),
      range_(range),
      limits_(limits),
      open_(range.end),
      ranges_(range.end),
      resting_(rules.schedule().stations().size()),
      rested_(rules.schedule().stations().size()) {
  for (std::size_t i = range.begin; i < range.end; ++i) board(FlightId(i));
}

std::span<const WayOut> WaysOut::to(FlightId flight) const {
  const auto [begin, end] = ranges_[flight];
  return std::span(ways_).subspan(begin, end - begin);
}

std::vector<FlightId> WaysOut::flights_before(const WayOut& way) const {
  std::vector<FlightId> flights;
  for (std::int32_t at = way.before; at != WayOut::kFirst;
       at = ways_[static_cast<std::size_t>(at)].before) {
    flights.push_back(ways_[static_cast<std::size_t>(at)].flight);
  }
  std::reverse(flights.begin(), flights.end());
  return flights;
}

// Flights are looked at in order of departure, so that every way to this one is known.
void WaysOut::board(FlightId flight) {
  begin_pairing(flight);
  end_rests(flight);
  const std::size_t begin = ways_.size();
  ways_.insert(ways_.end(), open_[flight].begin(), open_[flight].end());
  ranges_[flight] = {begin, ways_.size()};
  open_[flight] = {};
  const auto end = static_cast<std::int32_t>(ways_.size());
  for (auto way = static_cast<std::int32_t>(begin); way < end; ++way) go_on(way);
}

void WaysOut::begin_pairing(FlightId flight) {
  const pricing::LegTimes& leg = rules_.times(flight);
  const bool early = leg.departure < rules_.schedule().period().begin;
  WayOut way{flight, flight, WayOut::kFirst, 0, Minutes(0), 1, 1, 0};
  if (leg.origin == crews_.base) {
    way.need = rules_.need(Change::kCarryIn, early ? 1 : 0);
    add(way);
  } else if (leg.departure < rules_.carry_in_until()) {
    // It came here on the day before, at the latest.
    way.need = rules_.need(Change::kCarryIn, 1);
    way.duties = 2;
    way.days = 2;
    add(way);
  }
}

void WaysOut::end_rests(FlightId flight) {
  const pricing::LegTimes& leg = rules_.times(flight);
  take_rested(leg.origin, leg.departure);
  std::vector<Rest>& crews = rested_[leg.origin];
  if (limits_.by_cost) {
    std::erase_if(crews, [&](const Rest& rest) {
      const WayOut& way = ways_[static_cast<std::size_t>(rest.way)];
      const Minutes gap = leg.departure - rules_.times(way.flight).arrival;
      return way.cost + rules_.connections().least_gap_cost_from(gap) >= limits_.most_cost;
    });
  }
  for (const Rest& crew : crews) rest(crew.way, flight);
}

void WaysOut::go_on(std::int32_t way) {
  const FlightId flight = ways_[static_cast<std::size_t>(way)].flight;
  rules_.for_each_soon(flight, [&](FlightId next) {
    if (next.index() >= range_.end) return;
    sit(way, next);
    rest(way, next);
  });
  begin_rest(way);
}

WayOut WaysOut::extended(std::int32_t way, FlightId next) const {
  WayOut longer = ways_[static_cast<std::size_t>(way)];
  const FlightId flight = longer.flight;
  longer.before = way;
  longer.flight = next;
  longer.need = std::max(longer.need, rules_.connection_need(flight, next));
  longer.cost += rules_.ride_cost(flight) + rules_.connections().cost(flight, next);
  if (crews_.starts.local_day(flight) != crews_.starts.local_day(next)) ++longer.days;
  return longer;
}

void WaysOut::sit(std::int32_t index, FlightId next) {
  const WayOut& way = ways_[static_cast<std::size_t>(index)];
  const Minutes gap = rules_.times(next).departure - rules_.times(way.flight).arrival;
  if (rules_.is_rest(rules_.rest_in(gap))) return;
  // Most flights leave too late for the duty: those are dropped before anything is copied.
  const Minutes span = rules_.span(way.duty_start, rules_.times(next).arrival);
  if (rules_.span_need(span) == kForbidden) return;
  WayOut longer = extended(index, next);
  longer.need = std::max(longer.need, rules_.sit_need(gap));
  if (rules_.sits_count()) {
    longer.longest_sit = std::max(longer.longest_sit, rules_.rest_in(gap));
  }
  add(longer);
}

void WaysOut::rest(std::int32_t way, FlightId next) {
  const FlightId flight = ways_[static_cast<std::size_t>(way)].flight;
  const pricing::LegTimes& leg = rules_.times(flight);
  if (leg.destination == crews_.base) return;
  const Minutes length = rules_.rest_in(rules_.times(next).departure - leg.arrival);
  const int rest_need = rules_.rest_need(length);
  if (rest_need == kForbidden) return;
  WayOut longer = extended(way, next);
  longer.need = std::max({longer.need, rest_need,
                          rules_.cover_need(rules_.span(longer.duty_start, leg.arrival), length)});
  longer.cost += rules_.idle_duty_cost();
  longer.duty_start = next;
  ++longer.duties;
  add(longer);
}

// From the settled gap on, a rest needs only to cover the duty before.
void WaysOut::begin_rest(std::int32_t index) {
  const WayOut& way = ways_[static_cast<std::size_t>(index)];
  const pricing::LegTimes& leg = rules_.times(way.flight);
  if (leg.destination == crews_.base || rules_.duties_need(way.duties + 1) == kForbidden) return;
  const Minutes settled = rules_.rest_in(rules_.settled_gap());
  const Minutes span = rules_.span(way.duty_start, leg.arrival);
  const Instant ready = leg.arrival + rules_.settled_gap();
  const int short_need = std::max(way.need, rules_.cover_need(span, settled));
  if (short_need != kForbidden) wait(leg.destination, {ready, index, short_need});
  if (short_need != way.need) wait(leg.destination, {ready + (span - settled), index, way.need});
}

void WaysOut::wait(StationId station, const Rest& rest) {
  std::vector<Rest>& heap = resting_[station];
  heap.push_back(rest);
  std::push_heap(heap.begin(), heap.end(), kEndsLater);
}

void WaysOut::take_rested(StationId station, Instant until) {
  std::vector<Rest>& heap = resting_[station];
  while (!heap.empty() && heap.front().ready <= until) {
    // Between equals the crew that has waited less.
    add_to_front(
        rested_[station], heap.front(),
        [this](const Rest& a, const Rest& b) { return rests_as_well(a, b); },
        [](const Rest& a, const Rest& b) { return a.ready > b.ready; });
    std::pop_heap(heap.begin(), heap.end(), kEndsLater);
    heap.pop_back();
  }
}

void WaysOut::add(WayOut way) {
  const Minutes span = rules_.span(way.duty_start, rules_.times(way.flight).arrival);
  way.need = std::max(way.need, rules_.span_need(span));
  if (way.need == kForbidden || rules_.duties_need(way.duties) == kForbidden ||
      rules_.days_need(way.days) == kForbidden ||
      !rules_.is_consistent(way.need, way.longest_sit) ||
      (limits_.by_cost && way.cost >= limits_.most_cost)) {
    return;
  }
  add_to_front(
      open_[way.flight], way, [this](const WayOut& a, const WayOut& b) { return as_good(a, b); },
      [](const WayOut& a, const WayOut& b) { return a.cost < b.cost; });
}

bool WaysOut::as_good(const WayOut& a, const WayOut& b) const {
  return a.duties <= b.duties && a.days <= b.days && a.need <= b.need &&
         a.longest_sit <= b.longest_sit && (!limits_.by_cost || a.cost <= b.cost) &&
         starts_as_well(a.duty_start, b.duty_start);
}

bool WaysOut::starts_as_well(FlightId a, FlightId b) const {
  if (a == b) return true;
  const pricing::DutyLimits mine = crews_.starts.limits(a);
  const pricing::DutyLimits other = crews_.starts.limits(b);
  return (!rules_.reports_count() || mine.report >= other.report) &&
         mine.latest_operated.front() >= other.latest_operated.front() &&
         mine.flying >= other.flying;
}

bool WaysOut::rests_as_well(const Rest& a, const Rest& b) const {
  const WayOut& mine = ways_[static_cast<std::size_t>(a.way)];
  const WayOut& other = ways_[static_cast<std::size_t>(b.way)];
  // The next departure may be on the same day as the later of the two.
  const bool fewer_days = mine.days < other.days ||
                          (mine.days == other.days && crews_.starts.local_day(mine.flight) >=
                                                          crews_.starts.local_day(other.flight));
  const bool cheaper =
      mine.cost + rules_.ride_cost(mine.flight) <= other.cost + rules_.ride_cost(other.flight) &&
      rules_.times(mine.flight).arrival >= rules_.times(other.flight).arrival;
  return fewer_days && mine.duties <= other.duties && a.need <= b.need &&
         mine.longest_sit <= other.longest_sit && (!limits_.by_cost || cheaper);
}

}  // namespace skein::diagnosis
