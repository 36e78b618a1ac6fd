// A pairing: what one crew flies from leaving its base until it is back.
#pragma once

#include <string>
#include <vector>

#include "base/ids.h"

namespace skein::pairing {

enum class Role { kOperate, kDeadhead };

struct Leg {
  FlightId flight;
  Role role = Role::kOperate;

  friend bool operator==(const Leg&, const Leg&) = default;
};

struct Pairing {
  std::string name;
  StationId base;
  std::vector<Leg> legs;  // in order of time

  friend bool operator==(const Pairing&, const Pairing&) = default;
};

}  // namespace skein::pairing
