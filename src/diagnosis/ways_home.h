// The ways in which a crew that only rides can come home after a flight, backward in time: the
// mirror image of ways_out.h. When the current duty began is not known here; it is judged where the
// two meet, so a way keeps when that duty ends, and the earliest report that the rest after it
// covers.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "base/units.h"
#include "diagnosis/travel_rules.h"
#include "diagnosis/ways_out.h"
#include "pricing/prices.h"

namespace skein::diagnosis {

struct WayHome {
  FlightId flight;          // just done
  std::int32_t after;       // the way home from the next flight; kLast if the pairing ends
  std::int32_t need;        // of all that follows
  Minutes longest_sit;      // where sits count
  std::int16_t duties;      // after the current one
  std::int16_t days;        // after that of the flight
  Instant last_arrival;     // of the current duty
  Instant earliest_report;  // of the current duty, where a rest must cover it
  double cost;              // after the flight, without the guarantee of the current duty

  static constexpr std::int32_t kLast = -1;
};

class WaysHome {
 public:
  // From the flights of the range, riding on them. Rules and crews must live as long as this.
  WaysHome(const TravelRules& rules, const Crews& crews, pricing::FlightRange range,
           const WayLimits& limits);

  std::span<const WayHome> from(FlightId flight) const;
  // The flights of the way, without the one it starts after.
  std::vector<FlightId> flights_after(const WayHome& way) const;

 private:
  // A crew that starts a duty, going home, at this moment.
  struct Start {
    Instant departure;
    std::int32_t way;   // home from the first flight of the duty
    std::int32_t need;  // with that of the duty
  };

  void arrive(FlightId flight);
  void end_pairing(FlightId flight);
  void begin_rests(FlightId flight);
  void sit(FlightId flight, std::int32_t next_way);
  void rest(FlightId flight, std::int32_t next_way);
  int duty_need(const WayHome& way) const;
  void start_duty(std::int32_t way);
  void take_starts(StationId station, Instant from);
  WayHome extended(FlightId flight, std::int32_t next_way) const;
  void add(const WayHome& way);
  bool as_good(const WayHome& a, const WayHome& b) const;
  bool starts_as_well(const Start& a, const Start& b) const;

  const TravelRules& rules_;
  const Crews& crews_;
  WayLimits limits_;
  std::vector<WayHome> ways_;   // settled, by flight
  std::vector<WayHome> front_;  // from the flight that is looked at
  IdVector<FlightId, std::pair<std::size_t, std::size_t>> ranges_;  // of ways_
  IdVector<StationId, std::vector<Start>> coming_;                  // heaps, the latest on top
  IdVector<StationId, std::vector<Start>> starts_;                  // fronts
};

}  // namespace skein::diagnosis
