// The cheapest way home as a passenger after the last operated flight of a pairing.
#pragma once

#include <optional>
#include <vector>

#include "base/ids.h"
#include "pricing/group_network.h"

namespace skein::pricing {

class RideHome {
 public:
  // From where `last` lands, in a duty with those limits, by a pairing that has used `used` (the
  // duty included). The reduced cost of the ride, if there is one below `most`.
  std::optional<double> search(const GroupNetwork& network, FlightId last, const DutyLimits& limits,
                               const PairingUse& used, double most);

  // Of the last search that found one.
  const std::vector<FlightId>& flights() const { return best_flights_; }

 private:
  void go_on(FlightId at, const DutyLimits& limits, const PairingUse& used, double cost);
  void sit(FlightId at, FlightId next, const DutyLimits& limits, PairingUse used, double cost);
  void rest(FlightId at, const DutyLimits& limits, const PairingUse& used, double cost);

  const GroupNetwork* network_ = nullptr;
  double best_ = 0;
  bool found_ = false;
  std::vector<FlightId> flights_;
  std::vector<FlightId> best_flights_;
};

}  // namespace skein::pricing
