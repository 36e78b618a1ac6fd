#include "features/slot_history.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace skein::features {
namespace {

using history::CrewChoice;
using schedule::Schedule;

constexpr std::int32_t kMinutesOfDay = 24 * 60;
constexpr std::int32_t kExact = 5;    // minutes of the day
constexpr std::int32_t kNear = 120;   // minutes of the day
constexpr double kSameGap = 30;       // minutes
constexpr double kDaysToForget = 14;  // after which a day counts 1/e

auto route_of(const Slot& slot) {
  return std::tuple(slot.origin, slot.destination, slot.fleet);
}

std::int32_t minutes_apart(std::int32_t a, std::int32_t b) {
  const std::int32_t apart = std::abs(a - b);
  return std::min(apart, kMinutesOfDay - apart);
}

double nearness(std::int32_t a, std::int32_t b) {
  return std::max(0.0, 1 - minutes_apart(a, b) / static_cast<double>(kNear));
}

double likeness_of_gaps(std::int32_t a, std::int32_t b) {
  return std::max(0.0, 1 - std::abs(a - b) / kSameGap);
}

double freshness(std::int32_t day, std::int32_t past) {
  return std::exp((past - day) / kDaysToForget);
}

Slot times_of(const Schedule& schedule, FlightId id) {
  const schedule::Flight& flight = schedule.flight(id);
  const auto local = local_time(schedule.station(flight.origin).zone, flight.departure);
  Slot slot;
  slot.day = static_cast<std::int32_t>(local.day.time_since_epoch().count());
  slot.departure = local.minute_of_day.count();
  return slot;
}

double share(double part, double whole) {
  return whole > 0 ? part / whole : 0;
}

}  // namespace

std::uint32_t SlotHistory::intern(const std::string& name) {
  const auto [at, is_new] = numbers_.emplace(name, static_cast<std::uint32_t>(names_.size()));
  if (is_new) names_.push_back(name);
  return at->second;
}

std::uint32_t SlotHistory::number_of(const std::string& name) const {
  const auto at = numbers_.find(name);
  return at == numbers_.end() ? PastFlight::kNone : at->second;
}

void SlotHistory::add(const Schedule& schedule, std::span<const CrewChoice> choices) {
  IdVector<StationId, std::uint32_t> stations;
  for (const schedule::Station& station : schedule.stations()) {
    stations.push_back(intern("station " + station.code));
  }
  IdVector<FleetId, std::uint32_t> fleets;
  for (const std::string& fleet : schedule.fleets()) fleets.push_back(intern("fleet " + fleet));
  for (const CrewChoice& choice : choices) {
    const schedule::Flight& flight = schedule.flight(choice.flight);
    PastFlight past;
    past.slot = times_of(schedule, choice.flight);
    past.slot.origin = stations[flight.origin];
    past.slot.destination = stations[flight.destination];
    past.slot.fleet = fleets[flight.fleet];
    if (choice.base.exists()) past.base = stations[choice.base];
    if (choice.state) past.duty_legs = choice.state->duty_legs;
    if (choice.next.exists()) {
      const schedule::Flight& next = schedule.flight(choice.next);
      past.next_destination = stations[next.destination];
      past.gap = (next.departure - flight.arrival).count();
      past.after_deadheads = next.origin != flight.destination;
    }
    if (choice.previous.exists()) {
      const schedule::Flight& previous = schedule.flight(choice.previous);
      past.previous_origin = stations[previous.origin];
      past.gap_before = (flight.departure - previous.arrival).count();
    }
    past.starts = choice.starts;
    past.layover_before = choice.layover_before;
    past_.push_back(past);
  }
}

void SlotHistory::sort() {
  std::ranges::stable_sort(past_, {}, [](const PastFlight& past) {
    return std::tuple_cat(route_of(past.slot), std::tuple(past.slot.departure, past.slot.day));
  });
}

SlotHistory SlotHistory::of(const std::vector<std::string>& names, std::vector<PastFlight> past) {
  SlotHistory history;
  for (const std::string& name : names) history.intern(name);
  history.past_ = std::move(past);
  history.sort();
  return history;
}

