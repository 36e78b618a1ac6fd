// A plan: the pairings of a month.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "pairing/pairing.h"

namespace skein::plan {

using pairing::Leg;
using pairing::Pairing;
using pairing::Role;

// A leg whose flight the schedule does not have. In the pairing it stands as FlightId::none().
struct UnknownLeg {
  std::size_t pairing = 0;
  std::size_t leg = 0;
  std::string flight;  // as the file names it

  friend bool operator==(const UnknownLeg&, const UnknownLeg&) = default;
};

struct Plan {
  std::vector<Pairing> pairings;
  std::vector<UnknownLeg> unknown_legs;  // in order of pairing and leg

  friend bool operator==(const Plan&, const Plan&) = default;
};

// The legs up to the first one that the schedule does not have.
std::span<const Leg> known_beginning(const Pairing& pairing);

}  // namespace skein::plan
