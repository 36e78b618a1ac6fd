// When round trips leave: in waves at each hub, and one after the other for each aircraft.
#pragma once

#include <span>

#include "base/random.h"
#include "generator/network.h"
#include "generator/round_trip.h"

namespace skein::generator {

// Times for a whole timetable. The round trips of a hub and fleet are strung into lines, each the
// day of one aircraft: in from its night away, to and fro, and out again for the night. Without
// this an airline would need many more aircraft than real ones do.
void draw_times(const Network& network, std::span<RoundTrip> round_trips, const Rng& rng);

// Times for one round trip that joins a timetable later.
void draw_times(const Network& network, RoundTrip& trip, Rng rng);
// Or those of one that is gone, as far as the other distance allows.
void take_times_of(const RoundTrip& gone, RoundTrip& trip, Rng& rng);

}  // namespace skein::generator
