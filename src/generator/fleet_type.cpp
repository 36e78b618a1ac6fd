#include "generator/fleet_type.h"

#include <array>
#include <cmath>

#include "generator/geography.h"

namespace skein::generator {
namespace {

constexpr double kTaxiAndClimb = 30;  // minutes
constexpr double kWind = 40;          // km/h, from the west

}  // namespace

std::span<const FleetType> fleet_types() {
  static const std::array<FleetType, 8> types{{
      {"738", 830, 5000, Minutes(45), 1.0},
      {"E90", 800, 2600, Minutes(40), 0.9},
      {"321", 830, 5000, Minutes(50), 0.6},
      {"CR9", 780, 1800, Minutes(35), 0.8},
      {"AT7", 500, 800, Minutes(35), 0.5},
      {"319", 820, 5000, Minutes(45), 0.6},
      {"223", 820, 5000, Minutes(45), 0.5},
      {"E70", 780, 2000, Minutes(35), 0.5},
  }};
  return types;
}

Minutes block_time(const FleetType& fleet, const schedule::Position& from,
                   const schedule::Position& to) {
  const double speed = fleet.speed + kWind * eastward_share(from, to);
  const double minutes = kTaxiAndClimb + 60 * distance_km(from, to) / speed;
  return Minutes(5 * std::lround(minutes / 5));
}

}  // namespace skein::generator
