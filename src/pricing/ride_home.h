// The cheapest way home as a passenger after the last operated flight of a pairing.
//
// Depth first, along the ride that would be cheapest without limits: mostly that is the best one.
// Where limits forbid it, the others follow. Then the same flights would be reached by very many
// ways, so of each flight it is remembered what it took to get there.
#pragma once

#include <cstdint>
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
  // Aboard a flight.
  struct Place {
    FlightId flight;
    DutyLimits limits;
    PairingUse used;
    double cost = 0;
  };
  // A flight that the search has got to.
  struct Reached {
    std::uint64_t search = 0;  // the number of it
    Instant report;            // of the duty
    double cost = 0;
    PairingUse used;
  };

  void go_on(const Place& at);
  void go_aboard(const Place& next);
  std::optional<Place> cheapest_next(const Place& at) const;
  double least_cost(const Place& at) const {
    return at.cost + network_->bound.ride_home(at.flight);
  }
  bool was_better_off(const Place& at);

  // Flights that the limits allow next, while rides may cost less than `most`, which `visit` may
  // lower.
  template <class Visit>
  void for_each_next(const Place& at, const double& most, Visit visit) const;
  template <class Visit>
  void for_each_sit(const Place& at, const double& most, Visit visit) const;
  template <class Visit>
  void for_each_rest(const Place& at, const double& most, Visit visit) const;

  const GroupNetwork* network_ = nullptr;
  double best_ = 0;
  bool found_ = false;
  std::vector<FlightId> flights_;
  std::vector<FlightId> best_flights_;
  std::uint64_t searches_ = 0;
  std::vector<Reached> reached_;  // by flight
};

}  // namespace skein::pricing
