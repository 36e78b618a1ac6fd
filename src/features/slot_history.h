// What crews did before on the same slot: after flights of the same route at about the same time of
// day, on earlier days.
//
// Timetables change, so slots are matched softly. Around a flight, past flights of its route count
//
//    exact    if they left within five minutes of its time of day
//    near     the less the farther their time of day is away, up to two hours: when all clocks or
//             the whole timetable move by an hour, connections stay as long as they were
//    alike    as near, if the crew was of the same base and had operated as many flights in its
//             duty
//
// and all the less the longer ago they were. A candidate is taken for the flight that a crew chose
// then if it goes to the same station after a gap of nearly the same length. All stations and
// fleets go by their names, so that one month knows what was done in others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/ids.h"
#include "base/units.h"
#include "history/crew_choices.h"
#include "schedule/schedule.h"

namespace skein::features {

// A month's flights in the terms of slots: names as numbers, times on local clocks.
struct Slot {
  std::uint32_t origin = 0;
  std::uint32_t destination = 0;
  std::uint32_t fleet = 0;
  std::int32_t day = 0;        // of the departure, since 1970
  std::int32_t departure = 0;  // minute of the day there

  friend bool operator==(const Slot&, const Slot&) = default;
};

// One past flight and what its crew did before and after it.
struct PastFlight {
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  Slot slot;
  std::uint32_t base = kNone;
  std::int32_t duty_legs = 0;              // 0: not known
  std::uint32_t next_destination = kNone;  // none: the pairing ended
  std::int32_t gap = 0;                    // to the next flight
  std::uint32_t previous_origin = kNone;   // none: not known, or the flight starts the pairing
  std::int32_t gap_before = 0;
  bool after_deadheads = false;  // the next flight does not leave where this one lands
  bool starts = false;
  bool layover_before = false;

  friend bool operator==(const PastFlight&, const PastFlight&) = default;
};

// Shares of past flights on a slot, from 0 to 1; 0 where there are none.
struct PastShares {
  double exact = 0;
  double near = 0;
  double alike = 0;
};

class SlotHistory {
 public:
  // Adds what the crews of a month did.
  void add(const schedule::Schedule& schedule, std::span<const history::CrewChoice> choices);
  // To be called after the last `add`, before any question.
  void sort();

  std::size_t size() const { return past_.size(); }
  // In the order of questions; and what their numbers stand for.
  const std::vector<PastFlight>& past() const { return past_; }
  const std::vector<std::string>& names() const { return names_; }
  static SlotHistory of(const std::vector<std::string>& names, std::vector<PastFlight> past);

  // kNone for a name that was never met.
  std::uint32_t number_of(const std::string& name) const;

 private:
  friend class SlotView;
  std::uint32_t intern(const std::string& name);

  std::vector<std::string> names_;
  std::unordered_map<std::string, std::uint32_t> numbers_;
  std::vector<PastFlight> past_;  // by route and fleet, then time of day
};

// The history as seen from the flights of a month, which it may know nothing of.
class SlotView {
 public:
  // Only what was done on days before `known_before` is known; and always only what was done on
  // days before that of the flight in question. Both must live as long as this.
  SlotView(const SlotHistory& history, const schedule::Schedule& schedule,
           std::int32_t known_before = std::numeric_limits<std::int32_t>::max());

  const Slot& slot(FlightId flight) const { return slots_[flight]; }
  std::uint32_t number(StationId station) const { return stations_[station]; }
  bool knows(StationId station) const { return stations_[station] != PastFlight::kNone; }

  // What happened after flights like this one.
  struct After {
    struct Weighted {
      const PastFlight* past;
      double exact, near, alike;
    };
    std::vector<Weighted> flights;
    PastShares count;  // sums of weights
    PastShares ends;   // share of those that ended their pairings

    PastShares next(std::uint32_t destination, Minutes gap) const;
  };
  // `base` may be none and `duty_legs` 0, where nothing is known of the crew.
  After after(FlightId flight, StationId base, int duty_legs) const;

  // What happened before flights like this one.
  struct Before {
    double count = 0;
    double starts = 0;   // share of those that started a pairing
    double layover = 0;  // and of those after a layover
    std::vector<std::pair<const PastFlight*, double>> flights;

    // Share of those whose crews came from there after such a gap.
    double from(std::uint32_t origin, Minutes gap) const;
  };
  Before before(FlightId flight) const;

 private:
  std::span<const PastFlight> same_route(FlightId flight) const;

  const SlotHistory& history_;
  std::int32_t known_before_;
  IdVector<StationId, std::uint32_t> stations_;
  IdVector<FlightId, Slot> slots_;
};

}  // namespace skein::features
