// All pairings of a group below a reduced cost, not only those that pricing keeps.
//
// Depth-first over the legs, cut where no pairing below the threshold can follow: by the completion
// bound, and by what was learnt when the same state (all resources alike) was completed before. The
// bound leaves out some limits, so without this much is tried in vain again and again. Of pairings
// that operate the same flights only the cheapest is kept; the ride home at the end is the cheapest
// one. Pairings that the planner forbids are left out. For parts of a month: the number of pairings
// grows quickly with the threshold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "pairing/pairing.h"
#include "pricing/group_network.h"
#include "pricing/ride_home.h"

namespace skein::pricing {

struct EnumerationLimits {
  double threshold = 0;  // pairings with at least this reduced cost are left out
  double margin = 0;     // allowance for rounding in the completion bound
  std::size_t max_pairings = 0;
  std::size_t max_steps = 0;      // legs tried for one first flight
  std::size_t max_all_steps = 0;  // and for all
};

struct EnumeratedPairing {
  double reduced_cost = 0;
  std::vector<pairing::Leg> legs;
};

class Enumeration {
 public:
  // Network and limits must live as long as this.
  Enumeration(const GroupNetwork& network, const EnumerationLimits& limits);

  // Adds the pairings that begin with `start`. False if a limit was reached; then some are missing.
  bool run(FlightId start);

  // More pairings than allowed were found, or it took more steps than allowed in all.
  bool is_full() const {
    return found_.size() > limits_.max_pairings || all_steps_ > limits_.max_all_steps;
  }
  std::size_t found() const { return found_.size(); }

  std::vector<EnumeratedPairing> take() { return std::move(found_); }

 private:
  struct State {
    FlightId flight;
    double cost = 0;  // reduced, without the guarantee of the current duty
    PairingUse used;  // with the current duty
    FlightId duty_start;
    Minutes duty_flying;
    int duty_legs = 0;
  };

  // What decides how a pairing can be completed.
  struct Key {
    std::uint32_t flight;
    std::uint32_t duty_start;
    std::int32_t duty_flying;
    std::int32_t flying;
    std::int16_t duty_legs;
    std::int16_t landings;
    std::int16_t duties;
    std::int16_t days;
    bool operates;  // the flight; where it does not matter, false

    friend bool operator==(const Key&, const Key&) = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const;
  };

  // These return the cheapest completion of the state given (from where it stands), or, if all are
  // too dear, the most that was looked for: no completion is cheaper.
  double begin_duty(FlightId start, const State& before);
  double take_leg(FlightId next, const State& before);
  double operate(FlightId next, const State& before);
  double ride(FlightId next, const State& before);
  // Whether wishes allow it after the legs so far.
  bool may_take(pairing::Leg next) const;
  double complete(const State& state);
  double sit(const State& state);
  double rest(const State& state);
  double end(const State& state);
  void keep(double cost, const std::vector<FlightId>& ride_home);
  bool is_forbidden(const std::vector<pairing::Leg>& legs) const;
  double slack(const State& state) const { return limits_.threshold - state.cost; }
  Key key_of(const State& state) const;
  bool can_matter(const State& state) const;
  bool exhausted() const { return steps_ > limits_.max_steps || is_full(); }

  const GroupNetwork& network_;
  const EnumerationLimits& limits_;
  RideHome ride_home_;
  std::size_t steps_ = 0;                                 // with this start
  std::size_t all_steps_ = 0;                             // with those before it
  std::unordered_map<Key, double, KeyHash> completions_;  // at least this
  std::vector<pairing::Leg> legs_;
  std::vector<EnumeratedPairing> found_;
  std::unordered_multimap<std::size_t, std::size_t> by_flights_;  // hash of what is operated
};

}  // namespace skein::pricing
