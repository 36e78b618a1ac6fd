// The ways in which a crew that only rides can come from its base to a flight, forward in time.
//
// A label at a flight is a way to board it; kept are those that no other beats in all of: duties,
// days, need, the limits that the start of the current duty sets (and cost, if asked for). A rest
// may be as long as one likes, so rested crews stay at their station for all later departures: of
// them, too, only those that no other beats.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "base/units.h"
#include "diagnosis/travel_rules.h"
#include "pricing/prices.h"

namespace skein::diagnosis {

struct WayOut {
  FlightId flight;      // about to be boarded
  FlightId duty_start;  // first flight of the current duty; may be the same
  std::int32_t before;  // the way to the flight before; kFirst if there is none
  std::int32_t need;    // so far
  Minutes longest_sit;  // where sits count
  std::int16_t duties;  // with the current one
  std::int16_t days;    // with that of the flight
  double cost;          // before the flight, without the guarantee of the current duty

  static constexpr std::int32_t kFirst = -1;
};

struct WayLimits {
  // Tell ways apart by cost, and drop those that cost at least `most_cost`.
  bool by_cost = false;
  double most_cost = 0;
};

class WaysOut {
 public:
  // To the flights of the range, riding on them. Rules and crews must live as long as this.
  WaysOut(const TravelRules& rules, const Crews& crews, pricing::FlightRange range,
          const WayLimits& limits);

  std::span<const WayOut> to(FlightId flight) const;
  // The flights of the way, without the one it leads to.
  std::vector<FlightId> flights_before(const WayOut& way) const;

 private:
  // A crew that rests, from when it may go on.
  struct Rest {
    Instant ready;
    std::int32_t way;   // to the flight before the rest
    std::int32_t need;  // with that of the rest
  };

  void board(FlightId flight);
  void begin_pairing(FlightId flight);
  void end_rests(FlightId flight);
  void go_on(std::int32_t way);
  void sit(std::int32_t index, FlightId next);
  void rest(std::int32_t way, FlightId next);
  void begin_rest(std::int32_t way);
  void wait(StationId station, const Rest& rest);
  void take_rested(StationId station, Instant until);
  WayOut extended(std::int32_t way, FlightId next) const;
  void add(WayOut way);
  bool as_good(const WayOut& a, const WayOut& b) const;
  bool starts_as_well(FlightId a, FlightId b) const;
  bool rests_as_well(const Rest& a, const Rest& b) const;

  const TravelRules& rules_;
  const Crews& crews_;
  pricing::FlightRange range_;
  WayLimits limits_;
  std::vector<WayOut> ways_;                                        // settled, by flight
  IdVector<FlightId, std::vector<WayOut>> open_;                    // to flights not yet looked at
  IdVector<FlightId, std::pair<std::size_t, std::size_t>> ranges_;  // of ways_
  IdVector<StationId, std::vector<Rest>> resting_;  // heaps, the soonest ready on top
  IdVector<StationId, std::vector<Rest>> rested_;   // fronts
};

}  // namespace skein::diagnosis
