// The continent that airlines are drawn on: roughly the outline, the density of cities and the time
// zones of the contiguous United States.
#pragma once

#include <string>

#include "base/random.h"
#include "base/units.h"
#include "schedule/schedule.h"

namespace skein::generator {

using schedule::Position;

// Along the great circle.
double distance_km(const Position& a, const Position& b);
// 1 for a course due east, -1 for due west, 0 for north or south.
double eastward_share(const Position& from, const Position& to);

bool on_land(const Position& position);
// A place on land, more often where more people live.
Position draw_position(Rng& rng);
// IANA name of the time zone.
std::string zone_name_at(const Position& position);

// Local time minus UTC outside daylight-saving time.
Minutes standard_offset(const schedule::TimeZone& zone);
bool has_daylight_saving(const schedule::TimeZone& zone);

}  // namespace skein::generator
