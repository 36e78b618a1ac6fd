// What the rows of the master are worth: the dual solution that pricing works with.
//
//    min  sum_p c_p x_p + sum_f U u_f + sum_b R e_b
//    s.t. sum_p a_fp x_p + u_f = 1                 for every flight f    dual  pi_f <= U
//         sum_{p of b} h_p x_p - e_b <= H_b        for every base b      dual -sigma_b, 0 <=
//         sigma_b <= R
//
// Reduced cost of a pairing p of base b: c_p - sum_f a_fp pi_f + sigma_b h_p.
#pragma once

#include <cstddef>
#include <vector>

#include "base/ids.h"
#include "pairing/rules.h"
#include "schedule/schedule.h"

namespace skein::pricing {

struct Prices {
  IdVector<FlightId, double> flight;  // pi_f
  std::vector<double> base;           // sigma_b per credited hour, in the order of the bases
};

// The duals, moved by a share of the way to the centre.
Prices blend(const Prices& duals, const Prices& centre, double share);

// Crews that can stand in for each other: of one base, for one fleet. Each has its own network.
struct CrewGroup {
  std::size_t base_index = 0;  // among the schedule's bases
  StationId base;
  FleetId fleet;
};

// Which flights pairings may operate; the others, covered already, can only be deadheaded.
using OpenFlights = IdVector<FlightId, char>;

// All but those of locked pairings.
OpenFlights open_flights(std::size_t flights, const pairing::Wishes& wishes);

// Flights begin, ..., end-1, in order of departure.
struct FlightRange {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// Reduced costs of single legs for a group. A flight of another fleet can only be deadheaded.
struct LegCosts {
  // Of a ride that is not allowed.
  static constexpr double kNever = 1e30;

  LegCosts() = default;
  // `rides` are the flights that may be deadheaded; empty: all.
  LegCosts(const schedule::Schedule& schedule, const pairing::CostRules& rules,
           const CrewGroup& group, const Prices& prices, const OpenFlights& open,
           const OpenFlights& rides);

  bool may_ride(FlightId flight) const { return deadhead[flight] < kNever; }
  bool is_usable(FlightId flight) const { return may_operate[flight] != 0 || may_ride(flight); }

  IdVector<FlightId, double> operate;
  IdVector<FlightId, double> deadhead;
  IdVector<FlightId, char> may_operate;
};

}  // namespace skein::pricing
