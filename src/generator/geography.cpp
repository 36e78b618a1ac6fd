#include "generator/geography.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "base/calendar.h"

namespace skein::generator {
namespace {

constexpr double kEarthRadius = 6371;  // km

constexpr double kWest = -124;
constexpr double kEast = -68;
constexpr double kSouth = 26;
constexpr double kNorth = 49;

double radians(double degrees) {
  return degrees * std::numbers::pi / 180;
}

// Southern and northern end of the land at a longitude; straight lines in between.
struct Meridian {
  double longitude;
  double south;
  double north;
};
constexpr std::array<Meridian, 14> kOutline{{{-124, 40, 48.5},
                                             {-120.5, 34.5, 48.8},
                                             {-117, 32.7, 48.8},
                                             {-109, 31.5, 48.8},
                                             {-104, 29.5, 48.8},
                                             {-97.5, 26.2, 48.8},
                                             {-95, 29.3, 48.5},
                                             {-90, 29.8, 46.5},
                                             {-83, 30, 42},
                                             {-81.5, 26, 41.5},
                                             {-80, 26.5, 42.5},
                                             {-79, 33.5, 43},
                                             {-75, 38, 44.8},
                                             {-68, 44.5, 47}}};

// Share of the drawn places that are kept: the west between the coast and the plains is thinly
// settled.
double density(double longitude) {
  if (longitude < -117) return 0.9;
  if (longitude < -100) return 0.3;
  if (longitude < -95) return 0.6;
  return 1;
}

// Stations stand on a grid of about one kilometre, so that their text form is short and exact.
double rounded(double degrees) {
  return std::round(degrees * 100) / 100;
}

}  // namespace

double distance_km(const Position& a, const Position& b) {
  const double north = std::sin(radians(b.latitude - a.latitude) / 2);
  const double east = std::sin(radians(b.longitude - a.longitude) / 2);
  const double h = north * north + std::cos(radians(a.latitude)) * std::cos(radians(b.latitude)) *
                                       east * east;  // haversine of the angle
  return 2 * kEarthRadius * std::asin(std::min(1.0, std::sqrt(h)));
}

double eastward_share(const Position& from, const Position& to) {
  const double distance = distance_km(from, to);
  if (distance == 0) return 0;
  const double middle = radians((from.latitude + to.latitude) / 2);
  const double east =
      kEarthRadius * radians(to.longitude - from.longitude) * std::cos(middle);  // km
  return std::clamp(east / distance, -1.0, 1.0);
}

bool on_land(const Position& position) {
  const double longitude = position.longitude;
  if (longitude < kWest || longitude > kEast) return false;
  const auto right = std::find_if(kOutline.begin() + 1, kOutline.end() - 1,
                                  [&](const auto& next) { return longitude <= next.longitude; });
  const auto left = right - 1;
  const double t = (longitude - left->longitude) / (right->longitude - left->longitude);
  const double south = left->south + t * (right->south - left->south);
  const double north = left->north + t * (right->north - left->north);
  return position.latitude >= south && position.latitude <= north;
}

Position draw_position(Rng& rng) {
  while (true) {
    const double latitude = rounded(kSouth + (kNorth - kSouth) * rng.uniform());
    const double longitude = rounded(kWest + (kEast - kWest) * rng.uniform());
    const bool kept = rng.chance(density(longitude));
    if (kept && on_land({latitude, longitude})) return {latitude, longitude};
  }
}

std::string zone_name_at(const Position& position) {
  if (position.longitude > -85.5) return "America/New_York";
  if (position.longitude > -101.5) return "America/Chicago";
  const bool in_arizona = position.longitude < -109 && position.latitude < 37;
  if (position.longitude > -114.5) return in_arizona ? "America/Phoenix" : "America/Denver";
  return "America/Los_Angeles";
}

Minutes standard_offset(const schedule::TimeZone& zone) {
  constexpr Day kWinter = std::chrono::year(2024) / 1 / 15;
  return zone.offset_at(start_of(kWinter));
}

bool has_daylight_saving(const schedule::TimeZone& zone) {
  constexpr Day kSummer = std::chrono::year(2024) / 7 / 15;
  return zone.offset_at(start_of(kSummer)) != standard_offset(zone);
}

}  // namespace skein::generator
