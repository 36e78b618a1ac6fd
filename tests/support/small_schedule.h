// Schedules in a few lines, for tests.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "pairing/pairing.h"
#include "schedule/schedule.h"

namespace skein::test {

// Stations as "BOS America/New_York" or "*BOS America/New_York" for a base (10 crews); the zone may
// be left out (UTC). Flights as "id origin destination departure minutes [fleet [tail]]", with a
// departure such as 2008-01-01T10:00Z; the number is the id, the fleet F by default.
schedule::Schedule small_schedule(std::initializer_list<std::string> stations,
                                  std::initializer_list<std::string> flights);

// "A B (C) D": flight ids, deadheads in parentheses.
std::vector<pairing::Leg> legs(const schedule::Schedule& schedule, const std::string& text);
pairing::Pairing small_pairing(const schedule::Schedule& schedule, const std::string& base,
                               const std::string& text);

// Pairings as "BASE: A (B) C", deadheads in parentheses.
std::vector<std::string> described(const schedule::Schedule& schedule,
                                   const std::vector<pairing::Pairing>& pairings);

}  // namespace skein::test
