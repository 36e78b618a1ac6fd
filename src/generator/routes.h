// Which cities are joined, and which fleets fly there.
#pragma once

#include <cstddef>

#include "base/ids.h"
#include "base/random.h"
#include "generator/network.h"

namespace skein::generator {

// Every fleet becomes the main fleet of some city.
void assign_fleets(Network& network, const Rng& rng);

// At most `count` routes (never fewer than it takes to join all cities), by gravity: large and near
// cities come first.
IdVector<RouteId, Route> draw_routes(const Network& network, std::size_t count, Rng rng);

}  // namespace skein::generator
