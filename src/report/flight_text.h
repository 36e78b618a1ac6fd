// Flights and pairings in one line each.
#pragma once

#include <string>

#include "base/ids.h"
#include "pairing/pairing.h"
#include "schedule/schedule.h"

namespace skein::report {

// "SK101 BOS-ORD 2008-01-31T10:05Z-12:35"
std::string flight_text(const schedule::Schedule& schedule, FlightId id);

// "BOS: A (B) C": the base, then the flights, those as a passenger in parentheses.
std::string pairing_text(const schedule::Schedule& schedule, const pairing::Pairing& pairing);

}  // namespace skein::report
