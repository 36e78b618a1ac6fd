// How much room a pairing has left under each rule with a number: for people who look at one
// pairing. A property test ties it to `violations`.
#pragma once

#include <span>
#include <vector>

#include "pairing/legality.h"

namespace skein::pairing {

struct Slack {
  Rule rule = Rule::kMinConnection;
  std::vector<FlightId> flights;  // where it is tightest
  double actual = 0;              // minutes or a count
  double limit = 0;
  bool at_least = false;  // else at most
  bool in_minutes = true;

  // Negative where the rule is broken.
  double room() const { return at_least ? actual - limit : limit - actual; }
};

// For each rule that is switched on and has something to measure, the tightest place.
std::vector<Slack> slacks(const schedule::Schedule& schedule, const WorkRules& rules,
                          StationId base, std::span<const Leg> legs);

}  // namespace skein::pairing
