// The network of an airline: where it flies, from which hubs, with which fleets.
#pragma once

#include <cstddef>
#include <string>

#include "base/ids.h"
#include "base/random.h"
#include "generator/airline_size.h"
#include "generator/fleet_type.h"
#include "schedule/schedule.h"

namespace skein::generator {

using RouteId = Id<struct RouteTag>;

struct City {
  std::string code;
  schedule::Position position;
  schedule::TimeZone zone;
  double size = 0;  // how much traffic it draws
  // Most flights to it are of the main fleet. The second one can fly every route.
  FleetId main_fleet;
  FleetId second_fleet;
  Minutes first_bank;  // at a hub: beginning of the first wave of departures, local time
};

// Between a hub and a spoke, which may be another hub.
struct Route {
  StationId hub;
  StationId spoke;
  double traffic = 0;
  FleetId main_fleet;
  FleetId second_fleet;
};

struct Network {
  IdVector<FleetId, FleetType> fleets;
  IdVector<StationId, City> cities;  // hubs first
  std::size_t hubs = 0;
  IdVector<RouteId, Route> routes;

  bool is_hub(StationId station) const { return station.index() < hubs; }
};

Network draw_network(const AirlineSize& size, const Rng& rng);

}  // namespace skein::generator
