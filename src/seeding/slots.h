// Flights of a week found again in a month: by route and fleet, by the day and the time that the
// clocks show where they leave, and by flight number.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "base/ids.h"
#include "base/units.h"
#include "schedule/schedule.h"

namespace skein::seeding {

// When the clocks at the flight's origin show its departure, as if they were UTC.
Instant clock_at_departure(const schedule::Schedule& schedule, const schedule::Flight& flight);

// A flight that is wanted in the month.
struct Slot {
  std::string origin;
  std::string destination;
  std::string fleet;
  std::string number;
  Instant clock;  // at departure, by the clocks of the origin

  friend auto operator<=>(const Slot&, const Slot&) = default;
};

class SlotMatching {
 public:
  // Finds flights of the month for all slots, which may repeat, at most `longest_move` away. No
  // flight stands for two different slots; the same flight number goes before the nearest time.
  SlotMatching(const schedule::Schedule& month, const std::vector<Slot>& slots,
               Minutes longest_move);

  // none() where it has vanished.
  FlightId flight_of(const Slot& slot) const;

 private:
  using Route = std::tuple<std::string, std::string, std::string>;
  struct Flown {
    Instant clock;
    FlightId flight;
  };
  struct Match {
    bool other_number;
    Minutes moved;
    FlightId flight;
    const Slot* slot;
  };

  void add_matches(const schedule::Schedule& month, const Slot& slot, Minutes longest_move,
                   const std::vector<Flown>& flown);
  void choose(std::size_t flights);

  std::vector<Match> matches_;
  std::map<Slot, FlightId> chosen_;
};

}  // namespace skein::seeding
