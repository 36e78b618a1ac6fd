#include "generator/routes.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "generator/geography.h"

namespace skein::generator {
namespace {

// Spokes are flown to and back within one duty of a crew; between hubs a crew may rest.
constexpr double kLongestSpokeRoute = 2400;  // km
constexpr double kLongestHubRoute = 3300;    // km, so that no flight takes more than five hours

double distance(const Network& network, StationId a, StationId b) {
  return distance_km(network.cities[a].position, network.cities[b].position);
}

// The nearest hub among those that come before `city`.
StationId nearest_hub(const Network& network, StationId city) {
  const std::size_t candidates = std::min(network.hubs, city.index());
  StationId nearest(0);
  for (StationId hub : IdRange<StationId>(candidates)) {
    if (distance(network, hub, city) < distance(network, nearest, city)) nearest = hub;
  }
  return nearest;
}

// A fleet with at least that range.
FleetId draw_fleet(const Network& network, double range, Rng& rng) {
  std::vector<double> weights;
  for (const FleetType& fleet : network.fleets) {
    weights.push_back(fleet.range >= range ? fleet.share : 0);
  }
  return FleetId(rng.pick(weights));
}

// The cities that are not hubs, nearest to a hub first.
std::vector<StationId> spokes_by_distance(const Network& network) {
  std::vector<std::pair<double, StationId>> spokes;
  for (StationId city : IdRange<StationId>(network.cities.size())) {
    if (network.is_hub(city)) continue;
    spokes.emplace_back(distance(network, nearest_hub(network, city), city), city);
  }
  std::sort(spokes.begin(), spokes.end());
  std::vector<StationId> result;
  for (const auto& [_, city] : spokes) result.push_back(city);
  return result;
}

std::vector<FleetId> fleets_by_range(const Network& network) {
  std::vector<FleetId> fleets;
  for (FleetId fleet : IdRange<FleetId>(network.fleets.size())) fleets.push_back(fleet);
  std::stable_sort(fleets.begin(), fleets.end(), [&](FleetId a, FleetId b) {
    return network.fleets[a].range < network.fleets[b].range;
  });
  return fleets;
}

Route route_between(const Network& network, StationId hub, StationId spoke) {
  const City& there = network.cities[spoke];
  const double length = distance(network, hub, spoke);
  Route route;
  route.hub = hub;
  route.spoke = spoke;
  route.traffic = network.cities[hub].size * there.size / (0.5 + length / 1000);
  route.second_fleet = there.second_fleet;
  // The main fleet of a city was chosen for its nearest hub; from farther ones it may not reach.
  const bool in_range = length <= network.fleets[there.main_fleet].range;
  const bool is_nearest = hub == nearest_hub(network, spoke);
  route.main_fleet = in_range || is_nearest ? there.main_fleet : there.second_fleet;
  return route;
}

// Pairs of a hub and a later city that a route could join; the nearest hub has one already.
std::vector<Route> further_routes(const Network& network) {
  std::vector<Route> routes;
  for (StationId spoke : IdRange<StationId>(network.cities.size())) {
    const double limit = network.is_hub(spoke) ? kLongestHubRoute : kLongestSpokeRoute;
    const StationId nearest = nearest_hub(network, spoke);
    for (StationId hub : IdRange<StationId>(std::min(network.hubs, spoke.index()))) {
      if (hub == nearest || distance(network, hub, spoke) > limit) continue;
      routes.push_back(route_between(network, hub, spoke));
    }
  }
  return routes;
}

// `count` of the routes, drawn without replacement in proportion to their traffic: the smallest of
// exponential variables with these rates.
std::vector<Route> draw_by_traffic(const std::vector<Route>& routes, std::size_t count, Rng rng) {
  std::vector<std::pair<double, std::size_t>> keys;
  for (std::size_t i = 0; i < routes.size(); ++i) {
    keys.emplace_back(-std::log(1 - rng.uniform()) / routes[i].traffic, i);
  }
  std::sort(keys.begin(), keys.end());
  keys.resize(std::min(count, keys.size()));
  std::vector<Route> drawn;
  for (const auto& [_, index] : keys) drawn.push_back(routes[index]);
  return drawn;
}

}  // namespace

void assign_fleets(Network& network, const Rng& rng) {
  Rng main_rng = rng.split("main");
  Rng second_rng = rng.split("second");
  for (StationId id : IdRange<StationId>(network.cities.size())) {
    const double range =
        network.is_hub(id) ? kLongestHubRoute : distance(network, nearest_hub(network, id), id);
    network.cities[id].main_fleet = draw_fleet(network, range, main_rng);
    network.cities[id].second_fleet = draw_fleet(network, kLongestHubRoute, second_rng);
  }
  // So that every fleet is used: the one of shortest range gets the nearest spoke, and so on.
  const std::vector<StationId> spokes = spokes_by_distance(network);
  const std::vector<FleetId> fleets = fleets_by_range(network);
  for (std::size_t i = 0; i < fleets.size(); ++i) {
    network.cities[spokes[i]].main_fleet = fleets[i];
  }
}

IdVector<RouteId, Route> draw_routes(const Network& network, std::size_t count, Rng rng) {
  IdVector<RouteId, Route> routes;
  for (std::size_t i = 1; i < network.cities.size(); ++i) {
    const StationId city(i);
    routes.push_back(route_between(network, nearest_hub(network, city), city));
  }
  const std::size_t further = count - std::min(count, routes.size());
  for (const Route& route : draw_by_traffic(further_routes(network), further, rng)) {
    routes.push_back(route);
  }
  return routes;
}

}  // namespace skein::generator
