#include "seeding/weekly_start.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "seeding/slots.h"

namespace skein::seeding {
namespace {

using pairing::Leg;
using pairing::Pairing;
using pairing::Role;
using schedule::Flight;
using schedule::Schedule;

constexpr Minutes kWeekLength = 7 * kDay;

class Rolling {
 public:
  Rolling(const TypicalWeek& week, const plan::Plan& plan, const Schedule& month,
          const WeeklyOptions& options)
      : week_(week), month_(month), options_(options) {
    for (const Pairing& pairing : plan.pairings) {
      if (starts_in_week(pairing)) weekly_.push_back(&pairing);
    }
    summary_.weekly_pairings = weekly_.size();
  }

  plan::Plan run() {
    for_each_copy([this](const Pairing& pairing, int weeks) { add_slots(pairing, weeks); });
    const SlotMatching matching(month_, slots_, options_.longest_move);
    for_each_copy([&](const Pairing& pairing, int weeks) { roll(pairing, weeks, matching); });
    count_new_flights();
    return std::move(rolled_);
  }

  const WeeklySummary& summary() const { return summary_; }

 private:
  bool starts_in_week(const Pairing& pairing) const {
    for (const Leg& leg : pairing.legs) {
      if (!leg.flight.exists()) return false;
    }
    if (pairing.legs.empty()) return false;
    const Instant first = week_.schedule.flight(pairing.legs.front().flight).departure;
    return first >= week_.begin && first < week_.end;
  }

  // Calls action(pairing, weeks) for each week in which a leg may leave within the month.
  template <class Action>
  void for_each_copy(const Action& action) const {
    for (const Pairing* pairing : weekly_) {
      const Instant first = clock_of(pairing->legs.front());
      const Instant last = clock_of(pairing->legs.back());
      const int from = weeks_between(last, month_.period().begin) - 1;
      const int until = weeks_between(first, month_.period().end) + 1;
      for (int weeks = from; weeks <= until; ++weeks) {
        if (touches_month(*pairing, weeks)) action(*pairing, weeks);
      }
    }
  }

  static int weeks_between(Instant from, Instant to) {
    return (to - from).count() / kWeekLength.count();
  }

  // Borders of the period are moments, slots are times on clocks: a leg near a border may be on
  // either side of it, and is then looked for.
  bool touches_month(const Pairing& pairing, int weeks) const {
    return std::any_of(pairing.legs.begin(), pairing.legs.end(), [&](const Leg& leg) {
      const Instant departure = week_.schedule.flight(leg.flight).departure + weeks * kWeekLength;
      return departure >= month_.period().begin && departure < month_.period().end;
    });
  }

  Instant clock_of(const Leg& leg) const {
    return clock_at_departure(week_.schedule, week_.schedule.flight(leg.flight));
  }

  Slot slot_of(const Leg& leg, int weeks) const {
    const Flight& flight = week_.schedule.flight(leg.flight);
    return {week_.schedule.station(flight.origin).code,
            week_.schedule.station(flight.destination).code, week_.schedule.fleets()[flight.fleet],
            flight.number, clock_of(leg) + weeks * kWeekLength};
  }

  void add_slots(const Pairing& pairing, int weeks) {
    for (const Leg& leg : pairing.legs) slots_.push_back(slot_of(leg, weeks));
  }

  void roll(const Pairing& pairing, int weeks, const SlotMatching& matching) {
    Pairing copy;
    copy.name = fmt::format("{}{:+}w", pairing.name, weeks);
    copy.base = month_.find_station(week_.schedule.station(pairing.base).code);
    if (!copy.base.exists()) return;
    for (const Leg& leg : pairing.legs) {
      const Slot slot = slot_of(leg, weeks);
      const FlightId flight = matching.flight_of(slot);
      if (flight.exists()) copy.legs.push_back({flight, leg.role});
      count(slot, flight);
    }
    if (copy.legs.empty()) return;
    ++summary_.rolled_pairings;
    if (copy.legs.size() < pairing.legs.size()) ++summary_.with_vanished;
    rolled_.pairings.push_back(std::move(copy));
  }

  void count(const Slot& slot, FlightId flight) {
    ++summary_.legs;
    if (!flight.exists()) {
      ++summary_.vanished;
    } else {
      const bool is_same = clock_at_departure(month_, month_.flight(flight)) == slot.clock;
      ++(is_same ? summary_.same : summary_.retimed);
    }
  }

  void count_new_flights() {
    IdVector<FlightId, bool> is_planned(month_.flights().size(), false);
    for (const Pairing& pairing : rolled_.pairings) {
      for (const Leg& leg : pairing.legs) {
        if (leg.role == Role::kOperate) is_planned[leg.flight] = true;
      }
    }
    summary_.new_flights =
        static_cast<std::size_t>(std::count(is_planned.begin(), is_planned.end(), false));
  }

  const TypicalWeek& week_;
  const Schedule& month_;
  const WeeklyOptions& options_;
  std::vector<const Pairing*> weekly_;
  std::vector<Slot> slots_;
  plan::Plan rolled_;
  WeeklySummary summary_;
};

}  // namespace

WeeklyStart roll_week(const TypicalWeek& week, const plan::Plan& plan, const Schedule& month,
                      const pairing::Rules& rules, const WeeklyOptions& options) {
  Rolling rolling(week, plan, month, options);
  WeeklyStart start;
  start.initial = rolling.run();
  start.summary = rolling.summary();
  start.feasible = break_illegal(month, rules, start.initial);
  return start;
}

}  // namespace skein::seeding
