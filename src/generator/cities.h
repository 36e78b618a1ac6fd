// The cities of an airline: their places, sizes and names.
#pragma once

#include "base/ids.h"
#include "base/random.h"
#include "generator/airline_size.h"
#include "generator/network.h"

namespace skein::generator {

// Hubs first. Every other city is near enough to a hub, and every hub to an earlier one, for a
// route between them.
IdVector<StationId, City> place_cities(const AirlineSize& size, const Rng& rng);

}  // namespace skein::generator
