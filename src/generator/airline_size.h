// How large an airline of so many flights is.
#pragma once

#include <cstddef>

#include "generator/airline.h"

namespace skein::generator {

struct AirlineSize {
  std::size_t flights = 0;  // in a month, about
  std::size_t stations = 0;
  std::size_t bases = 0;
  std::size_t fleets = 0;
  std::size_t routes = 0;            // at most; each is two city pairs, out and back
  std::size_t round_trips = 0;       // in the first timetable; each has two flight codes
  std::size_t most_round_trips = 0;  // in any; more would be too many flights even if flown weekly
};

// Checks the options, throwing InputError, and fills in what they leave open.
AirlineSize airline_size(const AirlineOptions& options);

}  // namespace skein::generator
