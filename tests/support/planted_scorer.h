// A scorer that knows a plan, but not for certain.
#pragma once

#include <cstdint>

#include "plan/plan.h"
#include "pricing/connection_scorer.h"
#include "schedule/schedule.h"

namespace skein::test {

struct PlantedOptions {
  // For this share of the flights what the plan does is the likeliest, with this probability; for
  // the others something else is, and the plan's choice has half of the rest. So it is wrong as
  // often as it says.
  double certainty = 0.8;
  std::size_t candidates = 20;  // next flights, the first to leave within two days
  std::uint64_t seed = 1;
};

// Flights that the plan does not operate may go on to any candidate alike.
pricing::ConnectionScores planted_scores(const schedule::Schedule& schedule, const plan::Plan& plan,
                                         const PlantedOptions& options);

}  // namespace skein::test