SlotView::SlotView(const SlotHistory& history, const Schedule& schedule, std::int32_t known_before)
    : history_(history), known_before_(known_before) {
  for (const schedule::Station& station : schedule.stations()) {
    stations_.push_back(history.number_of("station " + station.code));
  }
  IdVector<FleetId, std::uint32_t> fleets;
  for (const std::string& fleet : schedule.fleets()) {
    fleets.push_back(history.number_of("fleet " + fleet));
  }
  for (const FlightId id : schedule.flight_ids()) {
    const schedule::Flight& flight = schedule.flight(id);
    Slot slot = times_of(schedule, id);
    slot.origin = stations_[flight.origin];
    slot.destination = stations_[flight.destination];
    slot.fleet = fleets[flight.fleet];
    slots_.push_back(slot);
  }
}

std::span<const PastFlight> SlotView::same_route(FlightId flight) const {
  const auto route = [](const PastFlight& past) { return route_of(past.slot); };
  const auto own = route_of(slots_[flight]);
  return {std::ranges::lower_bound(history_.past_, own, {}, route),
          std::ranges::upper_bound(history_.past_, own, {}, route)};
}

SlotView::After SlotView::after(FlightId flight, StationId base, int duty_legs) const {
  const Slot& own = slots_[flight];
  const std::uint32_t own_base = base.exists() ? stations_[base] : PastFlight::kNone;
  const std::int32_t before = std::min(own.day, known_before_);
  After result;
  for (const PastFlight& past : same_route(flight)) {
    if (past.slot.day >= before) continue;
    const double near = nearness(own.departure, past.slot.departure);
    if (near == 0) continue;
    const double fresh = freshness(own.day, past.slot.day);
    const bool exact = minutes_apart(own.departure, past.slot.departure) <= kExact;
    const bool alike = base.exists() && past.base == own_base && past.duty_legs == duty_legs;
    const After::Weighted weighted{&past, exact ? fresh : 0, near * fresh,
                                   alike ? near * fresh : 0};
    result.flights.push_back(weighted);
    result.count.exact += weighted.exact;
    result.count.near += weighted.near;
    result.count.alike += weighted.alike;
    if (past.next_destination != PastFlight::kNone) continue;
    result.ends.exact += weighted.exact;
    result.ends.near += weighted.near;
    result.ends.alike += weighted.alike;
  }
  result.ends = {share(result.ends.exact, result.count.exact),
                 share(result.ends.near, result.count.near),
                 share(result.ends.alike, result.count.alike)};
  return result;
}

PastShares SlotView::After::next(std::uint32_t destination, Minutes gap) const {
  PastShares sum;
  if (destination == PastFlight::kNone) return sum;
  for (const Weighted& weighted : flights) {
    const PastFlight& past = *weighted.past;
    if (past.next_destination != destination || past.after_deadheads) continue;
    const double likeness = likeness_of_gaps(past.gap, gap.count());
    sum.exact += likeness * weighted.exact;
    sum.near += likeness * weighted.near;
    sum.alike += likeness * weighted.alike;
  }
  return {share(sum.exact, count.exact), share(sum.near, count.near),
          share(sum.alike, count.alike)};
}

SlotView::Before SlotView::before(FlightId flight) const {
  const Slot& own = slots_[flight];
  const std::int32_t before = std::min(own.day, known_before_);
  Before result;
  for (const PastFlight& past : same_route(flight)) {
    const double near = nearness(own.departure, past.slot.departure);
    if (past.slot.day >= before || near == 0) continue;
    const double weight = near * freshness(own.day, past.slot.day);
    result.flights.emplace_back(&past, weight);
    result.count += weight;
    if (past.starts) result.starts += weight;
    if (past.layover_before) result.layover += weight;
  }
  result.starts = share(result.starts, result.count);
  result.layover = share(result.layover, result.count);
  return result;
}

double SlotView::Before::from(std::uint32_t origin, Minutes gap) const {
  double sum = 0;
  for (const auto& [past, weight] : flights) {
    if (origin == PastFlight::kNone || past->previous_origin != origin) continue;
    sum += weight * likeness_of_gaps(past->gap_before, gap.count());
  }
  return share(sum, count);
}

}  // namespace skein::features
