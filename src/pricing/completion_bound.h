// Lower bounds on what it costs (reduced) to complete a pairing, for one group of crews.
//
// A backward pass over the flights, in order of departure from the last, on a relaxation that keeps
// two resources: the duties left and the operated flying of the current duty, counted in steps of
// `step()` minutes, rounded down. Spans, legs, days and the limits of the tables are left out. With
//
//    after(f, k, u)  completion of a pairing that has just done f, with k duties to come after the
//                    current one, in which u steps have been flown
//    rest(f, k)      the same, if the duty ends with f and another follows; without its guarantee
//    start(f, k)     completion of one that is about to begin a duty with f, k more to come
//
// and costs op(g), dh(g) of legs, w(f,g) of connections, G of the guarantee:
//
//    after(f,k,u) = min( G(u) + [0 if f ends at the base], G(u) + rest(f,k),
//                        min_g w(f,g) + op(g) + after(g, k, u + steps(g)),
//                        min_g w(f,g) + dh(g) + after(g, k, u) )
//    start(g,k)   = min( op(g) + after(g, k, steps(g)), dh(g) + after(g, k, 0) )
//    rest(f,k)    = min_g w(f,g) + start(g, k-1)
//
// Rounding down u makes G too large by at most its rate times what was cut off, so that much is
// taken off, of each operated leg and of what had been flown before. All bounds are floats:
// relative errors of about 1e-7 per leg, for which the caller allows a margin.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/ids.h"
#include "base/units.h"
#include "pricing/connections.h"
#include "pricing/duty_starts.h"
#include "pricing/prices.h"

namespace skein::pricing {

class CompletionBound {
 public:
  // Connections must live as long as this.
  CompletionBound(const Connections& connections, const DutyStarts& starts, const CrewGroup& group);

  // For pairings that take flights of the range only.
  void compute(const LegCosts& costs, FlightRange range);

  // `duties_left` after the current duty; more than the rules allow are taken for that many.
  double after(FlightId flight, int duties_left, Minutes duty_flying) const {
    return after_[row(flight, layer(duties_left)) + level(duty_flying)] - cut_off(duty_flying);
  }
  double rest(FlightId flight, int duties_left) const {
    return rest_[flight.index() * layers_ + layer(duties_left)];
  }
  double start(FlightId flight, int duties_left) const {
    return start_[flight.index() * layers_ + layer(duties_left)];
  }
  // Cost of getting home from a flight as a passenger only; 0 at the base.
  double ride_home(FlightId flight) const { return ride_home_[flight]; }

  // Larger than any bound of a completion that exists.
  static constexpr float kNone = 1e30F;

 private:
  std::size_t layer(int duties_left) const {
    return std::min(static_cast<std::size_t>(duties_left), layers_ - 1);
  }
  std::size_t level(Minutes flying) const {
    return std::min(static_cast<std::size_t>(flying.count() / step_), levels_ - 1);
  }
  double cut_off(Minutes flying) const {
    return flying < guaranteed_ ? flying.count() % step_ * rate_ : 0;
  }
  std::size_t row(FlightId flight, std::size_t layer) const {
    return (flight.index() * layers_ + layer) * stride_;
  }

  void complete(FlightId flight, const LegCosts& costs);
  bool in_range(FlightId flight) const { return flight.index() < range_.end; }
  void end_duty(FlightId flight);
  void add_connection(FlightId flight, FlightId next, const LegCosts& costs);
  void find_starts(FlightId flight, const LegCosts& costs);
  void find_rests(FlightId flight);
  void find_ride_home(FlightId flight, const LegCosts& costs);

  const Connections& connections_;
  CrewGroup group_;
  FlightRange range_;
  bool rest_at_base_ = false;
  std::size_t layers_ = 1;  // duties left: 0, 1, ...; the last layer also for more, if those may be
  bool top_repeats_ = false;  // a rest in the last layer stays in it
  std::int32_t step_ = 1;     // minutes
  std::size_t levels_ = 1;    // of flying in the duty: 0, 1, ... steps
  bool saturates_ = false;    // no limit on flying: the last level is for all more
  std::size_t stride_ = 1;
  Minutes guaranteed_;
  double rate_ = 0;       // of the guarantee, per minute
  Minutes longest_duty_;  // connection and both flights fit in it
  std::vector<float> after_;
  std::vector<float> rest_;
  std::vector<float> start_;
  std::vector<float> guarantee_;    // by level
  std::vector<float> least_start_;  // at a station, so far in the pass
  IdVector<FlightId, double> ride_home_;
};

}  // namespace skein::pricing
