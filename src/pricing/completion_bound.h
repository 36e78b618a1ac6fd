// Lower bounds on what it costs (reduced) to complete a pairing, for one group of crews.
//
// A backward pass over the flights, in order of departure from the last, on a relaxation that keeps
// three resources: the duties left, the operated legs of the current duty, and its operated flying,
// counted in steps of some minutes, rounded down. Spans, days and the limits of the tables are left
// out; and so are legs where the rules do not limit them to a few. With
//
//    after(f,k,l,u)  completion of a pairing that has just done f, with k duties to come after the
//                    current one, in which l legs were operated and u steps flown
//    rest(f, k)      the same, if the duty ends with f and another follows; without its guarantee
//    start(f, k)     completion of one that is about to begin a duty with f, k more to come
//
// and costs op(g), dh(g) of legs, w(f,g) of connections, G of the guarantee:
//
//    after(f,k,l,u) = min( G(u) + [0 if f ends at the base], G(u) + rest(f,k),
//                          min_g w(f,g) + op(g) + after(g, k, l + 1, u + steps(g)),
//                          min_g w(f,g) + dh(g) + after(g, k, l, u) )
//    start(g,k)     = min( op(g) + after(g, k, 1, steps(g)), dh(g) + after(g, k, 0, 0) )
//    rest(f,k)      = min_g w(f,g) + start(g, k-1)
//
// Legs matter where flights are short: without them the bound flies eight a day, all of which pay,
// and lets nine tenths of all labels pass.
//
// Rounding down u makes G too large by at most its rate times what was cut off, so that much is
// taken off, of each operated leg and of what had been flown before. All bounds are floats:
// relative errors of about 1e-7 per leg, for which the caller allows a margin.
//
// Where links between flights count (cluster_links.h), there is a third resource: the links that
// may still be cut. The link after f counts as cut once f is operated, and is given back by the leg
// that follows it; so -1 may be left, for a pairing that has to go on along its link.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/ids.h"
#include "base/units.h"
#include "pricing/cluster_links.h"
#include "pricing/connections.h"
#include "pricing/duty_starts.h"
#include "pricing/prices.h"

namespace skein::pricing {

class CompletionBound {
 public:
  // Connections must live as long as this.
  CompletionBound(const Connections& connections, const DutyStarts& starts, const CrewGroup& group);

  // For pairings that take flights of the range only, and cut at most so many links, if there are
  // any.
  void compute(const LegCosts& costs, FlightRange range, const ClusterLinks* links = nullptr,
               int max_cuts = 0);

  // What is left to a pairing, as a place in `after`, `rest` and `start`. `duties_left` after the
  // current duty; more than the rules allow are taken for that many. `cuts_left` is at least -1.
  std::size_t place(int duties_left, int cuts_left = 0) const {
    const auto layer = std::min(static_cast<std::size_t>(duties_left), layers_ - 1);
    return links_ == nullptr ? layer : static_cast<std::size_t>(cuts_left + 1) * layers_ + layer;
  }
  // One link fewer to cut is so many places before.
  std::int32_t places_of_cut() const { return static_cast<std::int32_t>(layers_); }
  // By place; `cut_off` is to be taken off each.
  const float* after(FlightId flight, Minutes duty_flying, int duty_legs) const {
    return after(all_after(flight), duty_flying, duty_legs);
  }
  double cut_off(Minutes flying) const { return flown(flying).cut_off; }
  double after(FlightId flight, std::size_t place, Minutes duty_flying, int duty_legs) const {
    return after(flight, duty_flying, duty_legs)[place] - cut_off(duty_flying);
  }
  // In two steps, for many duties that come to the same flight.
  const float* all_after(FlightId flight) const { return &after_[flight.index() * stride_]; }
  const float* after(const float* all, Minutes duty_flying, int duty_legs) const {
    const auto legs = std::min(static_cast<std::size_t>(duty_legs), leg_counts_ - 1);
    return all + (legs * levels_ + flown(duty_flying).level) * width_;
  }
  double rest(FlightId flight, std::size_t place) const {
    return rest_[flight.index() * width_ + place];
  }
  double start(FlightId flight, std::size_t place) const {
    return start_[flight.index() * width_ + place];
  }
  // The same where the flight follows its link.
  double linked_start(FlightId flight, std::size_t place) const {
    return linked_start_[flight.index() * width_ + place];
  }
  // With as many links to cut as may be.
  double least_rest(FlightId flight, int duties_left) const {
    return rest(flight, place(duties_left, most_cuts()));
  }
  double least_start(FlightId flight, int duties_left) const {
    const std::size_t most = place(duties_left, most_cuts());
    const double least = start(flight, most);
    return links_ == nullptr ? least : std::min(least, linked_start(flight, most));
  }
  // Of all duties that begin at a station.
  double least_start(StationId station) const { return least_start_[station.index()]; }
  // Cost of getting home from a flight as a passenger only; 0 at the base.
  double ride_home(FlightId flight) const { return ride_home_[flight]; }

