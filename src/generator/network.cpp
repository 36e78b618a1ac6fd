#include "generator/network.h"

#include "generator/cities.h"
#include "generator/routes.h"

namespace skein::generator {

Network draw_network(const AirlineSize& size, const Rng& rng) {
  Network network;
  network.hubs = size.bases;
  for (const FleetType& type : fleet_types().first(size.fleets)) network.fleets.push_back(type);
  network.cities = place_cities(size, rng.split("cities"));
  assign_fleets(network, rng.split("fleets"));
  network.routes = draw_routes(network, size.routes, rng.split("routes"));
  return network;
}

}  // namespace skein::generator
