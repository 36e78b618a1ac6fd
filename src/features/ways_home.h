// How soon a crew can be at home after a flight, as a passenger on any flights: rests and limits
// aside, so never later than the rules allow.
//
//    home(f) = arrival of f, if it lands at the base, else the least home(g) of flights g from
//    there
//              that leave after the least connection
#pragma once

#include <optional>

#include "base/ids.h"
#include "base/units.h"
#include "schedule/schedule.h"

namespace skein::features {

class WaysHome {
 public:
  WaysHome(const schedule::Schedule& schedule, Minutes least_connection, StationId base);

  // When the crew is there; nothing where no flights lead there.
  std::optional<Instant> after(FlightId flight) const {
    const Instant home = home_[flight];
    return home == kNever ? std::nullopt : std::optional(home);
  }

 private:
  static constexpr Instant kNever{std::int64_t{1} << 30};

  IdVector<FlightId, Instant> home_;
};

}  // namespace skein::features
