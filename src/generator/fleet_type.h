// Kinds of aircraft, with round figures for what they can do.
#pragma once

#include <span>
#include <string>

#include "base/units.h"
#include "schedule/schedule.h"

namespace skein::generator {

struct FleetType {
  std::string name;
  double speed = 0;  // km/h in cruise
  double range = 0;  // km
  Minutes turn;      // shortest ground time that is planned at a spoke
  double share = 0;  // how often an airline that has this fleet chooses it, against the others
};

// In the order in which a growing airline acquires them. The first can fly every route.
std::span<const FleetType> fleet_types();

// Gate to gate, on a five-minute grid: taxi, climb and cruise, with some wind from the west.
Minutes block_time(const FleetType& fleet, const schedule::Position& from,
                   const schedule::Position& to);

}  // namespace skein::generator
