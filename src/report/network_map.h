// The network of a month as a map: stations, bases, and the routes between them.
#pragma once

#include <string>

#include "schedule/schedule.h"

namespace skein::report {

struct NetworkMap {
  std::string svg;
  bool by_coordinates = false;  // else distances are like flying times (station_places.h)
  std::size_t stations = 0;     // that flights use
  std::size_t routes = 0;       // pairs of stations
};

// Wider lines are routes with more flights, larger discs stations with more departures. Names stand
// where there is room for them, those of bases first.
NetworkMap network_map(const schedule::Schedule& schedule);

}  // namespace skein::report