  // Larger than any bound of a completion that exists.
  static constexpr float kNone = 1e30F;

 private:
  // Of so much flying; a table, since labels ask for it more often than for anything else.
  struct Flown {
    std::size_t level = 0;
    double cut_off = 0;
  };
  const Flown& flown(Minutes flying) const {
    return flown_[std::min(static_cast<std::size_t>(flying.count()), flown_.size() - 1)];
  }
  int most_cuts() const { return static_cast<int>(cut_layers_) - 2; }
  float* after_of(FlightId flight) { return &after_[flight.index() * stride_]; }

  bool legs_matter(int max_legs) const;
  void set_shape(const ClusterLinks* links, int max_cuts);
  void tabulate_flown();
  void complete(FlightId flight, const LegCosts& costs);
  void leave_out(FlightId flight);
  bool in_range(FlightId flight) const { return flight.index() < range_.end; }
  void end_duty(FlightId flight);
  void add_connection(FlightId flight, FlightId next, const LegCosts& costs);
  void ride_on(FlightId flight, FlightId next, float cost);
  void work_on(FlightId flight, FlightId next, float cost);
  void work_on(FlightId flight, FlightId next, float cost, std::size_t legs_before,
               std::size_t legs_after);
  void lower_places(float* low, const float* then, float cost, std::size_t state, bool is_linked,
                    FlightId next) const;
  void find_starts(FlightId flight, const LegCosts& costs);
  void find_rests(FlightId flight);
  void add_rest(const float* starts, float waiting, std::size_t first_place, float* rest) const;
  void find_ride_home(FlightId flight, const LegCosts& costs);

  const Connections& connections_;
  CrewGroup group_;
  FlightRange range_;
  const ClusterLinks* links_ = nullptr;  // of the last pass
  bool rest_at_base_ = false;
  std::size_t layers_ = 1;  // duties left: 0, 1, ...; the last layer also for more, if those may be
  bool top_repeats_ = false;    // a rest in the last layer stays in it
  std::size_t cut_layers_ = 1;  // links to cut: -1, 0, 1, ...; one layer where they do not count
  std::size_t width_ = 1;       // layers of both kinds
  std::size_t leg_counts_ = 1;  // legs of the duty: 0, 1, ...; one count where they do not matter
  Minutes most_flying_;         // in a duty, that matters
  std::int32_t step_ = 1;       // minutes
  std::size_t levels_ = 1;      // of flying in the duty: 0, 1, ... steps
  bool saturates_ = false;      // no limit on flying: the last level is for all more
  std::size_t stride_ = 1;
  Minutes guaranteed_;
  double rate_ = 0;           // of the guarantee, per minute
  Minutes longest_duty_;      // connection and both flights fit in it
  std::vector<float> after_;  // by flight, state of the duty and place
  std::vector<float> rest_;   // by flight and place
  std::vector<float> start_;
  std::vector<float> linked_start_;
  std::vector<float> guarantee_;    // by level
  std::vector<Flown> flown_;        // by minutes; the last is for all more
  std::vector<float> least_start_;  // by station; within a pass, of the flights so far
  IdVector<FlightId, double> ride_home_;
};

}  // namespace skein::pricing
